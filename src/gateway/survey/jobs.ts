import type { SurveyExportFormat } from '#formats';
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
    }
  | {
      readonly kind: 'import';
      readonly bytes: Uint8Array;
      readonly name: string;
      readonly crs: string | null;
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
  | { readonly kind: 'file'; readonly name: string; readonly media_type: string; readonly bytes: Json };
