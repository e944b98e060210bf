/** geo: frames and exact geometry; knows no drone. */
export * from './frame.ts';
export * from './guard.ts';
export * from './box.ts';
export * from './box-index.ts';
export * from './outline.ts';
export {
  type Segment,
  type Side,
  onSegment,
  outlineContains,
  sideOfLine,
  sideOfOutline,
} from './contains.ts';
export {
  pointSegmentDistance_m,
  segmentDistance_m,
  segmentOutlineDistance_m,
  signedDistance_m,
} from './distance.ts';
export { nearestParameter, parametersInside, segmentTouchesOutline, segmentsTouch } from './segment.ts';
export * from './prism.ts';
export * from './raster.ts';
export * from './leg.ts';
export * from './closest.ts';
export * from './capsule.ts';
