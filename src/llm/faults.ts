import { M_PER_FT, type Rng } from '#base';
import type { ProposalDocument } from './builtin.ts';

/** Errors that language models typically make with such a document; what each does stands beside it. */
export const FAULTS = {
  unknown_place: 'the destination or a waypoint gets an id that does not exist',
  near_id: 'an id is mistyped by one letter',
  unknown_zone: 'an avoided zone is invented',
  unknown_uav: 'a candidate aircraft is invented',
  stale_uav: 'an aircraft that is not available now is the candidate',
  minutes_as_seconds:
    'the deadline keeps its number and loses its unit (12 minutes become 12 s); where none was said, one of 720 s is invented',
  feet_as_metres: 'heights are given in feet under a field that means metres',
  omitted_constraint: 'a bound that the instruction states is left out',
  omitted_zone: 'a zone that the instruction names is left out',
  relaxed_reserve: 'the battery reserve is lowered',
  relaxed_separation: 'the separation is lowered',
  swapped_ends: 'origin and destination are exchanged',
  bad_json: 'the text is cut off in the middle',
  fenced_prose: 'prose and a fenced block with a trailing comma instead of JSON',
  duplicate_key: 'a key stands twice with different values',
  infinite_number: 'a number is written 8e677',
  wrong_tool_order: 'the route is planned before an aircraft is assigned',
  unknown_tool: 'a tool is called that does not exist',
  bad_arguments: 'a tool gets an argument that it does not take',
  unknown_field: 'a field is invented, here one that claims a verdict',
  wrong_enum: 'an enum value is invented',
  unsafe_override: 'critical priority, and the bounds loosened with it',
  empty_reply: 'nothing at all',
} as const;
export type Fault = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as readonly Fault[];

type Json = Record<string, unknown>;
type Doc = { low_altitude_ir: Json & { entities: Json; constraints: Json; tool_plan: Json[] } } & Json;

/** The reply text with one fault in it; the right text where the fault has nothing to bite on. */
export function withFault(
  fault: Fault,
  gold: ProposalDocument,
  rng: Rng,
  stale_uavs: readonly string[],
): string {
  const text = JSON.stringify(gold);
  if (fault === 'empty_reply') return '';
  if (fault === 'bad_json') return text.slice(0, Math.floor(text.length * (0.3 + 0.5 * rng.next())));
  if (gold.low_altitude_ir === null) {
    // A model that does not ask where it should: the worst a question can become is an answer.
    return fault === 'fenced_prose' ? `I am sure.\n\`\`\`json\n${text.replace(/}$/, ',}')}\n\`\`\`` : text;
  }
  const inText = textFault(fault, text);
  if (inText !== null) return inText;
  const doc = JSON.parse(text) as Doc;
  damage(fault, doc.low_altitude_ir, rng, stale_uavs);
  return JSON.stringify(doc);
}

function textFault(fault: Fault, text: string): string | null {
  switch (fault) {
    case 'fenced_prose':
      return `Here is the plan you asked for:\n\`\`\`json\n${text.replace(/}$/, ',}')}\n\`\`\``;
    case 'duplicate_key':
      return text.replace('"constraints":{', '"constraints":{"min_separation_m":1,');
    case 'infinite_number':
      return text.replace(/"altitude_max_m":[\d.]+/, '"altitude_max_m":8e677');
    default:
      return null;
  }
}

function damage(fault: Fault, ir: Doc['low_altitude_ir'], rng: Rng, stale_uavs: readonly string[]): void {
  if (damageEntities(fault, ir, rng, stale_uavs) || damageBounds(fault, ir)) return;
  switch (fault) {
    case 'wrong_tool_order': {
      const at = ir.tool_plan.findIndex((s) => s['tool'] === 'assign_uav');
      const step = ir.tool_plan.splice(at, 1)[0];
      if (step !== undefined) ir.tool_plan.push(step);
      return;
    }
    case 'unknown_tool':
      ir.tool_plan.splice(1, 0, { tool: 'optimize_everything', args: {}, depends_on: [] });
      return;
    case 'bad_arguments':
      ir.tool_plan.find((s) => s['tool'] === 'query_airspace')!['args'] = { city: 'here', radius: 'large' };
      return;
    case 'unknown_field':
      ir['verified'] = true;
      return;
    case 'wrong_enum':
      ir['priority'] = 'super_urgent';
      return;
    case 'unsafe_override':
      ir['priority'] = 'critical';
      ir.constraints['battery_reserve_ratio'] = 0;
      ir.constraints['min_separation_m'] = 0;
      ir.constraints['altitude_max_m'] = 900;
      return;
  }
}

function damageEntities(
  fault: Fault,
  ir: Doc['low_altitude_ir'],
  rng: Rng,
  stale_uavs: readonly string[],
): boolean {
  const { entities } = ir;
  const waypoints = entities['waypoints'] as string[];
  switch (fault) {
    case 'unknown_place':
      if (waypoints.length > 0) waypoints[0] = 'landmark_X';
      else entities['destination'] = 'hospital_X';
      return true;
    case 'near_id':
      if (waypoints.length > 0) waypoints[0] = mistyped(waypoints[0]!, rng);
      else entities['destination'] = mistyped(String(entities['destination']), rng);
      return true;
    case 'unknown_zone':
      entities['avoid_zones'] = [...(entities['avoid_zones'] as string[]), 'nfz_storm_9'];
      return true;
    case 'unknown_uav':
      entities['candidate_uavs'] = ['uav_99'];
      return true;
    case 'stale_uav':
      entities['candidate_uavs'] = stale_uavs.length > 0 ? [rng.pick(stale_uavs)] : ['uav_99'];
      return true;
    case 'omitted_zone':
      entities['avoid_zones'] = [];
      entities['sensitive_zones'] = [];
      return true;
    case 'swapped_ends': {
      const { origin, destination } = entities;
      entities['origin'] = destination;
      entities['destination'] = origin;
      if (waypoints.length > 1) waypoints.reverse();
      return true;
    }
    default:
      return false;
  }
}

function damageBounds(fault: Fault, ir: Doc['low_altitude_ir']): boolean {
  const { constraints } = ir;
  const number = (name: string): number => Number(constraints[name]);
  switch (fault) {
    case 'minutes_as_seconds':
      constraints['deadline_sec'] =
        constraints['deadline_sec'] === null ? 720 : Math.max(1, Math.round(number('deadline_sec') / 60));
      return true;
    case 'feet_as_metres':
      for (const name of ['altitude_min_m', 'altitude_max_m']) {
        constraints[name] = Math.min(1000, Math.round(number(name) / M_PER_FT));
      }
      return true;
    case 'omitted_constraint':
      constraints['deadline_sec'] = null;
      for (const name of ['altitude_min_m', 'altitude_max_m', 'min_separation_m', 'battery_reserve_ratio'])
        delete constraints[name];
      return true;
    case 'relaxed_reserve':
      constraints['battery_reserve_ratio'] = number('battery_reserve_ratio') / 2 - 0.05;
      return true;
    case 'relaxed_separation':
      constraints['min_separation_m'] = 1;
      return true;
    default:
      return false;
  }
}

function mistyped(id: string, rng: Rng): string {
  const at = rng.int(id.length);
  const letter = id[at] === 'x' ? 'q' : 'x';
  return `${id.slice(0, at)}${letter}${id.slice(at + 1)}`;
}
