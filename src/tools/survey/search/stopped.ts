import type { AbortSignalLike } from '#base';
import type { SurveyToolError } from '../contract.ts';
import { surveyError } from '../session/text.ts';

/** Whether the caller has gone away. A function, because the answer changes between two questions. */
export function isStopped(signal: AbortSignalLike | undefined): boolean {
  return signal?.aborted === true;
}

/** The refusal of work that the caller stopped. */
export const STOPPED: SurveyToolError = surveyError('stopped', 'the work was stopped', 'работа остановлена');
