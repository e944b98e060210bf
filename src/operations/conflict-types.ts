/** What two or more operations cannot share. */
export type ConflictKind = 'separation' | 'same_pad' | 'corridor_capacity' | 'same_aircraft';

/** A position for people: WGS84 degrees, height above mean sea level. */
export type ConflictPlace = { readonly lon: number; readonly lat: number; readonly amsl_m: number };

/**
 * Why an operation is refused: which stored operations it meets, when, where and by how much. It names exactly its causes.
 * `value` and `limit` are a distance in metres (separation, same_pad) or places taken and places there are
 * (corridor_capacity); null where nothing is measured: the same aircraft, or a pair that no plane holds (`value` null,
 * unknown is never clear).
 */
export type Conflict = {
  readonly kind: ConflictKind;
  readonly operation_id: string;
  /** Ids of the stored operations, by code units. */
  readonly others: readonly string[];
  /** First moment of the worst: the closest approach, the fullest moment, the first shared one. UTC, milliseconds. */
  readonly at: string;
  readonly place: ConflictPlace | null;
  readonly corridor_id: string | null;
  readonly value: number | null;
  readonly limit: number | null;
  readonly unit: 'm' | 'count' | null;
  readonly text: { readonly en: string; readonly ru: string };
};
