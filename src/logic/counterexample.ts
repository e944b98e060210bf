/** Placeholder types until the explanation is written. */
export type Counterexample = { readonly text: string };
export function explainSampled(_: unknown): Counterexample | null {
  return null;
}
export function explainDense(_: unknown): Counterexample | null {
  return null;
}
