import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** A Chromium, or null: browser tests then say that they were skipped. */
export const CHROMIUM =
  [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((p) => p !== undefined && existsSync(p)) ?? null;

/** Where screenshots go. */
export const ARTIFACTS = 'test-artifacts';
mkdirSync(ARTIFACTS, { recursive: true });

/** Software WebGL, and no calls to the outside. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM!,
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A running server of the built product. */
export type Served = {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Ends the process at once, as a power cut would; resolves when it is gone. */
  readonly kill: () => Promise<void>;
};

/** Starts `cloudbrain serve` on a free port and waits until it answers. */
export async function serve(env: Record<string, string> = {}, args: readonly string[] = []): Promise<Served> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['bin/cloudbrain.mjs', 'serve', '--port', '0', ...args],
    {
      env: { ...process.env, LLM_PROVIDER: 'builtin', CLOUDBRAIN_DATA_DIR: 'memory', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`the server did not start: ${text}`)), 60_000);
    child.stderr!.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const match = /at (http:\/\/\S+)/.exec(text);
      if (match === null) return;
      clearTimeout(timer);
      resolve(match[1]!.replace('localhost', '127.0.0.1'));
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
  const end = (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> =>
    new Promise((resolve) => {
      child.removeAllListeners('exit');
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  return { url, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
