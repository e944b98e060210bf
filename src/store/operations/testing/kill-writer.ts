/**
 * Writes to a store until it is killed, and prints what the store has acknowledged, a line each, after the answer:
 * `operation ID VERSION` or `audit SEQ HASH`. Arguments: the setting as JSON, the day from which its flights go on, so
 * that those of one writer meet none of another's.
 */
import { writeSync } from 'node:fs';
import { sampleDraft } from '#operations';
import { nodeClock } from '../../node-clock.ts';
import { type OperationStoreSetting, openOperationStore } from '../index.ts';

const say = (line: string): void => void writeSync(1, `${line}\n`);

async function main(setting: OperationStoreSetting, day: number): Promise<string> {
  const opened = await openOperationStore(setting, nodeClock());
  if (!opened.ok) return opened.error.message;
  say('ready');
  const prefix = `day_${day}`;
  const store = opened.value;
  const act = { actor: prefix, at: '2026-05-12T08:00:00.000Z', region_time: '2026-05-12T08:00:00.000Z' };
  for (let n = 0; ; n++) {
    const start = new Date(Date.parse('2026-05-12T09:00:00Z') + day * 86_400_000 + n * 600_000).toISOString();
    const draft = sampleDraft({ id: `${prefix}_${n}`, region: prefix, start });
    const accepted = await store.accept(draft, [], act);
    if (!accepted.ok) return accepted.error.type;
    say(`operation ${draft.operation_id} 1`);
    if (n % 3 === 0) {
      const approved = await store.change(draft.operation_id, 'approve', act, null);
      if (!approved.ok) return approved.error.type;
      say(`operation ${draft.operation_id} 2`);
    }
    const { actor, at } = act;
    const head = await store.appendAudit({
      at,
      actor,
      action: 'test.wrote',
      object_id: String(n),
      payload: n,
    });
    if (!head.ok) return head.error.type;
    say(`audit ${head.value.count} ${head.value.head_hash}`);
  }
}

say(`ended ${await main(JSON.parse(process.argv[2]!) as OperationStoreSetting, Number(process.argv[3]))}`);
