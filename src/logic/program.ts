import { type Bound, type Comparison, type Formula, type FormulaKind, isArithmetic } from './formula.ts';

/**
 * How a node is read: `value` is its number or robustness; `truth` is +1 or -1 by exact comparison, so that
 * `>` and `>=` differ at equality.
 */
export type Role = 'value' | 'truth';

/** One step of an evaluation: computed once, from the results of earlier steps. */
export type Step = {
  readonly id: number;
  readonly kind: FormulaKind;
  readonly role: Role;
  readonly formula: Formula;
  /** Ids of the operands' steps. */
  readonly args: readonly number[];
  /** Of a number or boolean in its role; null elsewhere. */
  readonly constant: number | null;
  readonly bound: Bound | null;
  readonly compare: Comparison | null;
};

/** Steps in an order in which operands come first; the last is the formula itself. */
export type Program = {
  readonly steps: readonly Step[];
  /** For each step, the id of the last step that reads it (its own id for the root). */
  readonly lastUse: readonly number[];
  /** The step that computes a sub-formula in the role of the root; none for parts that only have values. */
  readonly idOf: ReadonlyMap<Formula, number>;
};

/**
 * Rewrites the derived operators by their definitions: unless[a,b] = always[0,b] p or p until[a,b] q,
 * release as the dual of until, strong release q until (p and q). Constant arithmetic is computed.
 */
export function lower(formula: Formula): Formula {
  const done = new Map<Formula, Formula>();
  const visit = (node: Formula): Formula => {
    const known = done.get(node);
    if (known !== undefined) return known;
    const args = node.args.map(visit);
    const result = rewrite(node, args);
    done.set(node, result);
    return result;
  };
  return visit(formula);
}

function not(arg: Formula): Formula {
  return { kind: 'not', args: [arg] };
}

function withBound(kind: FormulaKind, args: readonly Formula[], bound: Bound | undefined): Formula {
  return bound === undefined ? { kind, args } : { kind, args, bound };
}

function rewrite(node: Formula, args: readonly Formula[]): Formula {
  const [left, right] = [args[0]!, args[1]!];
  const bound = node.bound;
  switch (node.kind) {
    case 'unless': {
      const whole = bound === undefined ? undefined : { from: 0, to: bound.to, unit: bound.unit };
      return {
        kind: 'or',
        args: [withBound('always', [left], whole), withBound('until', args, bound)],
      };
    }
    case 'release':
      return not(withBound('until', [not(left), not(right)], bound));
    case 'strong_release':
      return withBound('until', [right, { kind: 'and', args: [left, right] }], bound);
    default:
  }
  if (isArithmetic(node.kind) && args.every((arg) => arg.kind === 'number')) {
    const value = arithmetic(node.kind, left.value!, right?.value ?? 0);
    if (Number.isFinite(value)) return { kind: 'number', args: [], value };
  }
  return args.every((arg, i) => arg === node.args[i]) ? node : { ...node, args };
}

/** One arithmetic operation on plain numbers; `right` is ignored by those with one operand. */
export function arithmetic(kind: FormulaKind, left: number, right: number): number {
  switch (kind) {
    case 'add':
      return left + right;
    case 'subtract':
      return left - right;
    case 'multiply':
      return left * right;
    case 'divide':
      return right === 0 ? NaN : left / right;
    case 'negate':
      return -left;
    case 'abs':
      return Math.abs(left);
    case 'sqrt':
      return Math.sqrt(left);
    case 'exp':
      return Math.exp(left);
    case 'pow':
      return Math.pow(left, right);
    case 'log':
      return left > 0 && right > 0 && right !== 1 ? Math.log(left) / Math.log(right) : NaN;
    default:
      return left > 0 ? Math.log(left) : NaN;
  }
}

/** Plans an evaluation of a lowered formula; equal sub-formulas in the same role become one step. */
export function planProgram(root: Formula, role: Role): Program {
  const steps: Step[] = [];
  const byKey = new Map<string, number>();
  const byNode = new Map<Role, Map<Formula, number>>([
    ['value', new Map()],
    ['truth', new Map()],
  ]);
  const visit = (node: Formula, as: Role): number => {
    const cached = byNode.get(as)!.get(node);
    if (cached !== undefined) return cached;
    const inner: Role = node.kind === 'compare' || isArithmetic(node.kind) ? 'value' : as;
    const args = node.args.map((arg) => visit(arg, inner));
    const b = node.bound;
    const window = b === undefined ? '' : `[${b.from},${b.to},${b.unit}]`;
    const key = `${as} ${node.kind} ${node.name ?? ''}|${node.value ?? ''}|${node.compare ?? ''}${window}(${args.join()})`;
    let id = byKey.get(key);
    if (id === undefined) {
      id = steps.length;
      byKey.set(key, id);
      steps.push({
        id,
        kind: node.kind,
        role: as,
        formula: node,
        args,
        constant: constantOf(node, as),
        bound: node.bound ?? null,
        compare: node.compare ?? null,
      });
    }
    byNode.get(as)!.set(node, id);
    return id;
  };
  visit(root, role);
  const lastUse = steps.map((step) => step.id);
  for (const step of steps) for (const arg of step.args) lastUse[arg] = step.id;
  return { steps, lastUse, idOf: byNode.get(role)! };
}

function constantOf(node: Formula, role: Role): number | null {
  if (node.kind === 'boolean') {
    const magnitude = role === 'truth' ? 1 : Infinity;
    return node.value === 1 ? magnitude : -magnitude;
  }
  if (node.kind !== 'number') return null;
  return role === 'truth' ? (node.value! > 0 ? 1 : -1) : node.value!;
}

/**
 * How far past operators under a future operator can look back, in the bounds' own unit: how much longer
 * a held (or unknown) tail must be before everything is constant. Sampled neighbours count one step.
 */
export function pastMemory(formula: Formula, perStep: number): number {
  const seen = new Map<Formula, number>();
  const visit = (node: Formula): number => {
    const known = seen.get(node);
    if (known !== undefined) return known;
    let own = 0;
    const b = node.bound;
    const looksBack = node.kind === 'once' || node.kind === 'historically' || node.kind === 'since';
    if (node.kind === 'precedes') own = b!.to;
    else if (looksBack && b !== undefined) own = b.to === Infinity ? b.from : b.to;
    else if (['rise', 'fall', 'prev', 'strong_prev'].includes(node.kind)) own = perStep;
    const result = own + Math.max(0, ...node.args.map(visit));
    seen.set(node, result);
    return result;
  };
  return visit(formula);
}

/** The furthest a formula looks ahead, in seconds (or steps); Infinity where a window never closes. */
export function futureHorizon(formula: Formula, perStep: number): number {
  let own = 0;
  const b = formula.bound;
  const future = ['always', 'eventually', 'until', 'unless', 'release', 'strong_release'];
  if (future.includes(formula.kind)) own = b === undefined ? Infinity : b.to;
  else if (formula.kind === 'next' || formula.kind === 'strong_next') own = perStep;
  return own + Math.max(0, ...formula.args.map((arg) => futureHorizon(arg, perStep)));
}
