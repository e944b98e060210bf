import type { SurveySummary } from '#tools';
import type { DialogueLanguage } from '#agent';
import { Sheet } from './sheet.ts';

/** One thing to do. `args`: what was said; everything else of the tool stays unchanged (null). */
export type Step = {
  readonly at: number;
  readonly tool: string;
  /** Object of the change; steps about the same one are one call. */
  readonly object: string | null;
  readonly args: Readonly<Record<string, unknown>>;
};

/** A message as it was read. Where something is to be asked or was not understood, nothing is done. */
export type Reading = {
  readonly steps: readonly Step[];
  readonly questions: readonly string[];
  /** What was asked for and cannot be done by saying it. */
  readonly refusals: readonly string[];
  readonly unread: readonly string[];
  readonly help: boolean;
};

/** A desk for reading one message: the sheet, what is known of the scenario, and what came out so far. */
export class Desk {
  readonly sheet: Sheet;
  readonly summary: SurveySummary;
  readonly language: DialogueLanguage;
  readonly steps: Step[] = [];
  readonly questions: string[] = [];
  readonly refusals: string[] = [];
  help = false;
  /** The operator said that the scenario stays as it is. */
  keep = false;

  constructor(message: string, summary: SurveySummary, language: DialogueLanguage) {
    this.summary = summary;
    this.language = language;
    this.sheet = new Sheet(message, [
      ...summary.units.map(({ id, name }) => ({ kind: 'unit' as const, id, name })),
      ...summary.tasks.map(({ id, name }) => ({ kind: 'task' as const, id, name })),
      ...summary.sites.map(({ id, name }) => ({ kind: 'site' as const, id, name })),
      ...summary.candidate_sites.map(({ id, name }) => ({ kind: 'candidate' as const, id, name })),
    ]);
  }

  do(at: number, tool: string, args: Readonly<Record<string, unknown>>, object: string | null = null): void {
    this.steps.push({ at, tool, args, object });
  }

  ask(en: string, ru: string): void {
    const text = this.language === 'ru' ? ru : en;
    if (!this.questions.includes(text)) this.questions.push(text);
  }

  refuse(en: string, ru: string): void {
    const text = this.language === 'ru' ? ru : en;
    if (!this.refusals.includes(text)) this.refusals.push(text);
  }

  id(mark: string): string {
    return this.sheet.object(mark).id;
  }
}
