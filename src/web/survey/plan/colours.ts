/** Colours of units: dark enough on the light map, told apart without red and green. */
const COLOURS = ['#1764c0', '#b3541e', '#6d3fc0', '#00796b', '#a81e63', '#6b6b00', '#334e68', '#0b7285'];

/** Colour of a unit by its place in the scenario's list; steady while other units come and go behind it. */
export function unitColour(units: readonly { readonly id: string }[], unit_id: string): string {
  const at = units.findIndex((u) => u.id === unit_id);
  return COLOURS[(at < 0 ? 0 : at) % COLOURS.length]!;
}
