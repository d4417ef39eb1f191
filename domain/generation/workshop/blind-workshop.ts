import { checkEntry } from '#contract/courses/asked-answer.ts';
import type { AskedField } from '#contract/courses/asked-field.ts';
import { WORKSHOP_BOUNDS, type Workshop, type WorkshopStep } from '#contract/courses/workshop.contract.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { agreedQuestions } from '#domain/generation/checks/check-lesson-verdict.ts';
import type { QuestionVerdict } from '#domain/generation/practice/blind-quiz.ts';
import type { QuizAnswer } from '#domain/generation/prompts/documents.ts';
import { placesOf } from '#domain/vendors/llm/option-keys.ts';
import { LEAST_ASKED } from './workshop-material.ts';

type Asked = WorkshopStep & { readonly field: AskedField };

const isAsked = (step: WorkshopStep): step is Asked => step.field !== null;
const textsOf = (field: AskedField): string[] => (field.kind === 'choice' ? field.options.map(({ text }) => text) : []);
const LETTERS = 'ABCDEFGH';

/** Returns a workshop as its checker sees it: without answers, hints, feedback and explanations. */
export const blindWorkshop = ({ title, intro, steps }: Workshop) => ({
  title,
  intro,
  steps: steps.map(({ id, text, field }) => ({
    id,
    text,
    kind: field === null ? 'told' : field.kind === 'line' && field.code ? 'code' : field.kind,
    ...(field?.kind === 'number' && field.unit && { unit: field.unit }),
    ...(field?.kind === 'choice' && { options: textsOf(field).map((text, at) => ({ id: LETTERS[at]!, text })) }),
  })),
});

/** Returns the problem of steps that ask and have no answer: they are requested once more, and then count as not confirmed. */
export function checkEntries({ steps }: Workshop, answers: readonly QuizAnswer[]): AnswerProblem[] {
  const isAnswered = ({ id }: WorkshopStep) => answers.some(({ question_id, answer }) => question_id === id && answer.length > 0);
  const open = steps.filter((step) => isAsked(step) && !isAnswered(step)).map(({ id }) => id);
  return open.length > 0 ? [problem(`question_answers has no answer to ${open.join(', ')}`, { keep: 'after_reask' })] : [];
}

/** Tells whether an answer is right, by the same rule as a reader's entry. */
function isRight({ field }: Asked, { answer, answerable }: QuizAnswer): boolean {
  if (!answerable || answer.length !== 1) return false;
  if (field.kind !== 'choice') return checkEntry(field, answer[0]!).state === 'right';
  const [place] = placesOf(answer, { texts: textsOf(field), labels: field.options.map((_, at) => LETTERS[at]!) });
  return place != null && field.options[place]?.id === field.answer_id;
}

/** Compares blind answers with the steps of a workshop. @returns a verdict for each step that was answered */
export function compareEntries({ steps }: Workshop, answers: readonly QuizAnswer[]): QuestionVerdict[] {
  return steps.filter(isAsked).flatMap((step) => {
    const own = answers.filter(({ question_id }) => question_id === step.id);
    if (own.length === 0) return [];
    const doubted = own.find((answer) => !isRight(step, answer));
    return [{ question_id: step.id, ok: doubted === undefined, reason: (doubted ?? own[0]!).reason }];
  });
}

/** Returns a step that only tells: the options of its question stay in sight, since its text asks for one of them. */
function toldOnly(step: WorkshopStep): WorkshopStep {
  if (step.field?.kind !== 'choice') return { ...step, field: null };
  const options = step.field.options.map(({ text }) => `- ${text}`).join('\n');
  return { ...step, text: `${step.text}\n\n${options}`.slice(0, WORKSHOP_BOUNDS.text), field: null };
}

/**
 * Returns a workshop as it becomes part of its lesson: a step whose answer no blind answer has confirmed only tells. Null with fewer than
 * two confirmed steps, and when nobody has worked through it.
 * @param judgements of those who could be asked, oldest first
 */
export function confirmedWorkshop(
  workshop: Workshop,
  judgements: Parameters<typeof agreedQuestions>[0],
  writer: Parameters<typeof agreedQuestions>[1],
): Workshop | null {
  const agreed = agreedQuestions(judgements, writer);
  const steps = workshop.steps.map((step) => (agreed?.has(step.id) ? step : toldOnly(step)));
  return steps.filter(isAsked).length < LEAST_ASKED ? null : { ...workshop, steps };
}
