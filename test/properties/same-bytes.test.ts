import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { JOBS, hashesOf } from './jobs.ts';

const NAMES = Object.keys(JOBS);

/** A worker does not take over the loader of TypeScript. */
const LOADER = `
  const { workerData } = require('node:worker_threads');
  import('tsx/esm/api').then(({ register }) => { register(); return import(workerData); });
`;

function ask(worker: Worker, names: readonly string[]): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.postMessage(names);
  });
}

/** The hashes of all jobs, dealt out to so many of the workers in an order of their own. */
async function dealtTo(workers: readonly Worker[]): Promise<Record<string, string>> {
  const share = (k: number): string[] => NAMES.filter((_, i) => i % workers.length === k).reverse();
  const parts = await Promise.all(workers.map((worker, k) => ask(worker, share(k))));
  return Object.assign({}, ...parts) as Record<string, string>;
}

test('plans, assignments, deconfliction and simulations are the same bytes in 1, 2 and 4 workers and in none', async () => {
  const here = hashesOf(NAMES);
  assert.equal(new Set(Object.values(here)).size, NAMES.length, 'every job has its own outcome');
  const url = new URL('./jobs.ts', import.meta.url).href;
  const workers = [1, 2, 3, 4].map(() => new Worker(LOADER, { eval: true, workerData: url }));
  try {
    for (const count of [1, 2, 4])
      assert.deepEqual(await dealtTo(workers.slice(0, count)), here, `${count} workers`);
  } finally {
    await Promise.all(workers.map((w) => w.terminate()));
  }
});
