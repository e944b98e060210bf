import { useEffect, useRef } from 'react';
import { unitText } from '../i18n/format.ts';
import { useText } from '../shell/settings.ts';
import { useMap } from './map-context.ts';
import { roundLength_m } from './round-length.ts';
import { mapTexts } from './texts.ts';

/** The longest the bar may be, pixels. */
const LONGEST_PX = 110;

/** A metric scale of the map's middle. It is written past React, and only where it changes: a write repaints. */
export function ScaleBar(): React.JSX.Element {
  const map = useMap();
  const { t, language } = useText(mapTexts);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const write = (): void => {
      const { clientWidth: width, clientHeight: height } = map.getContainer();
      const [left, right, y] = [(width - LONGEST_PX) / 2, (width + LONGEST_PX) / 2, height / 2];
      const across_m = map.unproject([left, y]).distanceTo(map.unproject([right, y]));
      if (bar.current === null || !(across_m > 0)) return;
      const round_m = roundLength_m(across_m);
      const [value, unit] = round_m >= 1000 ? [round_m / 1000, 'km'] : [round_m, 'm'];
      const text = `${value}\u00a0${unitText(unit, language)}`;
      const px = `${Math.round((LONGEST_PX * round_m) / across_m)}px`;
      if (bar.current.textContent !== text) bar.current.textContent = text;
      if (bar.current.style.width !== px) bar.current.style.width = px;
    };
    map.on('move', write);
    write();
    return () => void map.off('move', write);
  }, [map, language]);
  return (
    <div className="maplibregl-ctrl-bottom-left">
      <div
        className="maplibregl-ctrl maplibregl-ctrl-scale"
        title={t('scale')}
        ref={bar}
        data-testid="scale"
      />
    </div>
  );
}
