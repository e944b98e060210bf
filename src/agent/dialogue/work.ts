import { assert, parseStrictJson } from '#base';
import {
  type SurveyChange,
  type SurveyEvent,
  type SurveyRecommendation,
  type SurveySession,
  type SurveySummary,
  type SurveyToolContext,
  type SurveyToolError,
  type SurveyToolOutcome,
  type SurveyToolSet,
  runSurveyTool,
  shownText,
  startSession,
  surveySummary,
} from '#tools';
import type { DialogueMessage, DialoguePorts, DialogueRequestInput } from './request.ts';
import { type Facts, type KnownNumber, factsOf, limitsIn } from './facts.ts';
import { type DialogueLanguage, factsText } from './facts-text.ts';
import { checkText, statesAdmission, statesVerdict } from './grounding.ts';
import { limitedJson } from './outputs.ts';
import type { DialogueCall, DialogueModel, DialogueTurn } from './ports.ts';
import { REPLACED, STOPPED } from './phrases.ts';
import { objectionToUnasked } from './provenance.ts';

/** Calls of one turn that are run; a model that lists more is told so. */
const CALLS_PER_TURN = 16;
/** Longest text of a model that is shown. */
const MESSAGE_CHARS = 8000;

/** A dialogue at work: the session, what is known, and the events that tell of it. */
export class Work {
  readonly messages: readonly DialogueMessage[];
  readonly language: DialogueLanguage;
  /** The scenario as the request brought it; calls see the one that stands. */
  readonly summary: SurveySummary;
  private readonly onEvent: (event: SurveyEvent) => void;
  private readonly context: SurveyToolContext;
  private readonly start_revision: string;
  private session: SurveySession;
  private changes: SurveyChange[] = [];
  private recommendations: SurveyRecommendation[] = [];
  private seen: unknown[] = [];
  /** Limits that tools named when they refused a value. */
  private limits: KnownNumber[] = [];
  private step = 0;
  private ended = false;

  constructor(request: DialogueRequestInput, language: DialogueLanguage, ports: DialoguePorts) {
    this.messages = request.messages;
    this.language = language;
    this.onEvent = ports.onEvent;
    const { policy, pins } = request;
    this.context = {
      ...ports.context,
      policy,
      pins,
      ...(ports.signal === undefined ? {} : { signal: ports.signal }),
      onProgress: (data) => this.send({ event: 'status', data: { ...data, step: this.step } }),
    };
    this.session = startSession(request.scenario);
    this.start_revision = this.session.revision;
    this.summary = surveySummary(request.scenario, ports.context.catalogue, policy, pins);
  }

  started({ provider, model, simulated }: DialogueModel): void {
    this.status('started', null, { provider, model, simulated });
  }

  thinking(step: number): void {
    this.step = step;
    this.status('thinking', null);
  }

  /** Runs one call and gives what the model is told of it. `index`: the call's place in its turn. */
  async call(call: DialogueCall, tools: SurveyToolSet, index: number): Promise<string> {
    const known = tools.get(call.name) !== undefined;
    this.status('running', known ? call.name : null);
    const objection =
      index >= CALLS_PER_TURN
        ? refusal(
            'invalid_arguments',
            `at most ${CALLS_PER_TURN} calls in one turn`,
            `не больше ${CALLS_PER_TURN} вызовов за ход`,
          )
        : (this.objectionTo(call) ?? this.objectionToUnasked(call));
    const outcome: SurveyToolOutcome =
      objection === null
        ? await runSurveyTool(tools, call, this.session, this.context)
        : { session: this.session, result: { ok: false, error: objection }, events: [] };
    if (this.ended) return '';
    this.session = outcome.session;
    const { result } = outcome;
    const error = result.ok ? null : withoutClaims(result.error, call.name);
    const tool = known ? call.name : 'unknown';
    this.send({ event: 'tool', data: { call_id: call.call_id, tool, ok: result.ok, error } });
    for (const event of outcome.events) this.passOn(event);
    if (!result.ok) {
      this.limits.push(...limitsIn(result.error, call.arguments));
      return limitedJson({
        ok: false,
        error: { type: result.error.type, message: result.error.message[this.language] },
      });
    }
    if (call.name === 'get_scenario' || call.name === 'get_catalog') this.seen.push(result.value);
    return limitedJson({ ok: true, result: result.value });
  }

  /** The model's last word: shown if it holds against the results, else told from them. */
  answer(turn: DialogueTurn, isLastStep: boolean): void {
    const text = shownText(turn.text).slice(0, MESSAGE_CHARS);
    if (turn.stop === 'length' || turn.stop === 'filter' || turn.stop === 'refusal') {
      this.message(`${STOPPED[turn.stop][this.language]}\n${this.told()}`, []);
    } else if (text === '') {
      const why = isLastStep && turn.calls.length > 0 ? 'steps' : 'silent';
      this.message(`${STOPPED[why][this.language]}\n${this.told()}`, []);
    } else {
      const { unsupported, may_show } = checkText(text, this.facts());
      this.message(may_show ? text : `${REPLACED[this.language]}\n${this.told()}`, unsupported);
    }
    this.send({ event: 'done', data: { ...this.final(), steps: this.step } });
    this.ended = true;
  }

  /** Ends the dialogue with an error. What was changed until then goes along, so that nothing is lost. */
  fail(code: string, message: string, reason: string): void {
    if (this.ended) return;
    const { changed, ...rest } = this.final();
    const details = {
      reason,
      steps: this.step,
      changed,
      ...(changed ? { changes: this.changes, ...rest } : {}),
    };
    this.send({ event: 'error', data: { error: { code, message, details } } });
    this.ended = true;
  }

  private final() {
    const { scenario, revision, evaluations } = this.session;
    return {
      scenario,
      revision,
      changed: revision !== this.start_revision,
      computed: evaluations.length > 0,
    };
  }

  private told(): string {
    return factsText(
      this.changes,
      this.session.evaluations.map((k) => k.evaluation),
      this.language,
    );
  }

  private message(text: string, unsupported: readonly string[]): void {
    this.send({ event: 'message', data: { text, grounded: unsupported.length === 0, unsupported } });
  }

  private facts(): Facts {
    return factsOf({
      session: this.session,
      recommendations: this.recommendations,
      operator_words: this.operatorWords(),
      seen: [this.summary, ...this.seen],
      limits: this.limits,
    });
  }

  private operatorWords(): string[] {
    return this.messages.filter((m) => m.role === 'user').map((m) => m.content);
  }

  /**
   * What speaks against texts that a call would put before the operator: a note must hold against the results, and a label or
   * a name that the operator did not say himself may speak of no verdict. Arguments that cannot be read are left to the tool.
   */
  private objectionTo(call: DialogueCall): SurveyToolError | null {
    const parsed = parseStrictJson(call.arguments);
    if (!parsed.ok) return null;
    if (call.name === 'write_report_note') return this.objectionToNote(parsed.value);
    const words = this.operatorWords().map(plain);
    const wrong = stringsIn(parsed.value).find(
      (s) => statesVerdict(s) && !words.some((w) => w.includes(plain(s))),
    );
    if (wrong === undefined) return null;
    return refusal(
      'invalid_arguments',
      'a label or a name that the operator did not give says nothing of a verdict',
      'подпись и название, которых не давал оператор, не говорят о вердикте',
    );
  }

  private objectionToUnasked({ name, arguments: args }: DialogueCall): SurveyToolError | null {
    const evaluations = this.session.evaluations.map((k) => k.evaluation);
    return objectionToUnasked(name, args, this.messages, evaluations);
  }

  private objectionToNote(args: unknown): SurveyToolError | null {
    const { text, evaluation_id } = (args ?? {}) as { text?: unknown; evaluation_id?: unknown };
    if (typeof text !== 'string') return null;
    const about =
      typeof evaluation_id === 'string' ? evaluation_id : this.session.evaluations.at(-1)?.evaluation.id;
    const { grounded, may_show, unsupported } = checkText(text, this.facts(), about ?? null);
    if (grounded) return null;
    const list = unsupported.join('; ');
    return refusal(
      may_show ? 'invalid_arguments' : 'not_admitted',
      `the note says what no result supports: ${list}`,
      `в записке есть то, чего нет в результатах: ${list}`,
    );
  }

  private passOn(event: SurveyEvent): void {
    assert(event.event !== 'done' && event.event !== 'error', 'a tool ends no dialogue');
    if (event.event === 'ops') this.changes.push(...event.data.changes);
    if (event.event === 'recommendation') this.recommendations.push(event.data);
    this.send(event);
  }

  private status(
    state: Extract<SurveyEvent, { event: 'status' }>['data']['state'],
    tool: string | null,
    more: object = {},
  ): void {
    const step = this.step === 0 ? null : this.step;
    this.send({ event: 'status', data: { state, step, tool, done: null, total: null, ...more } });
  }

  private send(event: SurveyEvent): void {
    // Work that goes on after the end (an aborted computation) has nobody to tell.
    if (!this.ended) this.onEvent(event);
  }
}

function refusal(type: SurveyToolError['type'], en: string, ru: string): SurveyToolError {
  return { type, message: { en, ru } };
}

/** An error as the page is told it. What a model put into a call may come back in its words; a verdict may not. */
function withoutClaims({ type, message }: SurveyToolError, tool: string): SurveyToolError {
  const claims = [message.en, message.ru].some((text) => statesAdmission(text));
  if (!claims || tool === 'write_report_note') return { type, message };
  return refusal(type, 'the call was refused', 'вызов отклонён');
}

function plain(text: string): string {
  return shownText(text).toLowerCase().replace(/\s+/g, ' ');
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
