import { type Job, makeJob } from './class-work.ts';
import { settled } from './directions.ts';
import { type OpenTask, type Problem } from './problem.ts';
import { type ShareTable, cutRegion } from './shares.ts';

/** Jobs of each class under a sharing; shared tasks are cut into parts. */
export function shareOut(problem: Problem, table: ShareTable): Map<number, Job[]> {
  const { open } = problem;
  const out = new Map<number, Job[]>();
  const give = (c: number, job: Job): void => void out.set(c, [...(out.get(c) ?? []), job]);
  open.forEach((t, task) => {
    const used = [...t.jobs.keys()]
      .map((c) => ({ c, share: table[c]![task]! }))
      .filter((x) => x.share > 0)
      .sort((a, b) => a.c - b.c);
    const parts = used.length > 1 ? partsOf(problem, t, used) : null;
    if (parts !== null) for (const { c, job } of parts) give(c, job);
    else {
      const c = wholeTo(t, used);
      give(c, t.jobs.get(c)!);
    }
  });
  return out;
}

/** Who flies a whole task: of those that leave least of it undone, the one with the greatest share. */
function wholeTo(t: OpenTask, used: readonly ClassShare[]): number {
  const share = (c: number): number => used.find((x) => x.c === c)?.share ?? 0;
  return [...t.jobs]
    .map(([c, job]) => ({ c, job }))
    .reduce((a, b) => {
      const fewer = b.job.faults - a.job.faults;
      return fewer < 0 || (fewer === 0 && share(b.c) > share(a.c)) ? b : a;
    }).c;
}

type ClassShare = { readonly c: number; readonly share: number };

/**
 * A task cut along its lanes among classes. All parts are flown in one direction: then the lanes on both sides of a seam
 * are as far apart everywhere as the mean of their spacings. Null where no direction suits all of them, or where a part
 * would be left undone by its class that another class could fly.
 */
function partsOf(
  problem: Problem,
  t: OpenTask,
  used: readonly ClassShare[],
): { readonly c: number; readonly job: Job }[] | null {
  const { setup, fleet, spaces } = problem;
  const place = setup.tasks[t.index]!;
  for (const angle of commonAngles(t, used)) {
    const v = { x: -Math.sin(angle), y: Math.cos(angle) };
    // Classes whose sites lie further along the cut's direction take the parts further along.
    const at = (c: number): number => {
      const ps = fleet.classes[c]!.units.map((u) => u.place.p.x * v.x + u.place.p.y * v.y);
      return ps.reduce((a, b) => a + b, 0) / ps.length;
    };
    const order = [...used].sort((a, b) => at(a.c) - at(b.c) || a.c - b.c);
    const regions = cutRegion(
      t.required,
      v,
      order.map((o) => o.share),
    );
    const jobs = order.flatMap(({ c }, i) => {
      const { job } = makeJob(
        setup,
        fleet.classes[c]!,
        { ...place, fixed_angle: angle },
        {
          required: regions[i]!,
          space: spaces.of(fleet.classes[c]!),
          directions: 1,
        },
      );
      if (job === null) return [];
      return [
        {
          c,
          job: settled(
            { setup, cls: fleet.classes[c]!, space: spaces.of(fleet.classes[c]!), compare: false },
            job,
          ),
        },
      ];
    });
    if (jobs.length < order.length) continue;
    const doable = [...t.jobs.values()].some((job) => job.faults === 0);
    return doable && jobs.some(({ job }) => job.faults > 0) ? null : jobs;
  }
  return null;
}

/** Directions for a shared task, the least likely work of the shares first; what a class has not tried counts by its worst. */
function commonAngles(t: OpenTask, used: readonly ClassShare[]): number[] {
  const plans = used.map(({ c }) => t.jobs.get(c)!.plans);
  const angles = [...new Set(plans.flatMap((own) => own.map((p) => p.angle)))];
  const likely = (angle: number): number =>
    used.reduce((sum, { share }, i) => {
      const own = plans[i]!;
      const near = own.find((p) => Math.abs(p.angle - angle) < 0.02);
      return sum + share * (near ?? own[own.length - 1]!).estimate_s;
    }, 0);
  return angles
    .map((a) => ({ a, s: likely(a) }))
    .sort((p, q) => p.s - q.s || p.a - q.a)
    .map((x) => x.a);
}
