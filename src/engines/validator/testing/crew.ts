/** What the test planner hands to the one who flies. */
import {
  type AircraftFigures,
  type PayloadFigures,
  type SurveyScenario,
  type SurveySite,
  type SurveyUnit,
} from '#world';
import { type TestFrame } from './frame.ts';
import { type TestLane, type TestLayout } from './lay-lanes.ts';

/** A crew. */
export type TestUnit = {
  readonly unit: SurveyUnit;
  readonly craft: AircraftFigures;
  readonly payload: PayloadFigures;
  readonly site: SurveySite;
};

/** What flying needs to know. */
export type FlyInput = {
  readonly crew: TestUnit;
  readonly frame: TestFrame;
  readonly wind: readonly [number, number];
  readonly scenario: SurveyScenario;
  readonly layout: TestLayout;
  readonly lanes: readonly TestLane[];
  readonly start_sec: number;
};
