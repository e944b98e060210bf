import type { Dem, DemWindow, SurveyExportFormat } from '#formats';
import type { SurveyIssue } from '#world';
import type { SurveyPlanFailure } from '#tools';
import type { InvalidPlan } from './backend.ts';

/** Forms that a plan is written in: the formats of other programs, the picture and the report. */
export type SurveyFileFormat = SurveyExportFormat | 'svg' | 'report';

/** JSON text as bytes. */
export type Json = Uint8Array<ArrayBuffer>;

/** Work that is done beside the event loop. `stop[0]` becomes 1 when the caller goes away. */
export type SurveyJob =
  | {
      readonly kind: 'plan';
      readonly scenario: Uint8Array;
      readonly time_limit_s: number;
      readonly stop: SharedArrayBuffer;
    }
  | { readonly kind: 'validate'; readonly scenario: Uint8Array; readonly plan: Uint8Array }
  /** Cuts a request body `{scenario, plan, ...}` into its documents; the scenario is checked on the way. */
  | { readonly kind: 'split'; readonly body: Uint8Array }
  | {
      readonly kind: 'export';
      readonly scenario: Uint8Array;
      readonly plan: Uint8Array;
      readonly format: SurveyFileFormat;
      readonly language: 'en' | 'ru';
      /** The verdict on the plan, for a flight file that is to be read back and judged; null: none is. */
      readonly verdict: Uint8Array | null;
    }
  | {
      readonly kind: 'import';
      readonly bytes: Uint8Array;
      readonly name: string;
      readonly crs: string | null;
    }
  | {
      /** Ground heights of a file (GeoTIFF, .hgt) inside a window, as the scenario's own posts. */
      readonly kind: 'terrain';
      readonly bytes: Uint8Array;
      readonly name: string;
      /** What the heights of a GeoTIFF are above; the file does not say it. Null where it was not told. */
      readonly vertical_datum: Dem['vertical_datum'] | null;
      readonly window: DemWindow;
    };

/** What the judge says of a written file that was read back. Codes only: they are public, with their texts. */
export type SurveyFileCheck = {
  /** True only if the plan is admitted and so is what the file says. */
  readonly admitted: boolean;
  /** The file and the plan have the same errors of the codes that the file can be judged by. */
  readonly same: boolean;
  readonly findings: readonly string[];
  /** Codes that a file of this kind cannot be judged by. */
  readonly not_carried: readonly string[];
};

/** What a job ends in. */
export type SurveyJobResult =
  | { readonly kind: 'bytes'; readonly bytes: Json }
  | { readonly kind: 'plan_failure'; readonly failure: SurveyPlanFailure }
  | { readonly kind: 'invalid_plan'; readonly error: InvalidPlan }
  | { readonly kind: 'invalid_scenario'; readonly issues: readonly SurveyIssue[] }
  | { readonly kind: 'invalid_body'; readonly message: string }
  | { readonly kind: 'invalid_file'; readonly type: string; readonly message: string }
  | {
      readonly kind: 'split';
      readonly scenario: Json;
      /** Null where the body holds none. */
      readonly plan: Json | null;
      /** The members beside the two documents. */
      readonly rest: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly media_type: string;
      readonly bytes: Json;
      /** Null for a picture and a report. */
      readonly check: SurveyFileCheck | null;
    };
