import { type SystemState } from '#world';

/** A state as text: one line for each place, building, road, zone, cell, aircraft and operation, so that a change is seen. */
export function stateText(state: SystemState): string {
  const { city, airspace, fleet, operations, ...rest } = state;
  const { places, buildings, roads, provenance, ...cityRest } = city;
  const { zones, corridors, ceiling_cells, ...airspaceRest } = airspace;
  const list = (name: string, items: readonly unknown[]): string =>
    `"${name}":[${items.length === 0 ? '' : `\n${items.map((i) => JSON.stringify(i)).join(',\n')}\n`}]`;
  const members = (value: object): string => JSON.stringify(value).slice(1, -1);
  return [
    `{${members(rest)},`,
    `"city":{${members(cityRest)},`,
    `${list('provenance', provenance)},`,
    `${list('places', places)},`,
    `${list('roads', roads)},`,
    `${list('buildings', buildings)}},`,
    `"airspace":{${members(airspaceRest)},`,
    `${list('zones', zones)},`,
    `${list('corridors', corridors)},`,
    `${list('ceiling_cells', ceiling_cells)}},`,
    `${list('fleet', fleet)},`,
    `${list('operations', operations)}}`,
    '',
  ].join('\n');
}
