import { type Setup } from '../setup.ts';
import { type Answer } from '../search/answer.ts';
import { type WrittenSlot } from './assemble.ts';
import { trackOf } from './sections.ts';
import { writeSortie } from './written.ts';

/** Writes out the flights of an answer. */
export function writeSlots(setup: Setup, answer: Answer): WrittenSlot[] {
  return answer.slots.map((slot) => {
    const work = answer.works.find((w) => w.cls.units.some((u) => u.unit.id === slot.ready.unit.id))!;
    const track = trackOf(slot.planned.ways[slot.way]!.flight, work.mover);
    const written = writeSortie(track, {
      craft: work.cls.craft,
      wind: setup.wind,
      plane: setup.plane,
      ground: setup.ground,
    });
    return { slot, written };
  });
}
