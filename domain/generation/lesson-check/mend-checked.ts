import type { Knex } from 'knex';
import type { Authorship } from '#contract/platform/authorship.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import type { CourseStep } from '#domain/generation/answers/ask-for-step.ts';
import { mendedOutput, mendLesson, type Mendable } from '#domain/generation/editor/mend-lesson.ts';
import { touches } from '#domain/generation/editor/replacements.ts';
import type { LessonMaterial } from '#domain/generation/lessons/lesson-material.queries.ts';
import { countPlanned } from '#domain/generation/outline/course-plan.ts';
import type { QuestionVerdict } from '#domain/generation/practice/blind-quiz.ts';
import type { LessonCheckDocument } from '#domain/generation/prompts/documents.ts';
import { findingOf, isNamed } from '#domain/generation/prompts/replacement-documents.ts';
import type { RewriteRequest } from '#domain/generation/rewrites/rewrite-plan.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';
import { addFinishedStep, changeOutput } from '#domain/platform/steps/step.commands.ts';

/** What a check leaves: findings for a correction, or a mended text, which `store` writes in the transaction that ends the check. */
export interface Checked extends Pick<LessonCheckDocument, 'findings' | 'verdict'> {
  readonly store?: (trx: Knex.Transaction) => Promise<void>;
}

/** Who has checked, and what they answered to the quiz. */
interface Checker {
  readonly service: Service;
  readonly by: Authorship | undefined;
  readonly question_verdicts: readonly QuestionVerdict[];
}

/**
 * Makes the replacements that a check names, as a correction would leave them, without a call that writes the lesson anew. If it also has
 * findings that no replacement can mend, or if one of them cannot be made, all become findings of a correction.
 */
export async function mendChecked(
  step: CourseStep,
  { plan, text, practice, placed }: LessonMaterial,
  { findings, replacements, verdict }: LessonCheckDocument,
  { service, by, question_verdicts }: Checker,
): Promise<Checked> {
  const given = replacements.filter(isNamed);
  // in a run that only writes practice, the text is in a course already
  if (given.length === 0 || (step.request as Partial<RewriteRequest>).practice_only) return { findings, verdict };
  const revise: Checked = { findings: [...findings.filter((one) => one.trim()), ...given.map(findingOf)], verdict: 'revise' };
  if (revise.findings.length > given.length) return revise;
  const { content, objectives, key_takeaways, citations, notes = [] } = text!;
  // a checker does not see the key of the quiz, and the workshop is of the whole module
  const lesson: Mendable = {
    content,
    objectives,
    key_takeaways,
    notes,
    quiz: [],
    exercises: practice?.exercises ?? [],
    ...(citations && { citations }),
  };
  const made = await mendLesson(step, lesson, { given, lessons: countPlanned(plan) });
  if (made.refused.length > 0) return revise;
  const output = await mendedOutput(step, lesson, made.lesson);
  const keys = lessonKeys(placed.planned.lesson_id);
  const kept = !touches(lesson, made.lesson) && { question_verdicts, is_blind: true };
  return {
    findings: given.map(({ reason }) => reason.trim()).filter(Boolean),
    verdict: 'accept',
    store: async (trx) => {
      await addFinishedStep(trx, step.runId, {
        job: 'correct-lesson',
        key: keys.correct,
        itemId: placed.planned.lesson_id,
        service,
        output: { ...output, ...kept, ...(by && { by }) },
      });
      if (!practice) return;
      const { quiz } = practice;
      const changes = { quiz, exercises: made.lesson.exercises };
      await changeOutput(trx, { runId: step.runId, key: keys.practice, changes });
    },
  };
}
