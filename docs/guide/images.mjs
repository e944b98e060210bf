/** Takes the pictures of the guide from what the page's tests have drawn: `node docs/guide/images.mjs` after `npm run test:e2e`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { PNG } from 'pngjs';

const PICTURES = [
  'survey-result',
  'survey-finding',
  'survey-draw',
  'assistant',
  'variants',
  'success',
  'operations',
];
/** Pixels of a test's picture that become one of the guide's, along each side. */
const SHRINK = 2;

/** The mean of each block of pixels: half the size, a quarter of the bytes, still readable. */
function shrink(source) {
  const target = new PNG({
    width: Math.floor(source.width / SHRINK),
    height: Math.floor(source.height / SHRINK),
    colorType: 2,
  });
  for (let y = 0; y < target.height; y++)
    for (let x = 0; x < target.width; x++)
      for (let channel = 0; channel < 4; channel++) {
        let sum = 0;
        for (let dy = 0; dy < SHRINK; dy++)
          for (let dx = 0; dx < SHRINK; dx++)
            sum += source.data[((y * SHRINK + dy) * source.width + x * SHRINK + dx) * 4 + channel];
        target.data[(y * target.width + x) * 4 + channel] = Math.round(sum / SHRINK ** 2);
      }
  return target;
}

mkdirSync('docs/guide/img', { recursive: true });
for (const language of ['en', 'ru'])
  for (const name of PICTURES) {
    const from = `test-artifacts/page-${language}-${name}.png`;
    if (!existsSync(from)) continue;
    const small = PNG.sync.write(shrink(PNG.sync.read(readFileSync(from))), {
      colorType: 2,
      deflateLevel: 9,
    });
    writeFileSync(`docs/guide/img/${language}-${name}.png`, small);
    process.stdout.write(`${language}-${name}.png  ${(small.length / 1024).toFixed(0)} kB\n`);
  }
