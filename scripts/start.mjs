/** `npm start`: installs, builds and serves the page at http://localhost:8080 on bundled data. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, install, root } from './steps.mjs';

install();
build();
const child = spawn(process.execPath, [join(root, 'bin/cloudbrain.mjs'), 'serve', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, LLM_PROVIDER: process.env.LLM_PROVIDER ?? 'builtin' },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 0));
