import { type Pt } from '../plane/projection.ts';
import { along } from '../plane/vec.ts';
import { type Design } from '../sensing/design.ts';
import { type HeightLine } from './heights.ts';

/** The lanes of one task for one kind of aircraft and payload. */
export type Block = {
  readonly id: string;
  readonly task_id: string;
  readonly payload_id: string;
  readonly design: Design;
  readonly u: Pt;
  readonly swath_angle_deg: number;
  readonly spacing_m: number;
  readonly rim_photos: number;
};

/** A lane to fly, in the plane; `a` and `b` are its ends, `u` runs from `a` to `b`. */
export type Lane = {
  readonly index: number;
  readonly id: string;
  readonly block: Block;
  readonly role: 'main' | 'cross' | 'tie';
  readonly line: number;
  readonly a: Pt;
  readonly b: Pt;
  readonly u: Pt;
  readonly length_m: number;
  /** The part that has to be covered, distances from `a`; what lies outside is for frames of the rim. */
  readonly core_m: readonly [number, number];
  readonly heights: HeightLine;
  /** Free distance beyond each end along the line, up to what any turn needs: [beyond a, beyond b]. */
  readonly room_m: readonly [number, number];
};

/** A lane or a part of it in a direction: from `from_m` to `to_m`, distances from `a`; backwards if `to_m` is smaller. */
export type Piece = { readonly lane: Lane; readonly from_m: number; readonly to_m: number };

/** Place on a lane. */
export const pointOn = (lane: Lane, along_m: number): Pt => along(lane.a, lane.u, along_m);

/** Direction of flight of a piece. */
export const directionOf = (piece: Piece): Pt =>
  piece.to_m >= piece.from_m ? piece.lane.u : { x: -piece.lane.u.x, y: -piece.lane.u.y };

/** Length of a piece. */
export const lengthOf = (piece: Piece): number => Math.abs(piece.to_m - piece.from_m);

/** Frames taken on a piece: evenly from end to end, at most the photo spacing apart; 0 for sensors without frames. */
export function framesOn(piece: Piece): number {
  const d = piece.lane.block.design.photo_spacing_m;
  return d === null ? 0 : Math.ceil(lengthOf(piece) / d - 1e-9) + 1;
}

/** Distance between the frames of a piece; null where there are fewer than two. */
export function frameGap_m(piece: Piece): number | null {
  const frames = framesOn(piece);
  return frames > 1 ? lengthOf(piece) / (frames - 1) : null;
}

/** The same piece flown the other way. */
export const reversed = (piece: Piece): Piece => ({ ...piece, from_m: piece.to_m, to_m: piece.from_m });

/** The whole lane; direction 0 is from a to b. */
export const wholeLane = (lane: Lane, direction: 0 | 1): Piece =>
  direction === 0 ? { lane, from_m: 0, to_m: lane.length_m } : { lane, from_m: lane.length_m, to_m: 0 };

/** Free distance beyond a place of a lane, going on in a direction (+1 towards b). */
export function roomBeyond(lane: Lane, along_m: number, sign: 1 | -1): number {
  return sign > 0 ? lane.length_m - along_m + lane.room_m[1] : along_m + lane.room_m[0];
}
