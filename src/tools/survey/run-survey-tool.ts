import { z } from 'zod';
import { nearestNames, parseStrictJson } from '#base';
import type { SurveySession, SurveyToolContext, SurveyToolError, SurveyToolOutcome } from './contract.ts';
import type { SurveyToolSet } from './registry.ts';
import { STOPPED, isStopped } from './search/stopped.ts';
import { refused } from './session/session.ts';
import { shownName, shownText, shownValue, surveyError } from './session/text.ts';

/** Longest arguments of one call, in characters: a note of 8,000 characters, escaped, with room. */
const ARGUMENT_CHARS = 64_000;

/**
 * Runs one call of a model. `arguments` is the raw text: it is read as strict JSON (no duplicate keys, no number beyond
 * the doubles), checked against the tool's schema and handed to the tool, whose guards come next. Bad input of any kind
 * is an outcome with the session as it was, never an exception.
 */
export async function runSurveyTool(
  tools: SurveyToolSet,
  call: { readonly name: string; readonly arguments: string },
  session: SurveySession,
  context: SurveyToolContext,
): Promise<SurveyToolOutcome> {
  const tool = tools.get(call.name);
  if (tool === undefined) return refused(session, unknownTool(call.name, tools));
  if (call.arguments.length > ARGUMENT_CHARS)
    return refused(
      session,
      surveyError(
        'invalid_arguments',
        `the arguments are longer than ${ARGUMENT_CHARS} characters`,
        `аргументы длиннее ${ARGUMENT_CHARS} знаков`,
      ),
    );
  const json = parseStrictJson(call.arguments);
  if (!json.ok) {
    const { message, line, column } = json.error;
    return refused(session, unreadable(`line ${line}, column ${column}: ${message}`));
  }
  const args = tool.args.safeParse(json.value);
  if (!args.success) return refused(session, badArguments(tool.args, json.value));
  if (isStopped(context.signal)) return refused(session, STOPPED);
  const outcome = await tool.run(args.data, session, context);
  const { result } = outcome;
  return {
    ...outcome,
    result: result.ok
      ? { ok: true, value: shownValue(result.value) }
      : { ok: false, error: shownValue(result.error) as SurveyToolError },
  };
}

function unknownTool(name: string, tools: SurveyToolSet): SurveyToolError {
  const near = nearestNames(name, tools.names(), 3).join(', ');
  const shown = shownName(name);
  return surveyError(
    'unknown_tool',
    `there is no tool ${shown}; near: ${near}`,
    `нет инструмента ${shown}; похожие: ${near}`,
  );
}

function unreadable(why: string): SurveyToolError {
  const shown = shownText(why).slice(0, 300);
  return surveyError(
    'invalid_arguments',
    `the arguments are no JSON document: ${shown}`,
    `аргументы не читаются как JSON: ${shown}`,
  );
}

/** Names the first wrong fields in both languages; of the values only their places are told. */
function badArguments(schema: z.ZodObject, value: unknown): SurveyToolError {
  const told = (locale: ReturnType<typeof z.locales.en>): string => {
    const parsed = schema.safeParse(value, { error: locale.localeError });
    const all = (parsed.error?.issues ?? []).slice(0, 6).map((issue) => {
      const path = shownName(issue.path.map(String).join('.'));
      return `${path === '' ? '' : `${path}: `}${shownText(issue.message).slice(0, 160)}`;
    });
    return all.join('; ');
  };
  return surveyError(
    'invalid_arguments',
    `wrong arguments: ${told(z.locales.en())}`,
    `неверные аргументы: ${told(z.locales.ru())}`,
  );
}
