import type { Entity } from './entities.ts';
import { type Flight } from './intents.ts';
import type { Role, Verb } from './markers.ts';
import type { Mention } from './mentions.ts';
import { complain, say } from './notebook.ts';
import { type Anchor, type Desk, anchorAt, idsOf, noteUnknown, zonesAbout } from './places.ts';
import type { Evidence, ReadField } from './reading.ts';
import type { Assigned, Leftover, Scan } from './scan.ts';
import { zonesLike } from './zones.ts';

/** The entities of a reading while they are collected. */
export type Entities = {
  origin: string[];
  destination: string[];
  waypoints: string[];
  avoid_zones: string[];
  candidate_uavs: string[];
  excluded_uavs: string[];
  sensitive_zones: string[];
  handoff_points: string[];
  /** Places that a list leaves out: `all schools except school B`. */
  except: string[];
  /** Where a looking flight is told to end. */
  back: string[];
};

type Slot = keyof Entities;

/** Distributes mentions over the fields, for the flight that is asked for. */
export function assemble(scan: Scan, flight: Flight | null, desk: Desk): Entities {
  const out: Entities = {
    origin: [],
    destination: [],
    waypoints: [],
    avoid_zones: [],
    candidate_uavs: [],
    excluded_uavs: [],
    sensitive_zones: [],
    handoff_points: [],
    except: [],
    back: [],
  };
  const slots = scan.assigned.map((a) => ({ a, slot: slotOf(a, flight, scan, desk) }));
  if (flight === 'carry') standsThere(slots);
  placeStrays(slots, flight, desk);
  // Aircraft first: `the nearest charger` may count from one.
  for (const { a, slot } of slots)
    if (slot === 'candidate_uavs' || slot === 'excluded_uavs') put(a, slot, out, desk, null);
  for (const { a, slot } of slots)
    if (slot !== null && a.mention.nearest === null && !isUav(slot)) put(a, slot, out, desk, null);
  for (const { a, slot } of slots) {
    if (slot === null || a.mention.nearest === null || isUav(slot)) continue;
    put(a, slot, out, desk, contextAnchor(slot, out, flight, desk));
  }
  if (flight === 'look') {
    out.waypoints = out.waypoints.filter((id) => !out.except.includes(id));
    keepOrder(slots, out);
  }
  leftovers(scan, flight, out, desk);
  return out;
}

const isUav = (slot: Slot): boolean => slot === 'candidate_uavs' || slot === 'excluded_uavs';

function has(a: Assigned, type: Entity['type']): boolean {
  return a.mention.candidates.some((e) => e.type === type);
}

/** The field that a mention belongs to; null where it plays no part or its part is not known yet. */
function slotOf(a: Assigned, flight: Flight | null, scan: Scan, desk: Desk): Slot | null {
  const { mention, role } = a;
  if (mention.type === 'uav')
    return role === 'not_uav' || role === 'avoid' || a.negated ? 'excluded_uavs' : 'candidate_uavs';
  if (mention.type === 'corridor') {
    complain(
      desk.book,
      'unsupported',
      'waypoints',
      mention.text,
      'A task document cannot ask for a corridor or keep out of one.',
    );
    return null;
  }
  if (role === 'not_avoid') return null;
  if (role === 'avoid' || (role === 'around' && has(a, 'zone'))) return 'avoid_zones';
  if (role === 'sensitive') return 'sensitive_zones';
  if (mention.type === 'zone') return zoneSlot(a, desk);
  if (role === 'not_uav' || a.negated) return leftOut(a, flight, desk);
  if (role === 'handoff' && isHandoff(a)) return 'handoff_points';
  if (mention.bare && (role === null || role === 'payload')) return null;
  return placeSlot(a, flight, scan);
}

/** A place that is named in order not to be visited. */
function leftOut(a: Assigned, flight: Flight | null, desk: Desk): Slot | null {
  if (flight === 'look') return 'except';
  // `instead of X`: X plays no part.
  if (a.role === 'not_uav') return null;
  complain(
    desk.book,
    'unsupported',
    'destination',
    a.mention.text,
    'A place that is not to be visited: name the zone to keep out of instead.',
  );
  return null;
}

/** `transfer to the hospital` is a delivery, unless the place is one where payloads change hands. */
function isHandoff(a: Assigned): boolean {
  return (
    a.mention.candidates.every((e) => e.place?.kind === 'handoff_point') || !/to\s*$/u.test(a.mention.text)
  );
}

function zoneSlot(a: Assigned, desk: Desk): Slot | null {
  if (a.role === null || a.role === 'at' || a.role === 'payload') {
    return a.negated ? null : 'avoid_zones';
  }
  const field = a.role === 'from' ? 'origin' : a.role === 'to' ? 'destination' : 'waypoints';
  complain(
    desk.book,
    'unsupported',
    field,
    a.mention.text,
    'This is airspace, not a place to fly to: name a place.',
  );
  return null;
}

function placeSlot(a: Assigned, flight: Flight | null, scan: Scan): Slot | null {
  const { role, verb } = a;
  const kind = a.mention.candidates[0]?.place?.kind;
  const goesHome = flight === 'return' || flight === 'charge';
  if (role === 'via' && kind === 'handoff_point' && flight === 'carry') return 'handoff_points';
  // `to base` is the aircraft's own home.
  const isHome = a.mention.bare && kind === 'hub' && a.mention.candidates.length > 1;
  if (isHome && (goesHome || verb === 'return')) return null;
  if (flight === 'look') return lookSlot(a, scan);
  return goesHome ? homeSlot(role) : carrySlot(role, verb);
}

function homeSlot(role: Role | null): Slot | null {
  if (role === 'from') return null;
  return role === 'via' ? 'waypoints' : 'destination';
}

function carrySlot(role: Role | null, verb: Verb): Slot | null {
  switch (role) {
    case 'from':
      return 'origin';
    case 'via':
    case 'target':
    case 'around':
      return 'waypoints';
    case 'to':
      return verb === 'return' ? 'back' : 'destination';
    case 'at':
      return atSlot(verb);
    default:
      return verb === 'return' && role === 'payload' ? 'back' : null;
  }
}

function atSlot(verb: Verb): Slot {
  if (verb === 'pick') return 'origin';
  return verb === 'return' ? 'back' : 'destination';
}

function lookSlot(a: Assigned, scan: Scan): Slot {
  if (a.verb === 'return' && (a.role === 'to' || a.role === 'at' || a.role === 'payload')) return 'back';
  if (a.role !== 'from') return 'waypoints';
  // `patrol from A to B` visits both; `from the hub, patrol A and B` starts at the hub.
  const goesTo = scan.assigned.some(
    (b) => b.role === 'to' && b.mention.type !== 'uav' && b.verb !== 'return',
  );
  return goesTo ? 'waypoints' : 'origin';
}

type Slotted = { a: Assigned; slot: Slot | null };

/** `take the package at X to Y`: with one place `to`, the one place `at` before it is where the payload is. */
function standsThere(slots: Slotted[]): void {
  const goals = slots.filter((s) => s.slot === 'destination' && s.a.mention.type !== 'uav');
  const [first, second] = goals;
  if (goals.length !== 2 || slots.some((s) => s.slot === 'origin')) return;
  if (
    first!.a.role === 'at' &&
    first!.a.verb !== 'none' &&
    second!.a.role === 'to' &&
    second!.a.verb === first!.a.verb
  ) {
    first!.slot = 'origin';
  }
}

/** A place without a part: the one place of a delivery without destination is its destination; otherwise it is asked. */
function placeStrays(slots: Slotted[], flight: Flight | null, desk: Desk): void {
  if (flight !== 'carry' && flight !== null) return;
  const strays = slots.filter(
    (s) =>
      s.slot === null &&
      s.a.mention.type !== 'zone' &&
      s.a.mention.type !== 'uav' &&
      s.a.mention.type !== 'corridor' &&
      !s.a.negated &&
      (s.a.role === null || s.a.role === 'payload' || s.a.role === 'uav') &&
      !s.a.mention.bare,
  );
  if (strays.length === 0) return;
  const known = new Set(
    slots.filter((s) => s.slot !== null).flatMap((s) => s.a.mention.candidates.map((e) => e.id)),
  );
  const open = strays.filter((s) => !s.a.mention.candidates.some((e) => known.has(e.id)));
  if (open.length === 0) return;
  const noDestination = !slots.some((s) => s.slot === 'destination');
  if (noDestination && open.length === 1) {
    open[0]!.slot = 'destination';
    return;
  }
  for (const s of open) {
    complain(
      desk.book,
      'unsupported',
      noDestination ? 'destination' : 'origin',
      s.a.mention.text,
      'It is not clear what this place is to the task: from here, to here, or on the way?',
    );
  }
}

const FIELD_OF: Readonly<Record<Slot, ReadField>> = {
  origin: 'origin',
  destination: 'destination',
  waypoints: 'waypoints',
  avoid_zones: 'avoid_zones',
  candidate_uavs: 'candidate_uavs',
  excluded_uavs: 'candidate_uavs',
  sensitive_zones: 'sensitive_zones',
  handoff_points: 'handoff_points',
  except: 'waypoints',
  back: 'destination',
};

function put(a: Assigned, slot: Slot, out: Entities, desk: Desk, anchor: Anchor): void {
  const field = FIELD_OF[slot];
  const type = isUav(slot) ? 'uav' : slot === 'avoid_zones' || slot === 'sensitive_zones' ? 'zone' : 'place';
  const mention = type === 'zone' && !has(a, 'zone') ? zonesForPlace(a.mention, field, desk) : a.mention;
  if (mention === null) return;
  const ids = idsOf(mention, type, field, desk, anchor);
  for (const id of ids) if (!out[slot].includes(id)) out[slot].push(id);
  if (ids.length === 0) return;
  const counted = mention.nearest !== null && mention.nearest.anchor === null && anchor !== null;
  const notes = [
    mention.note,
    counted ? `counted from ${anchor.id}` : null,
    slot === 'excluded_uavs' ? 'excluded' : null,
  ];
  say(desk.book, field, ids, evidence(mention, notes.filter((x) => x !== null).join('; ')));
}

/** A place that is to be kept away from means the zones that carry its name, or that are about its kind. */
function zonesForPlace(mention: Mention, field: ReadField, desk: Desk): Mention | null {
  if (mention.candidates.length === 0) return mention;
  const named = zonesAbout(mention, desk);
  const about = named.length === 0 && mention.bare ? zonesLike(mention.text, desk.lexicon) : named;
  if (about.length === 0) {
    const message = 'No zone carries this name: only zones can be kept out of.';
    complain(desk.book, 'unsupported', field, mention.text, message);
    return null;
  }
  return {
    ...mention,
    candidates: about,
    type: 'zone',
    nearest: null,
    // `schools` means every zone around one.
    all: mention.bare || mention.all,
    note: 'a zone that carries the name of the place',
  };
}

function evidence(m: { from: number; to: number; text: string }, note: string): Evidence {
  return { from: m.from, to: m.to, text: m.text, note: note === '' ? null : note };
}

/** What `the nearest` is near to where it is not said: the other end of the flight, or the one aircraft that is named. */
function contextAnchor(slot: Slot, out: Entities, flight: Flight | null, desk: Desk): Anchor {
  const uav = out.candidate_uavs.length === 1 ? out.candidate_uavs[0]! : null;
  if (flight === 'carry' || flight === null) {
    if (slot === 'destination') return anchorAt(out.origin[0] ?? uav, desk.state);
    if (slot === 'origin') return anchorAt(out.destination[0] ?? null, desk.state);
  }
  return anchorAt(uav, desk.state);
}

/** Places of a looking flight in the order in which they were said; those that needed an anchor were resolved later. */
function keepOrder(slots: readonly Slotted[], out: Entities): void {
  const rank = new Map<string, number>();
  const stops = slots.filter(({ slot }) => slot === 'waypoints');
  const vias = stops.some(({ a }) => a.role === 'via');
  stops.forEach(({ a }, i) => {
    // `from A to C via B`: what is on the way comes before the end.
    const at = a.role === 'to' && vias ? i + stops.length : i;
    for (const e of a.mention.candidates)
      if (out.waypoints.includes(e.id) && !rank.has(e.id)) rank.set(e.id, at);
  });
  out.waypoints.sort((x, y) => (rank.get(x) ?? 0) - (rank.get(y) ?? 0));
}

/** Words that stand where a name belongs and name nothing known. */
function leftovers(scan: Scan, flight: Flight | null, out: Entities, desk: Desk): void {
  for (const left of scan.leftovers) {
    const { role, text } = left;
    if (role === 'not_avoid') continue;
    if (role === 'avoid' || role === 'sensitive') {
      noteUnknown(text, 'zone', role === 'avoid' ? 'avoid_zones' : 'sensitive_zones', desk);
    } else if (role === 'uav' || role === 'not_uav') {
      if (left.strong && /\d/u.test(text)) noteUnknown(text, 'uav', 'candidate_uavs', desk);
    } else leftoverPlace(left, flight, out, desk);
  }
}

/** Reported where the field is open, where it is written like an id, and where it is an item of a list of places. */
function leftoverPlace(left: Leftover, flight: Flight | null, out: Entities, desk: Desk): void {
  const { role, text } = left;
  const field = leftoverField(role, left.verb, flight);
  if (field === null) return;
  const solved = out[field].length > 0;
  const asked = desk.ambiguous.some((x) => x.field === field) || desk.unknown.some((x) => x.field === field);
  const isItem = left.listed && (left.strong || role === 'target' || role === 'via');
  const isIdLike = /[_#№]|[a-zа-я]\d|\d[a-zа-я]/iu.test(text);
  const fillsGap = !solved && !asked && (left.strong || isMovement(role));
  if (fillsGap || isIdLike || isItem) noteUnknown(text, 'place', field, desk);
}

const isMovement = (role: string): boolean => role === 'to' || role === 'from' || role === 'target';

function leftoverField(
  role: string,
  verb: Verb,
  flight: Flight | null,
): 'origin' | 'destination' | 'waypoints' | null {
  if (flight === 'look') return 'waypoints';
  if (role === 'from') return 'origin';
  if (role === 'to') return 'destination';
  if (role === 'at') return verb === 'pick' ? 'origin' : 'destination';
  if (role === 'via') return 'waypoints';
  return null;
}

/** Candidates once exclusions count: every other available aircraft, in id order. */
export function withoutExcluded(out: Entities, desk: Desk): string[] {
  if (out.excluded_uavs.length === 0) return out.candidate_uavs;
  const both = out.candidate_uavs.filter((id) => out.excluded_uavs.includes(id));
  if (both.length > 0) {
    complain(
      desk.book,
      'contradiction',
      'candidate_uavs',
      both.join(', '),
      'The same aircraft is asked for and excluded.',
    );
    return [];
  }
  if (out.candidate_uavs.length > 0) return out.candidate_uavs;
  const rest = desk.state.fleet
    .filter((u) => u.status === 'available' && !out.excluded_uavs.includes(u.id))
    .map((u) => u.id)
    .sort();
  if (rest.length > 0 && rest.length <= 200) return rest;
  complain(
    desk.book,
    'unsupported',
    'candidate_uavs',
    out.excluded_uavs.join(', '),
    'Nothing usable is left beside the excluded aircraft.',
  );
  return [];
}
