import { useEffect, useRef, useState } from 'react';
import { readLocal, writeLocal } from '../shell/local.ts';
import { useText } from '../shell/settings.ts';
import { useMap } from './map-context.ts';
import { COORDINATE_FORMS, coordinateText, type CoordinateForm } from './coordinates.ts';
import { mapTexts } from './texts.ts';

const KEY = 'cloudbrain.coordinates';

function kept(): CoordinateForm {
  const form = readLocal<string>(KEY);
  return COORDINATE_FORMS.find((f) => f === form) ?? 'decimal';
}

/** The position under the pointer, else of the map's centre. The text is written past React: it changes at every move. */
export function CursorReadout(): React.JSX.Element {
  const map = useMap();
  const { t } = useText(mapTexts);
  const [form, setForm] = useState<CoordinateForm>(kept);
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let place: [number, number] | null = null;
    const write = (): void => {
      const centre = map.getCenter();
      const next = coordinateText(place ?? [centre.lng, centre.lat], form);
      // The map's point under a dragging pointer stays the same: a write of the same text would only repaint.
      if (text.current !== null && text.current.textContent !== next) text.current.textContent = next;
    };
    const move = (e: { lngLat: { lng: number; lat: number } }): void => {
      place = [e.lngLat.lng, e.lngLat.lat];
      write();
    };
    const out = (): void => {
      place = null;
      write();
    };
    map.on('mousemove', move);
    map.on('mouseout', out);
    map.on('moveend', write);
    write();
    return () => {
      map.off('mousemove', move);
      map.off('mouseout', out);
      map.off('moveend', write);
    };
  }, [map, form]);
  return (
    <button
      type="button"
      className="cursor-readout"
      title={t('coordinates')}
      onClick={() => {
        const next = COORDINATE_FORMS[(COORDINATE_FORMS.indexOf(form) + 1) % COORDINATE_FORMS.length]!;
        writeLocal(KEY, next);
        setForm(next);
      }}
    >
      <small>{t(form)}</small> <span ref={text} />
    </button>
  );
}
