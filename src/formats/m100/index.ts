/** Measured power of the DJI Matrice 100. */
export {
  M100_ATTRIBUTION,
  type PowerSample,
  type RegimePower,
  readM100Power,
  regimePower,
} from './read-m100.ts';
