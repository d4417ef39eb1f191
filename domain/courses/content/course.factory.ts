import { uuidv7 } from 'uuidv7';
import { courseFormSchema, type CourseForm } from '#contract/generation/course-form.contract.ts';
import { givenTokens } from '#domain/billing/ledger/wallet.factory.ts';
import { database, transact } from '#domain/platform/database.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import type { CourseContent, LessonContent } from './course-content.queries.ts';
import { createCourse } from './course.commands.ts';
import { liveLessons } from './live-lesson.queries.ts';

/** Builds a lesson of one minute with one question. */
export function buildLesson(changes: Partial<LessonContent> = {}): LessonContent {
  return {
    lesson_id: uuidv7(),
    title: 'The hive in spring',
    content: 'Open the hive on a still day above 14 °C.',
    objectives: ['Judge the strength of a colony'],
    key_takeaways: ['A still, warm day keeps the brood warm'],
    duration_minutes: 20,
    quiz: [
      {
        id: 'q1',
        question: 'When may a hive be opened?',
        options: [
          { id: 'a', text: 'On a still, warm day' },
          { id: 'b', text: 'In the rain' },
        ],
        answer_id: 'a',
        explanation: 'Cold air chills the brood.',
      },
    ],
    exercises: [],
    written_by: 'claude',
    reviewed_by: 'gemini',
    notes: [],
    ...changes,
  };
}

/** Builds a course of two modules, with two lessons and one. */
export function buildContent(changes: Partial<CourseContent> = {}): CourseContent {
  return {
    title: 'Beekeeping for a first year',
    description: 'From an empty hive to the first honey.',
    language: 'english',
    learning_objectives: ['Keep one colony through a year'],
    expert_insights: ['Local stock winters better'],
    industry_relevance: ['Pollination is paid by the hive'],
    modules: [
      { title: 'Spring', summary: 'Growth', lessons: [buildLesson(), buildLesson({ title: 'Swarming' })] },
      { title: 'Autumn', summary: 'Rest', lessons: [buildLesson({ title: 'Feeding' })] },
    ],
    quality_level: 'high',
    missing_lessons: 0,
    ...changes,
  };
}

export const buildForm = (changes: Partial<CourseForm> = {}): CourseForm => ({
  ...courseFormSchema.parse({ age: 34, topic: 'Beekeeping', learning_goals: 'Keep one colony' }),
  ...changes,
});

/** Creates an account that can own courses, with enough tokens for any test. @returns its id */
export async function givenOwner({ tokens = 100_000 } = {}): Promise<string> {
  const id = await insertAccount(database());
  if (tokens > 0) await givenTokens(id, tokens);
  return id;
}

/** Creates a run of this account, in the state right before its course is created. @returns its id */
export async function givenRun(accountId: string): Promise<string> {
  const id = uuidv7();
  await database()('run').insert({
    id,
    account_id: accountId,
    kind: 'course',
    request: JSON.stringify(buildForm()),
    request_id: id,
    status: 'running',
    subject: 'Beekeeping',
    payer_id: accountId,
    capped_id: accountId,
    notified_id: accountId,
  });
  await database()('course_run').insert({ run_id: id });
  return id;
}

/** Creates a course of this account, by the command that runs use. @returns its id */
export async function givenCourse(
  accountId: string,
  given: { form?: Partial<CourseForm>; document?: Partial<CourseContent> } = {},
): Promise<string> {
  const runId = await givenRun(accountId);
  return transact((trx) =>
    createCourse(trx, { accountId, runId, courseId: uuidv7(), form: buildForm(given.form), document: buildContent(given.document) }),
  );
}

/** Completes every lesson of a course for its owner. */
export async function givenCompleted(courseId: string): Promise<void> {
  const { account_id } = (await database()('course').where({ id: courseId }).first('account_id'))!;
  const lessons = await liveLessons(courseId);
  await database()('lesson_completion').insert(lessons.map(({ lesson_id }) => ({ account_id, course_id: courseId, lesson_id })));
}
