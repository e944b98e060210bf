/** Speed and photo spacing of a camera on a wing settle on one another, whatever the wind. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { aircraftFigures, payloadFigures } from '#world';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '../../../store/bundled/survey.ts';
import { groundSpeed } from '../motion/wind.ts';
import { designBlock } from './design.ts';

const catalogue = bundledSurveyCatalogue();
const base = bundledSurveyScenario('s01')!;
const craft = aircraftFigures(catalogue, 'trinity-f90plus');
const payload = payloadFigures(catalogue, 'sony-rx1r2-35');

test('frames at lane speed never follow faster than the camera can, to a billionth', () => {
  assert.ok(craft.ok && payload.ok && payload.value.type === 'camera');
  const { min_trigger_s } = payload.value;
  let bound = 0;
  for (const forward_overlap of [0.6, 0.7, 0.8])
    for (const wind_mps of [0, 3, 6.7, 9])
      for (let deg = 0; deg < 180; deg += 15) {
        const a = (deg * Math.PI) / 180;
        const u = { x: Math.cos(a), y: Math.sin(a) };
        const wind = { x: wind_mps, y: 0 };
        const made = designBlock({
          task: { ...base.tasks[0]!, forward_overlap, quality: { type: 'gsd', gsd_cm: 1.7 } },
          craft: craft.value,
          payload: payload.value,
          airspace: base.airspace,
          wind,
          relief_m: 0,
          low_m: 60,
          high_m: 60,
          u,
        });
        if (!made.ok) continue;
        const { airspeed_mps, photo_spacing_m, groundspeed_max_mps } = made.value;
        const fastest = Math.max(
          groundSpeed(airspeed_mps, wind, u),
          groundSpeed(airspeed_mps, wind, { x: -u.x, y: -u.y }),
        );
        const most = photo_spacing_m! / min_trigger_s;
        assert.ok(Math.min(fastest, groundspeed_max_mps) <= 0.9995 * most * (1 + 1e-9), `${deg} ${wind_mps}`);
        assert.ok(fastest <= groundspeed_max_mps * (1 + 1e-9), `${deg} ${wind_mps}: a wing cannot slow down`);
        if (fastest > 0.999 * groundspeed_max_mps) bound++;
      }
  assert.ok(bound > 20, `the camera was the limit ${bound} times`);
});
