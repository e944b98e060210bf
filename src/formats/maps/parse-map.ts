import { type Result, err } from '#base';
import { parseGridJson } from './grid-json.ts';
import { parseMovingAiMap, parseMovingAiVoxels } from './moving-ai.ts';
import { type MapError, type VoxelMap } from './voxel-map.ts';

/** Reads a map by the ending of its name: Moving AI `.map` and `.3dmap`, or the product's grid `.json`. */
export function parseMap(name: string, text: string): Result<VoxelMap, MapError> {
  if (name.endsWith('.3dmap')) return parseMovingAiVoxels(text);
  if (name.endsWith('.map')) return parseMovingAiMap(text);
  if (name.endsWith('.json')) return parseGridJson(text);
  return err({ type: 'unknown_map_format', name });
}
