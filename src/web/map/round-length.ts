/** The longest of 1, 2, 3 and 5 times a power of ten that is not longer, metres. */
export function roundLength_m(most_m: number): number {
  const power = 10 ** Math.floor(Math.log10(most_m));
  return power * ([5, 3, 2].find((n) => n * power <= most_m) ?? 1);
}
