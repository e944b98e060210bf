import type { Constraints } from '#ir';

/** One rule as texts in the monitor's languages. All of its texts must hold. */
export type RuleTemplate = {
  readonly rule: 'R1' | 'R2' | 'R3' | 'R4' | 'R5' | 'R6';
  /** The finding that the text belongs to, by its program rule. */
  readonly check: string;
  readonly list: 'ltl' | 'stl';
  readonly text: string;
  /** True where the text's robustness is in the same unit as the exact check's, so that the two compare. */
  readonly same_unit: boolean;
};

/** A number as the specification languages read it: decimal digits, no exponent. */
function literal(value: number): string {
  const text = String(value);
  return /e/i.test(text) ? value.toFixed(12).replace(/0+$/, '').replace(/\.$/, '') : text;
}

/** Rounded down to a microsecond, the finest that every monitored window can hold: stricter, if anything. */
function toMicroseconds(sec: number): number {
  return Math.floor(sec * 1e6 + 1e-3) / 1e6;
}

/**
 * The rules R1 to R6 of a task as temporal specifications. `keep_m` is the distance that separation must exceed: the
 * task's own or the aircraft's radius, whichever is larger.
 */
export function ruleTemplates(constraints: Constraints, keep_m: number): readonly RuleTemplate[] {
  const { altitude_min_m, altitude_max_m, deadline_sec, battery_reserve_ratio } = constraints;
  const stl = (rule: RuleTemplate['rule'], check: string, text: string, same_unit = true): RuleTemplate => ({
    rule,
    check,
    list: 'stl',
    text,
    same_unit,
  });
  const deadline = deadline_sec === null ? '' : `[0,${literal(toMicroseconds(deadline_sec))}]`;
  return [
    { rule: 'R1', check: 'no_fly_zones', list: 'ltl', text: 'G not_in_nfz', same_unit: false },
    stl('R1', 'no_fly_zones', 'always (dist_to_zone_m > 0)'),
    stl('R2', 'obstacle_separation', `always (dist_to_obstacle > ${literal(keep_m)})`),
    stl('R2', 'sensitive_separation', `always (dist_to_sensitive > ${literal(keep_m)})`),
    stl('R2', 'traffic_separation', `always (dist_to_traffic > ${literal(keep_m)})`),
    stl(
      'R3',
      'altitude_band',
      `always (${literal(altitude_min_m)} <= z and z <= ${literal(altitude_max_m)})`,
    ),
    stl('R3', 'airspace_ceiling', 'always (altitude_m <= ceiling_m)'),
    stl('R4', 'deadline', `eventually${deadline} (at_goal > 0)`, false),
    stl('R5', 'battery_reserve', `always (battery_ratio >= ${literal(battery_reserve_ratio)})`),
    stl('R6', 'corridor_capacity', 'always (corridor_free >= 0)'),
  ];
}
