import { useId, useState } from 'react';
import { readPlace } from '../../map/coordinates.ts';
import { crossesItself } from '../../map/earth.ts';
import { Button } from '../../ui/buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldFrame } from '../../ui/fields.tsx';
import { edit, useDocument } from '../state/document.ts';
import { EDIT } from '../state/labels.ts';
import { ringsOf, withRings } from '../state/objects.ts';
import type { Selection } from '../state/view.ts';
import type { EditKey } from './texts.ts';
import { useForm } from './use-form.ts';

type Read = { readonly rings: [number, number][][] } | { readonly error: EditKey; readonly line: number };

/** Rings from lines of "latitude, longitude"; an empty line begins the next ring. */
export function readRings(text: string): Read {
  const rings: [number, number][][] = [[]];
  for (const [i, line] of text.trimEnd().split('\n').entries()) {
    if (line.trim() === '') {
      if (rings.at(-1)!.length > 0) rings.push([]);
      continue;
    }
    const place = readPlace(line);
    if (place === null) return { error: 'vertices_bad', line: i + 1 };
    rings.at(-1)!.push(place);
  }
  const open = rings.filter((r) => r.length > 0).map(dropClosing);
  if (open.length === 0 || open.some((r) => r.length < 3)) return { error: 'vertices_few', line: 0 };
  if (open.some(crossesItself)) return { error: 'vertices_cross', line: 0 };
  return { rings: open.map((r) => [...r, r[0]!]) };
}

function dropClosing(ring: [number, number][]): [number, number][] {
  const [first, last] = [ring[0]!, ring.at(-1)!];
  return ring.length > 3 && first[0] === last[0] && first[1] === last[1] ? ring.slice(0, -1) : ring;
}

/** The corners of an outline as text: for exact values, and for work without a pointer. */
export function VerticesDialog({
  selection,
  onClose,
}: {
  readonly selection: Selection;
  readonly onClose: () => void;
}): React.JSX.Element {
  const { t } = useForm();
  const id = useId();
  const scenario = useDocument((s) => s.scenario);
  const rings = scenario === null ? null : ringsOf(scenario, selection);
  const [text, setText] = useState(() =>
    (rings ?? [])
      .map((r) =>
        r
          .slice(0, -1)
          .map(([lon, lat]) => `${lat}, ${lon}`)
          .join('\n'),
      )
      .join('\n\n'),
  );
  const [error, setError] = useState<string | null>(null);
  const apply = (): void => {
    const read = readRings(text);
    if ('error' in read) return setError(t(read.error, { line: read.line }));
    edit(EDIT.shape, (s) => withRings(s, selection, read.rings));
    onClose();
  };
  return (
    <Dialog
      title={t('vertices')}
      close_label={t('close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" onClick={apply}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <FieldFrame id={id} label={t('vertices_hint')} error={error} wide>
        <textarea
          id={id}
          rows={14}
          spellCheck={false}
          value={text}
          onChange={(e) => setText(e.target.value)}
        />
      </FieldFrame>
    </Dialog>
  );
}
