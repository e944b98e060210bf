/** Writes the bundled demo city anew: `node --conditions=cloudbrain-src --import tsx src/store/write-demo-city.ts`. */
import { demoCity } from '#world';
import { bundledCityPath } from './load-city.ts';
import { stateText } from './state-text.ts';
import { writeWhole } from './read-file.ts';

const path = bundledCityPath('demo')!;
const written = writeWhole(path, stateText(demoCity()));
if (!written.ok) throw new Error(written.error.message);
