import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { bundledSurveyCatalogue } from '#store';
import { openSurveyPool } from './pool.ts';

test('a thread that breaks between two jobs ends neither the pool nor the process, and the next job is done', async () => {
  const threads: Worker[] = [];
  const note = (thread: Worker): void => void threads.push(thread);
  process.on('worker', note);
  const pool = openSurveyPool(bundledSurveyCatalogue(), 1);
  try {
    const body = new TextEncoder().encode('no JSON');
    const ask = async () => (await pool.run({ kind: 'split', body: body.slice() }, 60)).kind;
    const answer = await ask();
    assert.equal(threads.length, 1);
    // What Node tells of a thread that ran out of heap or threw while it had no job; unheard, it ends the process.
    assert.doesNotThrow(() => threads[0]!.emit('error', new Error('the heap is full')));
    assert.equal(await ask(), answer);
    assert.equal(threads.length, 2, 'another thread took its place');
  } finally {
    process.off('worker', note);
    await pool.close();
  }
});
