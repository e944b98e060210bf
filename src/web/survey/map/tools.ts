import { create } from 'zustand';
import type { Place } from '../../map/earth.ts';

/** What a click on the map does. */
export const TOOLS = [
  'select',
  'edit',
  'task',
  'hole',
  'zone',
  'boundary',
  'site',
  'candidate',
  'obstacle',
  'measure',
] as const;
export type Tool = (typeof TOOLS)[number];

/** Keys of the tools. */
export const TOOL_KEYS: Readonly<Record<Tool, string>> = {
  select: 'v',
  edit: 'e',
  task: 'a',
  hole: 'h',
  zone: 'z',
  boundary: 'b',
  site: 's',
  candidate: 'c',
  obstacle: 'o',
  measure: 'm',
};

type ToolState = {
  readonly tool: Tool;
  /** Points of the present drawing, and the pointer. */
  readonly points: readonly Place[];
  readonly pointer: Place | null;
};

/** The tool in hand. */
export const useTool = create<ToolState>()(() => ({ tool: 'select', points: [], pointer: null }));

/** Takes a tool. */
export function takeTool(tool: Tool): void {
  useTool.setState({ tool, points: [], pointer: null });
}
