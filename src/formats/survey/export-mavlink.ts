import { type ExportFile, type ExportPlan, type ExportSortie } from './export-types.ts';
import { type Waypoint, decimal, homeOf, roundedDown, utf8, waypointsOf } from './waypoints.ts';

/** One MAVLink mission item, commands of the common message set. Height relative to home. */
export type MissionItem = {
  readonly command: number;
  readonly params: readonly [number, number, number, number];
  readonly lat_deg: number;
  readonly lon_deg: number;
  readonly relative_m: number;
};

const NAV_WAYPOINT = 16;
const NAV_LAND = 21;
const NAV_TAKEOFF = 22;
const DO_CHANGE_SPEED = 178;
const DO_SET_CAM_TRIGG_DIST = 206;

/** The mission of one sortie: take-off, waypoints with speeds and camera triggers, landing at home. */
export function missionItems(sortie: ExportSortie): MissionItem[] {
  const home = homeOf(sortie);
  const points = waypointsOf(sortie);
  const items: MissionItem[] = [];
  const place = (command: number, w: Waypoint | typeof home, params: MissionItem['params']): void =>
    void items.push({
      command,
      params,
      lat_deg: w.lat_deg,
      lon_deg: w.lon_deg,
      relative_m: w.amsl_m - home.amsl_m,
    });
  const order = (command: number, params: MissionItem['params']): void =>
    void items.push({ command, params, lat_deg: 0, lon_deg: 0, relative_m: 0 });
  const first = points[0]!;
  place(NAV_TAKEOFF, { ...home, amsl_m: first.amsl_m }, [0, 0, 0, 0]);
  let speed = Number.NaN;
  for (const w of points) {
    const next = Math.round(w.speed_mps * 10) / 10;
    if (w.stop) {
      place(NAV_WAYPOINT, w, [0, 0, 0, 0]);
      // A distance of 0 ends the series; it has to come after the lane's end, or the last frame is lost.
      order(DO_SET_CAM_TRIGG_DIST, [0, 0, 0, 0]);
    } else place(NAV_WAYPOINT, w, [0, 0, 0, 0]);
    if (w.trigger_m !== null && w.trigger_m > 0)
      // The third parameter takes a frame at once: the first frame of a lane is at its start.
      order(DO_SET_CAM_TRIGG_DIST, [roundedDown(w.trigger_m, 6), 0, 1, 0]);
    if (next > 0.5 && next !== speed && w.kind === 'lane') {
      order(DO_CHANGE_SPEED, [1, next, -1, 0]);
      speed = next;
    }
  }
  place(NAV_LAND, home, [0, 0, 0, 0]);
  return items;
}

/** `QGC WPL 110` text: row 0 is home with its absolute height, the others are relative to it; latitude before longitude. */
export function exportWpl(plan: ExportPlan): ExportFile[] {
  return plan.sorties.map((sortie) => {
    const home = homeOf(sortie);
    const row = (seq: number, frame: number, item: MissionItem, alt: number, current: number): string =>
      [
        seq,
        current,
        frame,
        item.command,
        ...item.params.map((p) => decimal(p, 6)),
        decimal(item.lat_deg, 9),
        decimal(item.lon_deg, 9),
        decimal(alt, 3),
        1,
      ].join('\t');
    const homeItem: MissionItem = {
      command: NAV_WAYPOINT,
      params: [0, 0, 0, 0],
      lat_deg: home.lat_deg,
      lon_deg: home.lon_deg,
      relative_m: 0,
    };
    const rows = missionItems(sortie).map((item, i) => row(i + 1, 3, item, item.relative_m, 0));
    const text = ['QGC WPL 110', row(0, 0, homeItem, home.amsl_m, 1), ...rows].join('\n');
    return { name: `${plan.scenario_id}-${sortie.id}.waypoints`, bytes: utf8(`${text}\n`) };
  });
}

/**
 * QGroundControl `.plan` files of simple items, one a sortie. A survey item would be computed anew by QGC as soon as it
 * is touched, and our lanes with it; simple items are flown as they are. Jump ids count from 1.
 */
export function exportQgcPlan(
  plan: ExportPlan,
  vehicle: (sortie: ExportSortie) => { readonly cruise_mps: number; readonly winged: boolean },
): ExportFile[] {
  return plan.sorties.map((sortie) => {
    const home = homeOf(sortie);
    const { cruise_mps, winged } = vehicle(sortie);
    const items = missionItems(sortie).map((item, i) => ({
      AMSLAltAboveTerrain: null,
      Altitude: round(item.relative_m, 3),
      AltitudeMode: 1,
      autoContinue: true,
      command: item.command,
      doJumpId: i + 1,
      frame: item.command === DO_CHANGE_SPEED || item.command === DO_SET_CAM_TRIGG_DIST ? 2 : 3,
      params: [...item.params, round(item.lat_deg, 9), round(item.lon_deg, 9), round(item.relative_m, 3)],
      type: 'SimpleItem',
    }));
    const document = {
      fileType: 'Plan',
      version: 1,
      groundStation: 'QGroundControl',
      mission: {
        version: 2,
        firmwareType: 12,
        vehicleType: winged ? 1 : 2,
        globalPlanAltitudeMode: 1,
        cruiseSpeed: cruise_mps,
        hoverSpeed: cruise_mps,
        plannedHomePosition: [round(home.lat_deg, 9), round(home.lon_deg, 9), round(home.amsl_m, 3)],
        items,
      },
      geoFence: { version: 2, circles: [], polygons: [] },
      rallyPoints: { version: 2, points: [] },
    };
    return {
      name: `${plan.scenario_id}-${sortie.id}.plan`,
      bytes: utf8(`${JSON.stringify(document, null, 2)}\n`),
    };
  });
}

const round = (x: number, digits: number): number => Number(x.toFixed(digits));
