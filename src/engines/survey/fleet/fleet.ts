import {
  type AircraftFigures,
  type PayloadFigures,
  type SurveyCatalogue,
  type SurveyScenario,
  type SurveyUnit,
  aircraftFigures,
  carries,
  equipmentErrorText,
  equipmentErrorTextRu,
  payloadFigures,
} from '#world';
import { byCodeUnits } from '#base';
import { type PlanRefusal } from '#ir';
import { type FreeSpace } from '../plane/free-space.ts';
import { type Plane } from '../plane/projection.ts';
import { courseVector } from '../plane/projection.ts';
import { type Ground } from '../sensing/ground.ts';
import { type SitePlace } from '../motion/site-legs.ts';
import { refusal } from './refusal.ts';

/** A unit that may fly, with its place. */
export type ReadyUnit = {
  readonly unit: SurveyUnit;
  readonly craft: AircraftFigures;
  readonly payload: PayloadFigures;
  readonly place: SitePlace;
  /** What the launches and landings of others at its site, spaced out, add to its day where all fly equally long, s. */
  readonly wait_s: number;
  /** Launch spacing at its site, s. */
  readonly spacing_s: number;
};

/** Units of the same model and payload: they fly the same lanes in the same way. */
export type UnitClass = {
  readonly id: string;
  /** Model and payload; classes split by site share it. */
  readonly kind: string;
  readonly craft: AircraftFigures;
  readonly payload: PayloadFigures;
  readonly units: readonly ReadyUnit[];
};

/** Who may fly, and why the others may not. */
export type Fleet = { readonly classes: readonly UnitClass[]; readonly refused: readonly PlanRefusal[] };

/**
 * Where a site lies and how high take-off goes there; null where the ground is unknown. Wings come to their gate up to
 * `around_m` away, over ground that may be higher.
 */
export function sitePlace(
  scenario: SurveyScenario,
  site_id: string,
  c: { readonly plane: Plane; readonly ground: Ground },
  around_m = 0,
): SitePlace | null {
  const { plane, ground } = c;
  const site = scenario.sites.find((s) => s.id === site_id);
  if (site === undefined) return null;
  const p = plane.toPlane(site.lon_deg, site.lat_deg);
  const left = { x: p.x - around_m, y: p.y };
  const seen = around_m > 0 ? ground.relief(left, { x: p.x + around_m, y: p.y }, around_m) : null;
  const g = around_m > 0 ? (seen?.high_m ?? null) : ground.at(p);
  if (g === null) return null;
  const low = Math.max(
    scenario.airspace.floor_amsl_m,
    g + scenario.airspace.min_agl_m,
    site.elevation_amsl_m + 1,
  );
  const corridor =
    site.corridor === null ? null : courseVector(site.corridor.landing_toward_deg, plane.convergence_rad(p));
  return { site, p, z_safe_m: low + 0.05, z_gate_m: low + 0.05, corridor };
}

/** Sorts the enabled units into classes; each unit that may not fly gets its one reason. */
export function readyFleet(
  scenario: SurveyScenario,
  catalogue: SurveyCatalogue,
  c: { readonly plane: Plane; readonly ground: Ground; readonly space: FreeSpace },
): Fleet {
  const refused: PlanRefusal[] = [];
  const byClass = new Map<string, ReadyUnit[]>();
  for (const unit of [...scenario.units].sort((a, b) => byCodeUnits(a.id, b.id))) {
    if (!unit.enabled) continue;
    const ready = readyUnit(scenario, catalogue, unit, c);
    if ('code' in ready) refused.push(ready);
    else {
      const id = `${unit.model_id} ${unit.payload_id}`;
      byClass.set(id, [...(byClass.get(id) ?? []), ready]);
    }
  }
  const classes = [...byClass.entries()]
    .sort((a, b) => byCodeUnits(a[0], b[0]))
    .map(([id, units]) => ({ id, kind: id, craft: units[0]!.craft, payload: units[0]!.payload, units }));
  return { classes: spacedOut(classes, scenario.separation.launch_spacing_s), refused };
}

/**
 * Units with what launch spacing adds to their days. Of m units at a site the k-th launch is k spacings late and the k-th
 * last landing k spacings early, so that their days together are at least m (m - 1) spacings shorter than m times the end.
 */
function spacedOut(classes: readonly UnitClass[], spacing_s: number): UnitClass[] {
  const at = new Map<string, number>();
  for (const u of classes.flatMap((c) => c.units))
    at.set(u.place.site.id, (at.get(u.place.site.id) ?? 0) + 1);
  return classes.map((cls) => ({
    ...cls,
    units: cls.units.map((u) => ({ ...u, wait_s: (at.get(u.place.site.id)! - 1) * spacing_s, spacing_s })),
  }));
}

/** The same classes, split further by home site. */
export function splitBySite(fleet: Fleet): Fleet {
  const classes = fleet.classes.flatMap((cls) => {
    const sites = [...new Set(cls.units.map((u) => u.place.site.id))].sort(byCodeUnits);
    return sites.map((site) => ({
      ...cls,
      id: `${cls.id} ${site}`,
      units: cls.units.filter((u) => u.place.site.id === site),
    }));
  });
  return { ...fleet, classes };
}

function readyUnit(
  scenario: SurveyScenario,
  catalogue: SurveyCatalogue,
  unit: SurveyUnit,
  c: { readonly plane: Plane; readonly ground: Ground; readonly space: FreeSpace },
): ReadyUnit | PlanRefusal {
  const craft = aircraftFigures(catalogue, unit.model_id);
  const payload = payloadFigures(catalogue, unit.payload_id);
  for (const [found, id] of [
    [craft, unit.model_id],
    [payload, unit.payload_id],
  ] as const) {
    if (found.ok) continue;
    const text = equipmentErrorText(found.error);
    const code = found.error.type === 'unknown_equipment' ? 'G0-03' : 'G0-05';
    return refusal(code, [unit.id, id], {}, { en: text, ru: equipmentErrorTextRu(found.error) });
  }
  if (!craft.ok || !payload.ok) throw new Error('unreachable');
  const row = catalogue.aircraft.find((r) => r.id === unit.model_id)!;
  if (!carries(row, unit.payload_id))
    return refusal(
      'G0-04',
      [unit.id],
      {},
      {
        en: `${unit.model_id} does not carry ${unit.payload_id}`,
        ru: `${unit.model_id} не несёт ${unit.payload_id}`,
      },
    );
  const weather = weatherRefusal(scenario, unit, craft.value);
  if (weather !== null) return weather;
  const place = sitePlace(scenario, unit.home_site_id, c, gateDistance_m(scenario, craft.value));
  if (place === null)
    return refusal(
      'G0-06',
      [unit.id, unit.home_site_id],
      {},
      {
        en: `the ground at site ${unit.home_site_id} is unknown`,
        ru: `высота земли на площадке ${unit.home_site_id} неизвестна`,
      },
    );
  if (!place.site.accepts.includes(craft.value.kind))
    return refusal(
      'G7-01',
      [unit.id, place.site.id],
      {},
      {
        en: `site ${place.site.id} does not accept a ${craft.value.kind}`,
        ru: `площадка ${place.site.id} не принимает борт типа ${craft.value.kind}`,
      },
    );
  if (!c.space.contains(place.p))
    return refusal(
      'G7-02',
      [place.site.id, unit.id],
      {},
      {
        en: `site ${place.site.id} lies in a zone, its buffer, or outside the boundary`,
        ru: `площадка ${place.site.id} лежит в зоне, её буфере или вне границы`,
      },
    );
  return { unit, craft: craft.value, payload: payload.value, place, wait_s: 0, spacing_s: 0 };
}

/** How far from its site a wing can be at the least allowed height, at most; its speed over the ground counted high. */
function gateDistance_m(scenario: SurveyScenario, craft: AircraftFigures): number {
  if (craft.kind === 'multirotor') return 0;
  const v = craft.cruise_mps + scenario.weather.wind_mps;
  if (craft.kind === 'vtol') return (v * v) / (1.98 * craft.acceleration_mps2);
  return (v * (scenario.airspace.min_agl_m + 10)) / Math.min(craft.climb_max_mps, craft.descent_max_mps);
}

function weatherRefusal(
  scenario: SurveyScenario,
  unit: SurveyUnit,
  craft: AircraftFigures,
): PlanRefusal | null {
  const w = scenario.weather;
  const over = (code: string, measured: number, limit: number, en: string, ru: string): PlanRefusal | null =>
    measured > limit
      ? refusal(
          code,
          [unit.id],
          { measured, limit, unit: 'm/s' },
          {
            en: `${en} of ${measured} m/s is above the ${limit} m/s of ${craft.model_id}`,
            ru: `${ru} ${measured} м/с больше ${limit} м/с для ${craft.model_id}`,
          },
        )
      : null;
  const found =
    over('G5-01', w.wind_mps, craft.wind_max_mps, 'wind', 'ветер') ??
    over('G5-02', w.gust_mps, craft.gust_max_mps, 'a gust', 'порыв') ??
    over('G5-03', w.ground_wind_mps ?? w.wind_mps, craft.ground_wind_max_mps, 'ground wind', 'ветер у земли');
  if (found !== null) return found;
  const low = craft.temperature_min_c;
  const high = craft.temperature_max_c;
  const t = w.temperature_c;
  if ((low !== null && t < low) || (high !== null && t > high))
    return refusal(
      'G5-04',
      [unit.id],
      { measured: t, limit: t < (low ?? -Infinity) ? low! : high!, unit: 'degC' },
      {
        en: `${t} degC is outside the limits of ${craft.model_id}`,
        ru: `${t} °C вне пределов ${craft.model_id}`,
      },
    );
  return null;
}
