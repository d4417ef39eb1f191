import type { Knex } from 'knex';
import * as z from 'zod';
import { RIGHT_SHARE, type Grade } from '#contract/practice/words.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isDemo } from '#domain/vendors/llm/voices.ts';
import { askServices, type Flaw, type Work } from '#domain/vendors/llm/ask-services.ts';
import { languageOf, languageProblem } from '#domain/vendors/llm/hygiene/answer-language.ts';
import type { Language } from '#domain/vendors/llm/hygiene/foreign-share.ts';
import { updateCard } from '../update-card.ts';
import type { GradeRequest } from './answer-grade.kind.ts';
import { declareAnswer, hinted } from '#domain/vendors/llm/answer-schema.ts';
import type { WordsRow } from './words.queries.ts';

const render = promptsIn(new URL('./prompts/', import.meta.url));
const MOST_ANSWER_TOKENS = 2_000;

const answerSchema = declareAnswer(
  'grade',
  z.object({
    graded_points: z
      .array(z.object({ point: z.string().max(600), reason: hinted(z.string().trim().max(800), { absent: '' }), is_met: z.boolean() }))
      .min(1)
      .max(12),
    feedback: z.string().trim().min(1).max(1_500),
  }),
  {
    graded_points: [
      { point: 'Boiling water makes green tea bitter.', reason: 'The answer says that it tastes bitter then.', is_met: true },
    ],
    feedback: 'You have named what happens. Say also what the kettle does while it rests.',
  },
);
type Answer = z.infer<typeof answerSchema>;

/**
 * Lets a service grade an answer; others take over when it fails. A contested grade never comes from the same service. The grade is stored,
 * scheduled for review and charged in one transaction.
 * @throws ProductError vendors.failed when no service could; not_found when the answer was deleted; StepLost; CallAborted
 */
export async function gradeAnswer(work: Work<GradeRequest>): Promise<void> {
  const { step } = work;
  const { answer_id: answerId, is_second: isSecond } = step.request;
  const { row, lesson: own } = await materialOf(step.accountId!, answerId);
  const { question, rubric } = row.asked;
  const lesson = { ...own, language: row.asked.language ?? own.language };
  const { value, ...answer } = await askServices(work, {
    purpose: 'grading',
    prompt: (problems) =>
      render('grade-answer', {
        asked: { question, rubric, language: lesson.language, age_group: lesson.age_group },
        lesson_text: { content: lesson.content },
        given_answer: { text: row.text },
        problems,
      }),
    schema: answerSchema,
    maxOutputTokens: MOST_ANSWER_TOKENS,
    problemsOf: (grade) => gradeProblems(grade, { rubric, answer: row.text, lesson, question }),
    barred: (isSecond && row.grade?.service) || undefined,
    failure: () => new ProductError('vendors.failed', 'No AI service could grade the answer. Nothing was charged.'),
  });
  const grade = toGrade(value, rubric, isDemo() ? null : answer.service);
  await completeStep(step, {
    output: {},
    ...answer,
    async also(trx) {
      await keepGrade(trx, row, grade, isSecond);
      await completeRun(trx, { runId: step.runId, result: { is_right: grade.is_right } });
    },
  });
  await admitAfter('a grade');
}

interface Graded {
  readonly rubric: readonly string[];
  readonly question: string;
  readonly answer: string;
  readonly lesson: Material['lesson'];
}

/** Returns why a grade cannot be used, or null. It may also be in the language of the answer, which the learner wrote and can read. */
function gradeProblems({ graded_points: points, feedback }: Answer, { rubric, question, answer, lesson }: Graded): (string | Flaw)[] {
  const isWhole = rubric.length === 0 || points.length === rubric.length;
  const languages = [lesson.language as Language, languageOf(answer)].filter((language) => language !== null);
  const problem = languageProblem([feedback, ...points.map(({ reason }) => reason)], {
    languages,
    about: question,
    lesson: lesson.content,
  });
  return [
    ...(isWhole ? [] : [`graded_points has ${points.length} entries; the rubric has ${rubric.length} points`]),
    ...(problem === null ? [] : [{ text: problem, cause: 'other_language' as const }]),
  ];
}

function toGrade({ graded_points: given, feedback }: Answer, rubric: readonly string[], service: Service | null): Grade {
  // the wording of the rubric is used instead
  const points = given.map((one, index) => ({ ...one, point: rubric[index] ?? one.point }));
  const met = points.filter(({ is_met: isMet }) => isMet).length;
  return { points, feedback, is_right: met >= points.length * RIGHT_SHARE, service };
}

/** Stores a grade: the first one marks the answer and creates its card; a second one replaces it. */
async function keepGrade(trx: Knex.Transaction, row: WordsRow, grade: Grade, isSecond: boolean): Promise<void> {
  const key = { account_id: row.account_id, id: row.id };
  const field = isSecond ? 'second' : 'grade';
  const stored = await trx('words_answer')
    .where(key)
    .whereNull(field)
    .update({ [field]: JSON.stringify(grade) });
  if (stored === 0) return;
  const { course_id, lesson_id, question_id } = row;
  // a final task is a piece of work, not a question that comes back for review
  if (lesson_id === null) return;
  const card = { account_id: row.account_id, course_id, lesson_id, question_id };
  const isChanged = isSecond && row.grade?.is_right !== grade.is_right;
  if (isSecond && !isChanged) return;
  if (isSecond) await trx('question_answer').where(key).update({ is_right: grade.is_right });
  else
    await trx('question_answer')
      .insert({ ...card, id: row.id, chosen_ids: [], is_right: grade.is_right, answered_at: new Date(row.written_at) })
      .onConflict()
      .ignore();
  // a second grade is a further review
  await updateCard(trx, card, grade.is_right, isSecond ? new Date() : new Date(row.written_at));
}

interface Material {
  readonly row: WordsRow;
  readonly lesson: { readonly content: string; readonly language: string; readonly age_group: string };
}

/** Returns the answer with its lesson's current text, or without a text if the lesson was removed. */
async function materialOf(accountId: string, answerId: string): Promise<Material> {
  const [material] = await rowsOf<Material>(
    database(),
    sql`select to_jsonb(answer) as row, jsonb_build_object('language', live.content->>'language', 'age_group', course.age_group,
                 'content', coalesce((select lesson->>'content' from jsonb_path_query(live.content, '$.modules[*].lessons[*]') lesson
                                       where lesson->>'lesson_id' = answer.lesson_id::text), '')) as lesson
          from words_answer answer join course on course.id = answer.course_id
          join course_version live on live.course_id = course.id and live.number = course.current_version
         where answer.account_id = ${accountId} and answer.id = ${answerId}`,
  );
  if (!material) throw new ProductError('not_found', 'The answer is no longer there.');
  return material;
}
