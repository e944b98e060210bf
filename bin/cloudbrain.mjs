#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
if (!existsSync(main)) {
  process.stderr.write('cloudbrain is not built yet: run `npm start` once, or `npm ci && npm run build`\n');
  process.exit(2);
}
const { main: run } = await import(pathToFileURL(main).href);
process.exitCode = await run(process.argv.slice(2));
