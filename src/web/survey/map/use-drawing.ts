import { useEffect, useRef } from 'react';
import type { Map } from 'maplibre-gl';
import type { SurveyScenario } from '#world';
import { Drawing, isTyping, type DrawTask } from '../../map/drawing.ts';
import { crossesItself, type Place } from '../../map/earth.ts';
import type { Bilingual, Translate } from '../../i18n/language.ts';
import { toast } from '../../ui/toasts.tsx';
import { edit, useDocument } from '../state/document.ts';
import { EDIT } from '../state/labels.ts';
import {
  obstacleAt,
  placeOf,
  polygonOf,
  ringsOf,
  siteAt,
  taskLike,
  withAirspace,
  withHole,
  withPlace,
  withRings,
  zoneOf,
} from '../state/objects.ts';
import { select, useView, type Selection } from '../state/view.ts';
import { snapTargets } from './scenario-features.ts';
import type { surveyMapTexts } from './texts.ts';
import { TOOLS, TOOL_KEYS, takeTool, useTool, type Tool } from './tools.ts';

type Say = Translate<keyof (typeof surveyMapTexts)['en']>;

/** Lets the tool in hand draw into the scenario. Every finished drawing is one edit that can be undone. */
export function useDrawing(map: Map, say: Say): void {
  const tool = useTool((s) => s.tool);
  const selection = useView((s) => s.selection);
  const scenario = useDocument((s) => s.scenario);
  const drawing = useRef<Drawing | null>(null);
  const words = useRef(say);
  words.current = say;

  useEffect(() => {
    const made = new Drawing(map, {
      targets: () => {
        const { scenario: s } = useDocument.getState();
        const editing = useTool.getState().tool === 'edit';
        return s === null ? [] : snapTargets(s, editing ? useView.getState().selection : null);
      },
      onDone: (points) => finished(points, words.current),
      onEdit: (rings) => reshaped(rings, words.current),
      onCancel: () => takeTool('select'),
      onProgress: (points, pointer) => {
        if (useTool.getState().tool !== 'select') useTool.setState({ points, pointer });
      },
    });
    drawing.current = made;
    return () => made.destroy();
  }, [map]);

  useEffect(() => {
    drawing.current?.start(scenario === null ? null : taskOf(tool, scenario, selection));
    // While drawing goes on, other edits must not throw its points away.
  }, [tool, selection, tool === 'edit' ? scenario : null]);

  useEffect(() => {
    const key = (e: KeyboardEvent): void => {
      if (e.ctrlKey || e.metaKey || e.altKey || isTyping(e.target)) return;
      const found = TOOLS.find((x) => TOOL_KEYS[x] === e.key.toLowerCase());
      if (found !== undefined) takeTool(found);
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, []);
}

function taskOf(tool: Tool, s: SurveyScenario, selection: Selection | null): DrawTask | null {
  switch (tool) {
    case 'select':
      return null;
    case 'task':
    case 'hole':
    case 'zone':
    case 'boundary':
      return { kind: 'polygon' };
    case 'measure':
      return { kind: 'line' };
    case 'edit': {
      const rings = ringsOf(s, selection);
      if (rings !== null) return { kind: 'edit', rings };
      const place = placeOf(s, selection);
      return place === null ? null : { kind: 'move', place };
    }
    default:
      return { kind: 'point' };
  }
}

/** Takes a finished drawing into the scenario; false where it cannot be taken, and drawing goes on. */
function finished(points: [number, number][], say: Say): boolean {
  const { tool } = useTool.getState();
  const selection = useView.getState().selection;
  if (tool === 'edit' && selection !== null)
    return edit(EDIT.move, (s) => withPlace(s, selection, points[0]!)) || true;
  if (points.length > 1 && crossesItself(points)) {
    toast('bad', say('crossing'));
    return false;
  }
  const { scenario } = useDocument.getState();
  if (scenario === null) return true;
  const made = make(tool, scenario, points, say);
  if (made === null) {
    toast('bad', say('hole_outside'));
    return false;
  }
  edit(made.label, () => made.scenario);
  takeTool('select');
  if (made.selection !== null) select(made.selection);
  return true;
}

type Made = {
  readonly label: Bilingual;
  readonly scenario: SurveyScenario;
  readonly selection: Selection | null;
};

function make(tool: Tool, s: SurveyScenario, points: readonly Place[], say: Say): Made | null {
  const at = points[0]!;
  switch (tool) {
    case 'task': {
      const task = taskLike(s, polygonOf(points), `${say('new_area')} ${s.tasks.length + 1}`);
      return {
        label: EDIT.add_area,
        scenario: { ...s, tasks: [...s.tasks, task] },
        selection: { kind: 'task', id: task.id },
      };
    }
    case 'hole': {
      const scenario = withHole(s, points);
      return scenario === null ? null : { label: EDIT.add_hole, scenario, selection: null };
    }
    case 'zone': {
      const zones = s.airspace.no_fly_zones;
      const zone = zoneOf(s, polygonOf(points), `${say('new_zone')} ${zones.length + 1}`);
      return {
        label: EDIT.add_zone,
        scenario: withAirspace(s, { no_fly_zones: [...zones, zone] }),
        selection: { kind: 'zone', id: zone.id },
      };
    }
    case 'boundary':
      return {
        label: EDIT.boundary,
        scenario: withAirspace(s, { boundary: polygonOf(points) }),
        selection: { kind: 'boundary', id: 'boundary' },
      };
    case 'candidate': {
      const site = siteAt(s, at, `${say('new_candidate')} ${s.candidate_sites.length + 1}`, 'cand');
      return {
        label: EDIT.add_candidate,
        scenario: { ...s, candidate_sites: [...s.candidate_sites, site] },
        selection: { kind: 'candidate', id: site.id },
      };
    }
    case 'obstacle': {
      const obstacle = obstacleAt(s, at, `${say('new_obstacle')} ${s.airspace.obstacles.length + 1}`);
      return {
        label: EDIT.add_obstacle,
        scenario: withAirspace(s, { obstacles: [...s.airspace.obstacles, obstacle] }),
        selection: { kind: 'obstacle', id: obstacle.id },
      };
    }
    default: {
      const site = siteAt(s, at, `${say('new_site')} ${s.sites.length + 1}`, 'site');
      return {
        label: EDIT.add_site,
        scenario: { ...s, sites: [...s.sites, site] },
        selection: { kind: 'site', id: site.id },
      };
    }
  }
}

function reshaped(rings: [number, number][][], say: Say): boolean {
  const selection = useView.getState().selection;
  if (selection === null) return false;
  if (rings.some((r) => crossesItself(r.slice(0, -1)))) {
    toast('bad', say('crossing'));
    return false;
  }
  edit(EDIT.shape, (s) => withRings(s, selection, rings));
  return true;
}
