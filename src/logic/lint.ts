import { type Formula, isArithmetic } from './formula.ts';
import { formatFormula } from './print.ts';
import type { SpecWarning } from './spec.ts';

/** Warns where a comparison or sum joins signals that are known to have different physical units. */
export function mixedUnitWarnings(formula: Formula, units: Readonly<Record<string, string>>): SpecWarning[] {
  const warnings: SpecWarning[] = [];
  const seen = new Map<Formula, string | null>();
  /** The unit of a term, or null where it is unknown, mixed or changed by the arithmetic. */
  const unitOf = (node: Formula): string | null => {
    const known = seen.get(node);
    if (known !== undefined) return known;
    const parts = node.args.map(unitOf).filter((unit) => unit !== null);
    const joins = node.kind === 'compare' || node.kind === 'add' || node.kind === 'subtract';
    let unit: string | null = null;
    if (node.kind === 'variable') unit = Object.hasOwn(units, node.name!) ? units[node.name!]! : null;
    else if (joins && parts.length === 2 && parts[0] !== parts[1]) {
      warnings.push({
        type: 'mixed_units',
        message: `${formatFormula(node, 'full_parens')} joins ${parts[0]} with ${parts[1]}`,
        line: 1,
        column: 1,
      });
    } else if (
      node.kind === 'negate' ||
      node.kind === 'abs' ||
      node.kind === 'add' ||
      node.kind === 'subtract'
    ) {
      unit = isArithmetic(node.kind) ? (parts[0] ?? null) : null;
    }
    seen.set(node, unit);
    return unit;
  };
  unitOf(formula);
  return warnings;
}
