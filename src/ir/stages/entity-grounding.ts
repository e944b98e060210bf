import { nearestNames } from '#base';
import type { PlaceKind } from '#world';
import type { LowAltitudeIR } from '../low-altitude-ir.ts';
import type { ValidationContext } from './context.ts';
import { type IrError, type IrErrorType, shortValue } from './ir-error.ts';

/** Kinds of place where a payload can change to ground transport. */
const HANDOFF_KINDS: ReadonlySet<PlaceKind> = new Set<PlaceKind>(['handoff_point', 'hub', 'station']);

/** Stage 3: every id exists in the state, and candidate aircraft are available. */
export function entityStage(ir: LowAltitudeIR, { state }: ValidationContext): readonly IrError[] {
  const errors: IrError[] = [];
  const places = new Map(state.city.places.map((p) => [p.id, p]));
  const zones = state.airspace.zones.map((z) => z.id);
  const add = (
    type: IrErrorType,
    field: string,
    value: unknown,
    message: string,
    allowed: Iterable<string>,
  ): void => {
    const written = typeof value === 'string' ? value : '';
    errors.push({
      valid: false,
      stage: 'entity_grounding',
      error_type: type,
      field: `entities.${field}`,
      value: shortValue(value),
      allowed_entities: nearestNames(written, allowed),
      message,
    });
  };
  const { entities } = ir;
  if (entities.origin !== null && !places.has(entities.origin)) {
    add(
      'nonexistent_origin',
      'origin',
      entities.origin,
      `no place has the id ${entities.origin}`,
      places.keys(),
    );
  }
  if (entities.destination !== null && !places.has(entities.destination)) {
    add(
      'nonexistent_destination',
      'destination',
      entities.destination,
      `no place has the id ${entities.destination}`,
      places.keys(),
    );
  }
  entities.waypoints.forEach((id, i) => {
    if (!places.has(id))
      add('nonexistent_destination', `waypoints[${i}]`, id, `no place has the id ${id}`, places.keys());
  });
  missingGoal(ir, add);
  const fleet = new Map(state.fleet.map((u) => [u.id, u]));
  const available = state.fleet.filter((u) => u.status === 'available').map((u) => u.id);
  entities.candidate_uavs.forEach((id, i) => {
    const uav = fleet.get(id);
    if (uav === undefined)
      add('unknown_uav', `candidate_uavs[${i}]`, id, `no aircraft has the id ${id}`, fleet.keys());
    else if (uav.status !== 'available')
      add('uav_unavailable', `candidate_uavs[${i}]`, id, `${id} is ${uav.status}`, available);
  });
  for (const list of ['avoid_zones', 'sensitive_zones'] as const) {
    entities[list].forEach((id, i) => {
      if (!zones.includes(id)) add('unknown_zone', `${list}[${i}]`, id, `no zone has the id ${id}`, zones);
    });
  }
  const handoffs = state.city.places.filter((p) => HANDOFF_KINDS.has(p.kind)).map((p) => p.id);
  entities.handoff_points.forEach((id, i) => {
    if (!handoffs.includes(id))
      add('unknown_handoff_point', `handoff_points[${i}]`, id, `${id} is no hand-off point`, handoffs);
  });
  return errors;
}

type Add = (
  type: IrErrorType,
  field: string,
  value: unknown,
  message: string,
  allowed: Iterable<string>,
) => void;

function missingGoal(ir: LowAltitudeIR, add: Add): void {
  const { destination, waypoints } = ir.entities;
  if ((ir.intent === 'delivery' || ir.intent === 'emergency') && destination === null) {
    add('missing_destination', 'destination', null, `a task of intent ${ir.intent} needs a destination`, []);
  }
  if (
    (ir.intent === 'patrol' || ir.intent === 'inspection' || ir.intent === 'monitoring') &&
    destination === null &&
    waypoints.length === 0
  ) {
    add(
      'missing_destination',
      'waypoints',
      null,
      `a task of intent ${ir.intent} needs at least one place to visit`,
      [],
    );
  }
}
