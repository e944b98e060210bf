import { z } from 'zod';
import { defineSurveyTool } from './guard/edit.ts';
import { evaluationId } from './get-plan-report.ts';
import { claimsAdmission, noteFacts } from './session/note.ts';
import { answered, findEvaluation, isCurrent, refused } from './session/session.ts';
import { shownText, surveyError } from './session/text.ts';

/** Keeps an explanatory note: facts by code, the explanation by the model. */
export const writeReportNoteTool = defineSurveyTool({
  name: 'write_report_note',
  summary:
    'Writes the explanatory note to a computed plan. The verdict, the metrics and the codes are put before the text by the software; the text explains them and must not call a plan admitted that is not.',
  args: z.strictObject({
    evaluation_id: evaluationId,
    language: z.enum(['en', 'ru']),
    text: z.string().min(1).max(8000).describe('the explanation, plain text, at most 8000 characters'),
  }),
  run: (args, session) => {
    const found = findEvaluation(session, args.evaluation_id);
    if (!found.ok) return refused(session, found.error);
    const { evaluation } = found.value;
    const text = shownText(args.text);
    if (evaluation.admitted !== true && claimsAdmission(text))
      return refused(
        session,
        surveyError(
          'not_admitted',
          'the text calls the plan admitted, and the validator has not admitted it: say what the validator says',
          'в тексте план назван допущенным, а валидатор его не допустил: пишите то, что сказал валидатор',
        ),
      );
    const facts = noteFacts(evaluation, args.language, isCurrent(found.value, session));
    const note = `${facts}\n\n${text}`;
    return answered({ ...session, note }, { evaluation_id: evaluation.id, characters: note.length }, [
      { event: 'note', data: { text: note, evaluation_id: evaluation.id } },
    ]);
  },
});
