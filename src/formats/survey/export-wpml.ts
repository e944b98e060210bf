import { zipSync } from 'fflate';
import { type Result, err, ok } from '#base';
import { type ExportFile, type ExportPlan, type ExportSortie } from './export-types.ts';
import { type Waypoint, decimal, homeOf, roundedDown, utf8, waypointsOf } from './waypoints.ts';

/** DJI's numbers of an aircraft and its camera (Cloud API, DJI WPML). */
export type DjiDevice = {
  readonly drone: number;
  readonly drone_sub: number;
  readonly payload: number;
  readonly payload_sub: number;
};

/** Models of the catalogue with the enumeration values that DJI documents for them. */
const DEVICES: Readonly<Record<string, DjiDevice>> = {
  'dji-m350rtk dji-p1-35': { drone: 89, drone_sub: 0, payload: 50, payload_sub: 1 },
  'dji-m350rtk dji-p1-24': { drone: 89, drone_sub: 0, payload: 50, payload_sub: 0 },
  'dji-m350rtk dji-p1-50': { drone: 89, drone_sub: 0, payload: 50, payload_sub: 2 },
  'dji-m300rtk dji-p1-35': { drone: 60, drone_sub: 0, payload: 50, payload_sub: 1 },
  'dji-m300rtk dji-p1-24': { drone: 60, drone_sub: 0, payload: 50, payload_sub: 0 },
  'dji-m300rtk dji-p1-50': { drone: 60, drone_sub: 0, payload: 50, payload_sub: 2 },
  'dji-m3e dji-m3e-wide': { drone: 77, drone_sub: 0, payload: 66, payload_sub: 0 },
};

/** Why a plan cannot be written for DJI. */
export type WpmlError = { readonly type: 'model_not_dji' | 'too_many_waypoints'; readonly message: string };

/** Waypoints that DJI Pilot 2 accepts in one wayline. */
const MOST_WAYPOINTS = 65_535;

/**
 * DJI WPML: one KMZ a sortie with `wpmz/template.kml` and `wpmz/waylines.wpml`, heights relative to the take-off point,
 * frames by distance from each lane's start to its end. Only models with known enumeration values are written.
 */
export function exportWpml(plan: ExportPlan): Result<ExportFile[], WpmlError> {
  const files: ExportFile[] = [];
  for (const sortie of plan.sorties) {
    const device = DEVICES[`${sortie.model_id} ${sortie.payload_id}`];
    if (device === undefined)
      return err({
        type: 'model_not_dji',
        message: `${sortie.model_id} with ${sortie.payload_id} has no known DJI numbers: export another format for ${sortie.id}`,
      });
    const points = waypointsOf(sortie);
    if (points.length > MOST_WAYPOINTS)
      return err({
        type: 'too_many_waypoints',
        message: `${sortie.id} has ${points.length} waypoints, DJI takes ${MOST_WAYPOINTS}`,
      });
    const members = {
      'wpmz/template.kml': utf8(document(sortie, device, points, true)),
      'wpmz/waylines.wpml': utf8(document(sortie, device, points, false)),
    };
    // A fixed date keeps the bytes the same from run to run.
    const bytes = zipSync(members, { mtime: new Date('1980-01-01T00:00:00'), level: 6 });
    files.push({ name: `${plan.scenario_id}-${sortie.id}.kmz`, bytes });
  }
  return ok(files);
}

function config(
  sortie: ExportSortie,
  device: DjiDevice,
  points: readonly Waypoint[],
  template: boolean,
): string {
  const home = homeOf(sortie);
  const safe = Math.max(12, Math.min(1500, (points[0]?.amsl_m ?? home.amsl_m) - home.amsl_m));
  const reference = template
    ? `<wpml:takeOffRefPoint>${decimal(home.lat_deg, 9)},${decimal(home.lon_deg, 9)},${decimal(home.amsl_m, 3)}</wpml:takeOffRefPoint>`
    : '';
  return `<wpml:missionConfig>
<wpml:flyToWaylineMode>safely</wpml:flyToWaylineMode>
<wpml:finishAction>goHome</wpml:finishAction>
<wpml:exitOnRCLost>executeLostAction</wpml:exitOnRCLost>
<wpml:executeRCLostAction>goBack</wpml:executeRCLostAction>
<wpml:takeOffSecurityHeight>${decimal(safe, 1)}</wpml:takeOffSecurityHeight>
${reference}<wpml:globalTransitionalSpeed>${decimal(fastest(points), 1)}</wpml:globalTransitionalSpeed>
<wpml:droneInfo><wpml:droneEnumValue>${device.drone}</wpml:droneEnumValue><wpml:droneSubEnumValue>${device.drone_sub}</wpml:droneSubEnumValue></wpml:droneInfo>
<wpml:payloadInfo><wpml:payloadEnumValue>${device.payload}</wpml:payloadEnumValue><wpml:payloadSubEnumValue>${device.payload_sub}</wpml:payloadSubEnumValue><wpml:payloadPositionIndex>0</wpml:payloadPositionIndex></wpml:payloadInfo>
</wpml:missionConfig>`;
}

const fastest = (points: readonly Waypoint[]): number =>
  Math.min(15, Math.max(1, ...points.map((p) => p.speed_mps)));

function document(
  sortie: ExportSortie,
  device: DjiDevice,
  points: readonly Waypoint[],
  template: boolean,
): string {
  const home = homeOf(sortie);
  const groups = actionGroups(points);
  const marks = points.map((p, i) => {
    const height = decimal(p.amsl_m - home.amsl_m, 3);
    const heights = template
      ? `<wpml:ellipsoidHeight>${height}</wpml:ellipsoidHeight><wpml:height>${height}</wpml:height><wpml:useGlobalHeight>0</wpml:useGlobalHeight><wpml:useGlobalSpeed>0</wpml:useGlobalSpeed><wpml:useGlobalHeadingParam>1</wpml:useGlobalHeadingParam><wpml:useGlobalTurnParam>0</wpml:useGlobalTurnParam>`
      : `<wpml:executeHeight>${height}</wpml:executeHeight>`;
    return `<Placemark><Point><coordinates>${decimal(p.lon_deg, 9)},${decimal(p.lat_deg, 9)}</coordinates></Point>
<wpml:index>${i}</wpml:index>${heights}<wpml:waypointSpeed>${decimal(Math.min(15, Math.max(1, p.speed_mps)), 1)}</wpml:waypointSpeed>
<wpml:waypointHeadingParam><wpml:waypointHeadingMode>followWayline</wpml:waypointHeadingMode></wpml:waypointHeadingParam>
<wpml:waypointTurnParam><wpml:waypointTurnMode>toPointAndPassWithContinuityCurvature</wpml:waypointTurnMode><wpml:waypointTurnDampingDist>0</wpml:waypointTurnDampingDist></wpml:waypointTurnParam>
<wpml:useStraightLine>1</wpml:useStraightLine>${groups.get(i) ?? ''}</Placemark>`;
  });
  const folder = template
    ? `<wpml:templateType>waypoint</wpml:templateType><wpml:templateId>0</wpml:templateId>
<wpml:waylineCoordinateSysParam><wpml:coordinateMode>WGS84</wpml:coordinateMode><wpml:heightMode>relativeToStartPoint</wpml:heightMode></wpml:waylineCoordinateSysParam>
<wpml:autoFlightSpeed>${decimal(fastest(points), 1)}</wpml:autoFlightSpeed><wpml:gimbalPitchMode>usePointSetting</wpml:gimbalPitchMode>
<wpml:globalWaypointTurnMode>toPointAndPassWithContinuityCurvature</wpml:globalWaypointTurnMode><wpml:globalUseStraightLine>1</wpml:globalUseStraightLine>`
    : `<wpml:templateId>0</wpml:templateId><wpml:executeHeightMode>relativeToStartPoint</wpml:executeHeightMode><wpml:waylineId>0</wpml:waylineId>
<wpml:autoFlightSpeed>${decimal(fastest(points), 1)}</wpml:autoFlightSpeed>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:wpml="http://www.dji.com/wpmz/1.0.2">
<Document>
${config(sortie, device, points, template)}
<Folder>${folder}
${marks.join('\n')}
</Folder>
</Document>
</kml>
`;
}

/** One group of actions a lane, at its first waypoint: the camera straight down, then frames by distance to its last. */
function actionGroups(points: readonly Waypoint[]): Map<number, string> {
  const out = new Map<number, string>();
  let id = 0;
  points.forEach((p, i) => {
    if (p.trigger_m === null || p.trigger_m === 0) return;
    const end = points.findIndex((q, k) => k > i && q.stop);
    if (end < 0) return;
    out.set(
      i,
      `<wpml:actionGroup><wpml:actionGroupId>${id++}</wpml:actionGroupId><wpml:actionGroupStartIndex>${i}</wpml:actionGroupStartIndex><wpml:actionGroupEndIndex>${end}</wpml:actionGroupEndIndex><wpml:actionGroupMode>sequence</wpml:actionGroupMode>
<wpml:actionTrigger><wpml:actionTriggerType>multipleDistance</wpml:actionTriggerType><wpml:actionTriggerParam>${decimal(roundedDown(p.trigger_m, 3), 3)}</wpml:actionTriggerParam></wpml:actionTrigger>
<wpml:action><wpml:actionId>0</wpml:actionId><wpml:actionActuatorFunc>takePhoto</wpml:actionActuatorFunc><wpml:actionActuatorFuncParam><wpml:payloadPositionIndex>0</wpml:payloadPositionIndex></wpml:actionActuatorFuncParam></wpml:action></wpml:actionGroup>`,
    );
  });
  return out;
}
