/**
 * The parts of a survey plan that exports read. A survey plan fits this shape; it is repeated here because the formats
 * stand on the same floor as the plan's own definition.
 */
export type ExportPoint = {
  readonly t_sec: number;
  readonly lon_deg: number;
  readonly lat_deg: number;
  readonly amsl_m: number;
};

/** What the sensor does on a lane. */
export type ExportCapture =
  | {
      readonly type: 'distance';
      readonly first_m: number;
      readonly spacing_m: number;
      readonly count: number;
    }
  | { readonly type: 'list'; readonly along_m: readonly number[] }
  | { readonly type: 'continuous'; readonly from_m: number; readonly to_m: number };

/** A leg. */
export type ExportLeg = {
  readonly kind: string;
  readonly lane_id: string | null;
  readonly points: readonly ExportPoint[];
  readonly capture: ExportCapture | null;
};

/** A sortie. */
export type ExportSortie = {
  readonly id: string;
  readonly unit_id: string;
  readonly model_id: string;
  readonly payload_id: string;
  readonly site_id: string;
  readonly start_sec: number;
  readonly end_sec: number;
  readonly energy_wh: number;
  readonly legs: readonly ExportLeg[];
};

/** A plan. */
export type ExportPlan = {
  readonly scenario_id: string;
  readonly plan_hash: string;
  readonly sorties: readonly ExportSortie[];
  readonly blocks: readonly {
    readonly id: string;
    readonly task_id: string;
    readonly payload_id: string;
    readonly swath_angle_deg: number;
    readonly line_spacing_m: number;
    readonly photo_spacing_m: number | null;
    readonly agl_m: number;
  }[];
  readonly lanes: readonly {
    readonly id: string;
    readonly block_id: string;
    readonly role: string;
    readonly start: readonly [number, number];
    readonly end: readonly [number, number];
    readonly profile: readonly { readonly along_m: number; readonly amsl_m: number }[];
  }[];
  readonly totals: {
    readonly work_time_s: number;
    readonly flight_time_s: number;
    readonly distance_m: number;
    readonly lane_length_m: number;
    readonly photos: number;
    readonly sorties: number;
    readonly turns: number;
    readonly energy_wh: number;
  };
  readonly objective: {
    readonly kind: string;
    readonly value: number;
    readonly lower_bound: number;
    readonly gap_ratio: number | null;
  };
  readonly status: { readonly result: string; readonly stopped_by: string };
  readonly refusals: readonly {
    readonly code: string;
    readonly text: { readonly en: string; readonly ru: string };
  }[];
};

/** A file to be written, its name without a folder. */
export type ExportFile = { readonly name: string; readonly bytes: Uint8Array };
