/**
 * Numbers that planner and validator both hold to and that no scenario changes. Data, not code: what each means is
 * said here, how it is met or measured is each side's own business.
 */
export const SURVEY_RULES = {
  /** Above this height over the local ground a permission to use airspace is needed (Russian air code exemption: below 150 m). */
  permission_above_agl_m: 150,
  /** Share of the plannable area (area within the boundary minus zones grown by the buffer) that must be imaged. */
  coverage_min_ratio: 0.9999,
  /** Motion during the exposure, in pixels along the track: the usual half pixel of survey practice. */
  blur_max_px: 0.5,
  /** Bank during an exposure for a camera fixed to a wing; a gimbal levels itself. */
  photo_bank_max_deg: 5,
  /** Crab angle above which a camera fixed to the airframe is not used. */
  crab_max_deg: 30,
  /** Under `track_line`: seconds of straight flight on the track line before the first frame. */
  track_line_settle_s: 3,
  /** Standard gravity, m/s2 (CODATA). */
  gravity_mps2: 9.80665,
  /** Sun below this elevation is reported for cameras (information only). */
  sun_elevation_min_deg: 15,
  /** A vtol takes off and lands vertically on hover power up to this height over its site, and flies on the wing above. */
  vtol_hover_height_m: 20,
  /** Above cruise airspeed power grows with this power of the airspeed ratio (parasitic drag). */
  power_above_cruise_exponent: 3,
  /** Greatest heading change between successive points of a turn leg; points lie on the curve itself. */
  turn_step_max_deg: 6,
  /** Greatest time between successive points while speed changes, so that chords show the acceleration. */
  speed_step_max_s: 1,
  /** Relative slack of rule comparisons that repeat an exact planner formula: rounding only. */
  rounding_ratio: 1e-6,
  /** Slack in metres for positions written with nine decimals of a degree and for the curvature of the local plane. */
  position_slack_m: 0.05,
  /** Slack on lateral acceleration of sampled turns and ramps, as a ratio: chords of at most `turn_step_max_deg`. */
  sampled_acceleration_slack_ratio: 0.02,
  /** Claimed totals may differ from those derived from the trajectory by this ratio. */
  totals_slack_ratio: 1e-3,
} as const;
