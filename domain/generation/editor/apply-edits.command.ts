import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { StepWork } from '#domain/generation/answers/ask-for-step.ts';
import type { LessonOutput } from '#domain/generation/lessons/assemble-lesson.ts';
import type { QuestionVerdict } from '#domain/generation/practice/blind-quiz.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { hashOf } from '#domain/platform/runs/request-hash.ts';
import type { RunEvent } from '#domain/platform/runs/run-event.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { addFinishedStep, changeOutput } from '#domain/platform/steps/step.commands.ts';
import { foundIn, lessonsToEdit, type Editor, type NumberedLesson } from './edit-course.command.ts';
import { mendedOutput, mendLesson } from './mend-lesson.ts';
import { touches, type Passages, type Refusal, type Replaced } from './replacements.ts';

/** The output of the step that applies what an editor has found. */
export interface AppliedOutput {
  /** Changed lessons of which questions, workshop or citations have to be looked at again. */
  readonly touched: readonly string[];
  /** Number of replacements by lesson. */
  readonly applied: Readonly<Record<string, number>>;
  /** Number of replacements that were not made, by reason. */
  readonly refused: Readonly<Partial<Record<Refusal | 'unknown_lesson', number>>>;
  /** Of the practice of changed lessons before, to see whether somebody else has changed it since (`practicePrint`). */
  readonly prints: Readonly<Record<string, string>>;
}

export const practicePrint = ({ quiz, exercises, workshop }: Passages): string => hashOf([quiz, exercises, workshop ?? null]);

interface Edited {
  readonly of: NumberedLesson;
  readonly editor: Editor;
  readonly made: Replaced<NumberedLesson['lesson']>;
}

/** Applies the replacements that the editor has named: to the lessons of this run, not to the course, which `finishEditing` changes. */
export async function applyEdits({ step }: StepWork): Promise<void> {
  const { lessons } = await lessonsToEdit(step.runId);
  const found = await foundIn(step.runId);
  const edited: Edited[] = [];
  for (const of of lessons) {
    const own = found.filter(({ replacement }) => replacement.lesson.trim() === of.number);
    if (own.length === 0) continue;
    const given = own.map(({ replacement }) => replacement);
    const made = await mendLesson(step, of.lesson, { given, lessons: lessons.length });
    edited.push({ of, editor: own[0]!.editor, made });
  }
  const changed = edited.filter(({ made }) => made.applied.length > 0);
  const outputs = await Promise.all(
    changed.map(async ({ of, made, editor }) => ({ ...(await mendedOutput(step, of.lesson, made.lesson)), of, made, editor })),
  );
  const isTouched = ({ of, made, unjudged }: (typeof outputs)[number]) =>
    (touches(of.lesson, made.lesson) && (made.lesson.quiz.length > 0 || made.lesson.workshop !== undefined)) || Boolean(unjudged);
  const unknown = found.filter(({ replacement }) => !lessons.some(({ number }) => number === replacement.lesson.trim()));
  const why = [...edited.flatMap(({ made }) => made.refused.map((one) => one.why)), ...unknown.map(() => 'unknown_lesson' as const)];
  await completeStep(step, {
    output: {
      touched: outputs.filter(isTouched).map(({ of }) => of.lesson.lesson_id),
      applied: Object.fromEntries(changed.map(({ of, made }) => [of.lesson.lesson_id, made.applied.length])),
      refused: Object.fromEntries([...Map.groupBy(why, (one) => one)].map(([one, all]) => [one, all.length])),
      prints: Object.fromEntries(changed.map(({ of }) => [of.lesson.lesson_id, practicePrint(of.lesson)])),
    } satisfies AppliedOutput,
    also: async (trx) => {
      for (const one of outputs) {
        const { of, made, editor, ...text } = one;
        const { service, by } = editor;
        const { lesson_id: itemId } = of.lesson;
        const keys = lessonKeys(itemId);
        // what was answered before still holds where nothing that was asked has changed
        const kept = !isTouched(one) && { question_verdicts: confirmed(made.lesson), is_blind: true };
        const output: LessonOutput & object = { ...text, ...kept, ...(by && { by }) };
        await addFinishedStep(trx, step.runId, { job: 'correct-lesson', key: keys.correct, itemId, service, output });
        const { quiz, exercises, workshop } = made.lesson;
        const change = (key: string, changes: object) => changeOutput(trx, { runId: step.runId, key, changes });
        await change(keys.practice, { quiz, exercises });
        if (workshop) await change(keys.workshop, { workshop });
        await change(keys.check, { findings: made.applied.map(({ reason }) => reason.trim()).filter(Boolean) });
      }
    },
    event: summary(changed, why.length),
  });
}

/** Returns the verdicts on questions that were confirmed before. */
const confirmed = ({ quiz }: Passages): QuestionVerdict[] => quiz.map(({ id }) => ({ question_id: id, ok: true, reason: '' }));

function summary(changed: readonly Edited[], refused: number): RunEvent {
  const passages = changed.reduce((sum, { made }) => sum + made.applied.length, 0);
  const service = changed.flatMap(({ editor }) => (editor.service ? [SERVICE_NAMES[editor.service]] : []))[0] ?? '';
  if (passages === 0 && refused === 0)
    return { name: 'edits.applied', message: toSentence('Nothing in the whole course had to be changed.') };
  const words = { service, passages, lessons: changed.map(({ of }) => of.number).join(', '), refused };
  if (passages === 0)
    return { name: 'edits.applied', message: toSentence('None of the suggested changes could be made. Suggested: {refused}.', words) };
  return {
    name: 'edits.applied',
    message:
      refused === 0
        ? toSentence('{service} mended passages in lessons {lessons}. Number of passages: {passages}.', words)
        : toSentence(
            '{service} mended passages in lessons {lessons}. Number of passages: {passages}; could not be made: {refused}.',
            words,
          ),
  };
}
