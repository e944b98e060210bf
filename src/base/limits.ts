/** Every limit has a name and a reason. Sizes in bytes or counts; nothing is clamped to a limit, it is refused. */
export const LIMITS = {
  /** Deeper JSON is hostile or broken: our own documents stay below 12. */
  json_depth: 64,
  /** A file given on the command line; the largest real city extract in use is below 10 MB. */
  input_file_bytes: 64 * 1024 * 1024,
  /** A person's instruction; also what a model is shown of it. */
  instruction_chars: 2000,
  /** A name shown to a model or an operator: one line, no control characters. */
  name_chars: 80,
  /** A model's reply; longer ones are cut off by broken decoders that loop. */
  model_reply_chars: 64_000,
  /** Repair rounds that a caller may ask for; 3 is the default. */
  repair_rounds: 10,
  /** Entries of a tool plan. */
  tool_plan_steps: 32,
  /** Cells of one raster: 1000 x 1000 x 12 with room; memory is 10 bytes a cell. */
  grid_cells: 16_000_000,
  /** Expansions of one route search before it says budget_exhausted. */
  route_expansions: 20_000_000,
  /** Waypoints of one trajectory. */
  trajectory_points: 20_000,
  /** Entities of one kind in a city (buildings are by far the most). */
  city_entities: 200_000,
  /** Vertices of one polygon. */
  polygon_vertices: 20_000,
  /** Aircraft in one state. */
  fleet_size: 10_000,
  /** Half of a city's larger side, in metres: beyond it the local plane distorts by more than 0.5 percent. */
  city_half_extent_m: 20_000,
  /** Length of one temporal specification in characters. */
  spec_chars: 4000,
  /** Suggestions of near names in an error. */
  suggestions: 12,
  /** Survey tasks of one scenario. */
  survey_tasks: 64,
  /** Aircraft of one survey scenario. */
  survey_units: 64,
  /** Launch sites, candidates included, of one survey scenario. */
  survey_sites: 64,
  /** No-fly zones and obstacles of one survey scenario. */
  survey_zones: 512,
  /** Posts of a terrain grid written inside a scenario; larger models stay in files. */
  survey_inline_terrain_posts: 250_000,
  /** Seconds a survey solver may be given. */
  survey_time_limit_s: 300,
  /** Half of a survey boundary's larger side, in metres: further than any aircraft of the catalogue flies out and back. */
  survey_half_extent_m: 150_000,
  /** Lanes of one survey plan. */
  survey_lanes: 20_000,
  /** Sorties of one survey plan. */
  survey_sorties: 2000,
  /** Trajectory points of one survey plan. */
  survey_plan_points: 500_000,
  /** Rows of one kind in an equipment catalogue. */
  survey_catalogue_rows: 2000,
} as const;
