import { type Result, ok } from '#base';
import { type Counterexample, type FailureType, PROGRAM_RULES, type SpecVerdict, type Verdict } from '#ir';
import { checkBand, checkCeiling } from './altitude.ts';
import { checkCorridors } from './corridors.ts';
import { checkReserve } from './energy.ts';
import { type Finding, NOWHERE } from './finding.ts';
import { type Flight, type VerifyError, type VerifyRequest, prepareFlight } from './flight.ts';
import { checkFree, checkLanding, checkLimits, checkMap, checkStart, checkWind } from './kinematics.ts';
import { checkObstacles, checkSensitive, checkTraffic, checkZones } from './separation.ts';
import { checkPads } from './pads.ts';
import { checkDeadline, checkStops } from './stops.ts';
import { FAR_M } from './series.ts';
import { ruleTemplates } from './templates.ts';
import { checkWayHome } from './way-home.ts';
import { type TextJudge, type TextVerdict, textJudge } from './text-check.ts';

/**
 * Judges a trajectory by the rules R1 to R6, by what the aircraft and the mission allow, and by an IR's own texts.
 * Every rule is measured twice: exactly, on the straight 4-D legs, and as a temporal specification monitored on the
 * flight's signals. It is satisfied only if both say so; its robustness is the smaller. Unknown does not pass.
 */
export function verify(request: VerifyRequest): Result<Verdict, VerifyError> {
  const prepared = prepareFlight(request);
  if (!prepared.ok) return prepared;
  const flight = prepared.value;
  const judge = textJudge(flight);
  const findings = [
    ...exactFindings(flight).map((f) => withTemplates(f, flight, judge)),
    ...ownTexts(flight, judge),
  ];
  return ok({
    passed: findings.every((f) => f.satisfied === true),
    specs: findings.map(specVerdict),
    violations: findings
      .filter((f) => f.satisfied !== true)
      .sort(worstFirst)
      .map(counterexampleOf),
  });
}

/** The exact measurements, in the order of the rules. */
export function exactFindings(flight: Flight): Finding[] {
  return [
    checkZones,
    checkObstacles,
    checkSensitive,
    checkTraffic,
    checkPads,
    checkBand,
    checkCeiling,
    checkDeadline,
    checkReserve,
    checkWayHome,
    checkCorridors,
    checkStart,
    checkStops,
    checkLanding,
    checkLimits,
    checkWind,
    checkMap,
    checkFree,
  ].map((check) => check(flight));
}

/** Joins an exact finding with its rule's monitored texts. */
function withTemplates(finding: Finding, flight: Flight, judge: TextJudge): Finding {
  let joined = finding;
  for (const t of ruleTemplates(flight.constraints, flight.keep_m)) {
    if (t.check !== finding.check) continue;
    const said = judge(t.list, t.text);
    // Where nothing could fail, the signal stands at FAR_M and says nothing more.
    const compare = t.same_unit && joined.robustness !== Infinity;
    const robustness = compare ? smaller(joined.robustness, said.robustness) : joined.robustness;
    const satisfied =
      joined.satisfied === true && said.satisfied === true
        ? true
        : joined.satisfied === false || said.satisfied === false
          ? false
          : null;
    const disagree = finding.satisfied === true && said.satisfied !== true;
    joined = {
      ...joined,
      robustness,
      satisfied,
      ...(disagree ? { note: `${finding.note}; but monitored ${t.text}: ${said.note}` } : {}),
      ...(disagree ? { repair: `The specification ${t.text} does not hold; plan with more margin.` } : {}),
    };
  }
  return joined;
}

function smaller(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/** The IR's own texts, each once. Program rules on the list are checks that ran already; others are unknown. */
function ownTexts(flight: Flight, judge: TextJudge): Finding[] {
  const own = (['ltl', 'stl'] as const).flatMap((list) =>
    [...new Set(flight.specs[list])].map((text) => ({ list, text, said: judge(list, text) })),
  );
  const rules = new Set(PROGRAM_RULES.map((r) => r.name));
  for (const text of new Set(flight.specs.program_rules)) {
    if (rules.has(text)) continue;
    const note = `no program rule is called ${text.slice(0, 80)}`;
    own.push({ list: 'stl', text, said: { satisfied: null, robustness: null, note, worst: null } });
  }
  return own.map(({ text, said }) => ({
    spec: text,
    check: 'spec',
    rule: 'spec',
    unit: 'none',
    robustness: said.robustness,
    satisfied: said.satisfied,
    note: said.note,
    failure_type: 'spec_violated',
    constraint: text.slice(0, 80),
    worst:
      said.worst === null
        ? NOWHERE
        : { t_sec: said.worst.t_sec, leg: legAt(flight, said.worst.t_sec), entities: [] },
    repair: repairOf(said),
  }));
}

/** The leg during which a moment falls; null before the first and after the last. */
function legAt({ legs }: Flight, t_sec: number): number | null {
  return legs.find(({ from, to }) => from.t_sec <= t_sec && t_sec <= to.t_sec)?.index ?? null;
}

function repairOf({ satisfied, worst, note }: TextVerdict): string {
  if (satisfied === true) return '';
  if (satisfied === null) return `Reword the specification so that the flight decides it: ${note}.`;
  return worst === null ? 'Plan so that this specification holds.' : `Change the plan: ${worst.why}.`;
}

/** Nothing is farther away than FAR_M; a verdict's numbers are finite, since they travel as JSON. */
function finite(robustness: number | null): number | null {
  return robustness === null ? null : Math.min(FAR_M, Math.max(-FAR_M, robustness));
}

function specVerdict(f: Finding): SpecVerdict {
  const { spec, rule, unit, satisfied, note } = f;
  return { spec, rule, robustness: finite(f.robustness), unit, satisfied, note };
}

/** What to mend first: what can hurt somebody, then what cannot be flown, then what was merely asked for. */
const URGENCY: readonly FailureType[] = [
  'zone_entered',
  'separation_lost',
  'altitude_band_left',
  'kinematics_infeasible',
  'wind_too_strong',
  'reserve_spent',
  'corridor_overloaded',
  'deadline_missed',
];

function worstFirst(a: Finding, b: Finding): number {
  const rank = (f: Finding): number => {
    const i = URGENCY.indexOf(f.failure_type);
    // A battery that is short on the flight comes before one that is short after it.
    return (i < 0 ? URGENCY.length : i) + (f.check === 'way_home' ? 0.5 : 0);
  };
  return (
    rank(a) - rank(b) ||
    (a.robustness ?? Infinity) - (b.robustness ?? Infinity) ||
    (a.spec < b.spec ? -1 : a.spec > b.spec ? 1 : 0)
  );
}

/** Ids of one counterexample beyond these are left out: it must fit into a prompt. */
const MOST_ENTITIES = 6;

function counterexampleOf(f: Finding): Counterexample {
  const { t_sec, leg, entities } = f.worst;
  return {
    failure_type: f.failure_type,
    violated_constraint: f.constraint,
    rule: f.rule,
    counterexample_time_sec: t_sec === null ? null : Math.round(t_sec * 1000) / 1000,
    offending_segment: leg === null ? [] : [`w${leg}`, `w${leg + 1}`],
    robustness: roundedRobustness(f.robustness),
    entities: entities.slice(0, MOST_ENTITIES),
    suggested_repair: f.repair.slice(0, 300),
  };
}

/** To four decimals, away from zero on the failing side, so that a violation never reads as 0. */
function roundedRobustness(robustness: number | null): number | null {
  const value = finite(robustness);
  if (value === null) return null;
  return (value < 0 ? Math.floor(value * 1e4) : Math.round(value * 1e4)) / 1e4;
}
