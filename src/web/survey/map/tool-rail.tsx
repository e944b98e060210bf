import { useState } from 'react';
import { useMap } from '../../map/map-context.ts';
import { boxOf } from '../../map/earth.ts';
import { mapTexts } from '../../map/texts.ts';
import { TilesDialog } from '../../map/tiles-dialog.tsx';
import { useText } from '../../shell/settings.ts';
import { IconButton } from '../../ui/buttons.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useDocument } from '../state/document.ts';
import { LAYER_GROUPS, focusOn, toggleLayer, useView } from '../state/view.ts';
import { wholeView } from './scenario-features.ts';
import { surveyMapTexts } from './texts.ts';
import { TOOLS, TOOL_KEYS, takeTool, useTool, type Tool } from './tools.ts';

const ICONS: Readonly<Record<Tool, IconName>> = {
  select: 'cursor',
  edit: 'edit',
  task: 'area',
  hole: 'hole',
  zone: 'zone',
  boundary: 'boundary',
  site: 'site',
  candidate: 'target',
  obstacle: 'obstacle',
  measure: 'measure',
};

/** The tools at the left edge of the map, and the views at its top. */
export function ToolRail(): React.JSX.Element {
  const map = useMap();
  const { t } = useText(surveyMapTexts);
  const { t: m } = useText(mapTexts);
  const tool = useTool((s) => s.tool);
  const selection = useView((s) => s.selection);
  const hidden = useView((s) => s.hidden);
  const tilted = useView((s) => s.tilted);
  const [tiles, setTiles] = useState(false);
  const whole = (): void => {
    const { scenario } = useDocument.getState();
    const box = scenario === null ? null : boxOf(wholeView(scenario));
    if (box !== null) focusOn({ box, mark: null });
  };
  const tilt = (on: boolean): void => {
    useView.setState({ tilted: on });
    map.easeTo({ pitch: on ? 58 : 0, bearing: on ? -20 : 0, duration: 0 });
  };
  return (
    <>
      <div className="tool-rail" role="toolbar" aria-label={t('tools')} aria-orientation="vertical">
        {TOOLS.map((x) => (
          <IconButton
            key={x}
            icon={ICONS[x]}
            label={`${t(x)} (${TOOL_KEYS[x].toUpperCase()})`}
            pressed={tool === x}
            disabled={x === 'edit' && (selection === null || selection.kind === 'unit')}
            testId={`tool-${x}`}
            onClick={() => takeTool(x)}
          />
        ))}
      </div>
      <div className="map-views" role="group" aria-label={m('layers')}>
        <div className="segments">
          <button type="button" aria-pressed={!tilted} onClick={() => tilt(false)}>
            {m('plan_view')}
          </button>
          <button type="button" aria-pressed={tilted} onClick={() => tilt(true)}>
            {m('view_3d')}
          </button>
        </div>
        <IconButton icon="fit" label={m('fit')} onClick={whole} />
        <Menu
          label={m('layers')}
          icon="layers"
          compact
          items={[
            ...LAYER_GROUPS.map((group) => ({
              id: group,
              text: t(`layer_${group}`),
              detail: t(hidden.includes(group) ? 'hidden' : 'shown'),
              icon: (hidden.includes(group) ? 'cross' : 'check') as IconName,
              act: () => toggleLayer(group),
            })),
            { id: 'tiles', text: m('tiles'), icon: 'grid', act: () => setTiles(true) },
          ]}
        />
      </div>
      {tiles ? <TilesDialog onClose={() => setTiles(false)} /> : null}
    </>
  );
}
