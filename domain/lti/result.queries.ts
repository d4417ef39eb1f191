import { kindOf } from '#contract/courses/quiz.contract.ts';
import type { Placed } from '#contract/platform/kinds-of-work.ts';
import type { LaunchedActivity } from '#domain/identity/sessions/live-sessions.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { quizOf, scoreOf } from '#domain/practice/answer-question.command.ts';
import { listSimulations } from '#domain/simulations/simulation.queries.ts';

/** A learner's result, as sent to a platform. */
export interface Result {
  /** Null when nothing is graded, because nothing was answered. */
  readonly percent: number | null;
  /** Whether everything is done, and every graded question answered. */
  readonly is_complete: boolean;
}

type Wanted = Pick<LaunchedActivity, 'kind' | 'courseId' | 'lessonId' | 'simulationId' | 'placedId'>;

type Measure = (accountId: string, wanted: Wanted) => Promise<Result | null>;

/** How the result of each kind of activity is computed. */
const MEASURES: Readonly<Record<Placed, Measure>> = { course: resultOfLessons, lesson: resultOfLessons, simulation: resultOfTasks };

/** Returns a learner's result in an activity, or null before any of it is done. */
export const resultOf: Measure = (accountId, wanted) => MEASURES[wanted.kind](accountId, wanted);

async function resultOfTasks(accountId: string, { courseId, simulationId }: Wanted): Promise<Result | null> {
  const { simulations } = await listSimulations(accountId, courseId);
  const simulation = simulations.find((one) => one.simulation_id === simulationId);
  if (!simulation?.scene || simulation.solved.length === 0) return null;
  const percent = Math.round((simulation.solved.length / simulation.scene.tasks.length) * 100);
  return { percent, is_complete: percent === 100 };
}

/**
 * Returns a result from lessons. A completed lesson counts with its percentage of right answers once all its questions are answered, and as
 * 100 if it has none; a course counts what its lessons have achieved so far. Unanswered questions are not wrong; they are graded when
 * answered.
 */
async function resultOfLessons(accountId: string, { courseId, lessonId }: Wanted): Promise<Result | null> {
  const rows = await rowsOf<{ lesson_id: string; completed: boolean }>(
    database(),
    sql`select lesson #>> '{}' as lesson_id, exists (
               select from lesson_completion done where done.account_id = course.account_id and done.course_id = course.id
                  and done.lesson_id::text = lesson #>> '{}') as completed
          from course join course_version live on live.course_id = course.id and live.number = course.current_version,
               jsonb_path_query(live.contents, '$.modules[*].lessons[*].lesson_id') lesson
         where course.id = ${courseId} and course.account_id = ${accountId}`,
  );
  const wanted = rows.filter(({ lesson_id: id }) => lessonId === null || id === lessonId);
  const done = wanted.filter(({ completed }) => completed);
  if (done.length === 0) return null;
  const percents = await Promise.all(done.map(({ lesson_id }) => lessonPercent({ accountId, courseId, lessonId: lesson_id })));
  const graded = percents.filter((percent) => percent !== null);
  if (graded.length === 0) return { percent: null, is_complete: done.length === wanted.length };
  const percent = Math.round(graded.reduce((sum, one) => sum + one, 0) / wanted.length);
  return { percent, is_complete: graded.length === wanted.length };
}

async function lessonPercent(of: { accountId: string; courseId: string; lessonId: string }): Promise<number | null> {
  // text answers are graded by a service, which a frame does not offer
  const quiz = (await quizOf(database(), of.courseId, of.lessonId)).filter((item) => kindOf(item) !== 'short');
  if (quiz.length === 0) return 100;
  const { right, answered } = await scoreOf(database(), { ...of, quiz });
  return answered < quiz.length ? null : Math.round((right / quiz.length) * 100);
}
