/** Catalogue rows as plain numbers, or the reason why a row cannot be used. */
import { type Result, err, nearestNames, ok } from '#base';
import {
  type CatalogueAircraft,
  type Figure,
  type SurveyCatalogue,
  type SurveyPayload,
} from './catalogue.ts';
import { type CatalogueSuspicion, lintPayload, lintAircraft } from './lint-catalogue.ts';
import { type AircraftKind } from './scenario.ts';

/** Plain figures of a usable aircraft; units in the names, meanings as in `CatalogueAircraft`. */
export type AircraftFigures = {
  readonly model_id: string;
  readonly kind: AircraftKind;
  readonly cruise_mps: number;
  readonly speed_min_mps: number;
  readonly speed_max_mps: number;
  /** battery_wh x usable_ratio: what one battery set gives from full to its end, reserve included. */
  readonly usable_wh: number;
  readonly endurance_s: number | null;
  readonly cruise_power_w: number;
  readonly hover_power_w: number;
  readonly climb_power_w_per_mps: number;
  readonly climb_max_mps: number;
  readonly descent_max_mps: number;
  readonly turn_radius_m: number;
  readonly acceleration_mps2: number;
  readonly wind_max_mps: number;
  readonly gust_max_mps: number;
  readonly ground_wind_max_mps: number;
  readonly temperature_min_c: number | null;
  readonly temperature_max_c: number | null;
};

/** Plain figures of a usable camera. `exposure_s` null: blur cannot be judged. `photos_max` null: not limited. */
export type CameraFigures = {
  readonly payload_id: string;
  readonly type: 'camera';
  readonly mount: 'fixed' | 'gimbal';
  readonly sensor_w_mm: number;
  readonly sensor_h_mm: number;
  readonly px_w: number;
  readonly px_h: number;
  readonly focal_mm: number;
  readonly min_trigger_s: number;
  readonly exposure_s: number | null;
  readonly photos_max: number | null;
};

/** Plain figures of a usable lidar. */
export type LidarFigures = {
  readonly payload_id: string;
  readonly type: 'lidar';
  readonly pulses_per_s: number;
  readonly usable_fov_deg: number;
  readonly agl_max_m: number;
};

/** Plain figures of a usable magnetometer. */
export type MagnetometerFigures = {
  readonly payload_id: string;
  readonly type: 'magnetometer';
  readonly cable_m: number;
  readonly sensor_agl_min_m: number;
  readonly sensor_agl_max_m: number;
  readonly sample_hz: number | null;
};

/** Plain figures of any payload. */
export type PayloadFigures = CameraFigures | LidarFigures | MagnetometerFigures;

/** Why a model or payload cannot be used. */
export type EquipmentError =
  | { readonly type: 'unknown_equipment'; readonly id: string; readonly near: readonly string[] }
  | {
      readonly type: 'equipment_refused';
      readonly id: string;
      readonly reason: string;
      /** The rule of the lint that refuses the row; null where only the catalogue itself does. */
      readonly rule: CatalogueSuspicion['rule'] | null;
    }
  | { readonly type: 'figures_missing'; readonly id: string; readonly figures: readonly string[] };

/** One sentence about an equipment error, for messages. */
export function equipmentErrorText(e: EquipmentError): string {
  switch (e.type) {
    case 'unknown_equipment':
      return `${e.id} is not in the catalogue${e.near.length > 0 ? `; near: ${e.near.join(', ')}` : ''}`;
    case 'equipment_refused':
      return `${e.id} is refused: ${e.reason}`;
    case 'figures_missing':
      return `${e.id} has no figure for ${e.figures.join(', ')}`;
  }
}

/** Figures of an aircraft model; refused rows, lint findings and missing essential figures are errors. */
export function aircraftFigures(
  catalogue: SurveyCatalogue,
  model_id: string,
): Result<AircraftFigures, EquipmentError> {
  const row = catalogue.aircraft.find((r) => r.id === model_id);
  if (row === undefined) return err(unknown(model_id, catalogue.aircraft));
  const suspicion = lintAircraft(row)[0] ?? null;
  const refusal = row.refused ?? suspicion?.text ?? null;
  if (refusal !== null)
    return err({ type: 'equipment_refused', id: model_id, reason: refusal, rule: suspicion?.rule ?? null });
  const need = new Needed();
  const wind_max_mps = need.of(row, 'wind_max_mps');
  const figures: AircraftFigures = {
    model_id,
    kind: row.kind,
    cruise_mps: need.of(row, 'cruise_mps'),
    speed_min_mps: need.of(row, 'speed_min_mps'),
    speed_max_mps: need.of(row, 'speed_max_mps'),
    usable_wh: need.of(row, 'battery_wh') * need.of(row, 'usable_ratio'),
    endurance_s: row.endurance_s.value,
    cruise_power_w: need.of(row, 'cruise_power_w'),
    hover_power_w: need.of(row, 'hover_power_w'),
    climb_power_w_per_mps: need.of(row, 'climb_power_w_per_mps'),
    climb_max_mps: need.of(row, 'climb_max_mps'),
    descent_max_mps: need.of(row, 'descent_max_mps'),
    turn_radius_m: need.of(row, 'turn_radius_m'),
    acceleration_mps2: need.of(row, 'acceleration_mps2'),
    wind_max_mps,
    gust_max_mps: row.gust_max_mps.value ?? wind_max_mps,
    ground_wind_max_mps: row.ground_wind_max_mps.value ?? wind_max_mps,
    temperature_min_c: row.temperature_min_c.value,
    temperature_max_c: row.temperature_max_c.value,
  };
  return need.result(model_id, figures);
}

/** Figures of a payload; refused rows, lint findings and missing essential figures are errors. */
export function payloadFigures(
  catalogue: SurveyCatalogue,
  payload_id: string,
): Result<PayloadFigures, EquipmentError> {
  const row = catalogue.payloads.find((r) => r.id === payload_id);
  if (row === undefined) return err(unknown(payload_id, catalogue.payloads));
  const suspicion = lintPayload(row, catalogue.payloads)[0] ?? null;
  const refusal = row.refused ?? suspicion?.text ?? null;
  if (refusal !== null)
    return err({ type: 'equipment_refused', id: payload_id, reason: refusal, rule: suspicion?.rule ?? null });
  const need = new Needed();
  return need.result(payload_id, plainPayload(row, need));
}

function plainPayload(row: SurveyPayload, need: Needed): PayloadFigures {
  switch (row.type) {
    case 'camera':
      return {
        payload_id: row.id,
        type: 'camera',
        mount: row.mount,
        sensor_w_mm: need.of(row, 'sensor_w_mm'),
        sensor_h_mm: need.of(row, 'sensor_h_mm'),
        px_w: need.of(row, 'px_w'),
        px_h: need.of(row, 'px_h'),
        focal_mm: need.of(row, 'focal_mm'),
        min_trigger_s: need.of(row, 'min_trigger_s'),
        exposure_s: row.exposure_s.value,
        photos_max: row.photos_max.value,
      };
    case 'lidar':
      return {
        payload_id: row.id,
        type: 'lidar',
        pulses_per_s: need.of(row, 'pulses_per_s'),
        usable_fov_deg: need.of(row, 'usable_fov_deg'),
        agl_max_m: need.of(row, 'agl_max_m'),
      };
    case 'magnetometer':
      return {
        payload_id: row.id,
        type: 'magnetometer',
        cable_m: need.of(row, 'cable_m'),
        sensor_agl_min_m: need.of(row, 'sensor_agl_min_m'),
        sensor_agl_max_m: need.of(row, 'sensor_agl_max_m'),
        sample_hz: row.sample_hz.value,
      };
  }
}

/** Whether the catalogue says that the model carries the payload. */
export function carries(model: CatalogueAircraft, payload_id: string): boolean {
  return model.payloads.some((p) => p.payload_id === payload_id);
}

function unknown(id: string, rows: readonly { readonly id: string }[]): EquipmentError {
  const near = nearestNames(
    id,
    rows.map((r) => r.id),
    3,
  );
  return { type: 'unknown_equipment', id, near };
}

/** Collects the names of figures that had to be there. */
class Needed {
  private readonly missing: string[] = [];

  of<K extends string>(row: Readonly<Record<K, Figure>>, name: K): number {
    const value = row[name].value;
    if (value === null) this.missing.push(name);
    return value ?? Number.NaN;
  }

  result<T>(id: string, figures: T): Result<T, EquipmentError> {
    if (this.missing.length === 0) return ok(figures);
    return err({ type: 'figures_missing', id, figures: [...this.missing] });
  }
}
