import { bearing_deg, distance_m, length_m, ringArea_m2, type Place } from '../../map/earth.ts';
import { mapTexts } from '../../map/texts.ts';
import { area, brief, distance } from '../../i18n/format.ts';
import { useText } from '../../shell/settings.ts';
import { useView } from '../state/view.ts';
import { surveyMapTexts } from './texts.ts';
import { useTool } from './tools.ts';

/** What the tool in hand expects, with the measures of what is drawn so far. */
export function DrawHelp(): React.JSX.Element | null {
  const { tool, points, pointer } = useTool();
  const kind = useView((s) => s.selection?.kind ?? null);
  const { t, language } = useText(surveyMapTexts);
  const { t: m } = useText(mapTexts);
  if (tool === 'select') return null;
  const polygonal = tool === 'task' || tool === 'hole' || tool === 'zone' || tool === 'boundary';
  const outline = kind === 'task' || kind === 'zone' || kind === 'boundary';
  const hint = polygonal
    ? t('hint_polygon')
    : tool === 'measure'
      ? t('hint_measure')
      : tool === 'edit'
        ? t(outline ? 'hint_edit' : 'hint_move')
        : t('hint_point');
  const line = withPointer(points, pointer);
  const [a, b] = [line.at(-2), line.at(-1)];
  const facts: string[] = [];
  if ((polygonal || tool === 'measure') && a !== undefined && b !== undefined) {
    facts.push(`${m('measure_last')} ${distance(distance_m(a, b), language)}`);
    facts.push(`${m('measure_bearing')} ${brief(bearing_deg(a, b), 1, language)}°`);
    if (tool === 'measure') facts.push(`${m('measure_length')} ${distance(length_m(line), language)}`);
    if (line.length >= 3) facts.push(`${m('measure_area')} ${area(ringArea_m2(line), language)}`);
  }
  return (
    <div className="draw-help" role="status">
      <span>{hint}</span>
      {facts.length === 0 ? null : <strong>{facts.join(' · ')}</strong>}
    </div>
  );
}

/** The drawing up to the pointer; one that rests on the last point makes no leg of its own. */
function withPointer(points: readonly Place[], pointer: Place | null): readonly Place[] {
  const last = points.at(-1);
  if (pointer === null || (last !== undefined && distance_m(last, pointer) < 0.1)) return points;
  return [...points, pointer];
}
