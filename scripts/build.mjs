/** Builds dist/: the core and the command line by the compiler, the page by vite, bundled data by copying. */
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './steps.mjs';

rmSync(join(root, 'dist'), { recursive: true, force: true });
run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']);
if (existsSync(join(root, 'src/store/bundled'))) {
  cpSync(join(root, 'src/store/bundled'), join(root, 'dist/store/bundled'), { recursive: true });
}
cpSync(join(root, 'src/gateway/survey/survey.proto'), join(root, 'dist/gateway/survey/survey.proto'));
if (existsSync(join(root, 'src/web/vite.config.ts'))) {
  run(process.execPath, [
    'node_modules/vite/bin/vite.js',
    'build',
    '--config',
    'src/web/vite.config.ts',
    '--logLevel',
    'warn',
  ]);
}
writeFileSync(join(root, 'dist', '.built'), '');
