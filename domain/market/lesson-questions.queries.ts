import { FEWEST_STUDENTS } from '#contract/studio/creator-figures.contract.ts';
import type { LessonStops } from '#contract/studio/creator-movements.contract.ts';
import { completedAt } from '#domain/courses/content/live-lesson.queries.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { LessonQuestion, listAskedQuestions, listLessonQuestions as endpoint } from '#contract/market/questions.contract.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { namedLessons, type CourseContents } from '#domain/courses/content/course-content.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';
import { isReadByOthers } from './in-market.queries.ts';

/** A lesson of the user's own course or copy. */
export interface OwnLesson {
  readonly accountId: string;
  readonly courseId: string;
  readonly lessonId: string;
}

/**
 * Returns the market course that a course is a copy of, while its creator's account exists.
 * @returns null for the caller's own course, and when the creator's account was deleted
 * @throws ProductError not_found for a course or lesson that is not the caller's
 */
export async function sourceOf(store: Knex, { accountId, courseId, lessonId }: OwnLesson) {
  const row = await store('course')
    .join('course_version as live', (on) => on.on('live.course_id', 'course.id').andOn('live.number', 'course.current_version'))
    .leftJoin('creator_course as source', 'source.id', 'course.enrolled_from')
    .where({ 'course.id': courseIdOf(courseId), 'course.account_id': accountId })
    .first('live.contents', 'source.id', 'source.account_id', 'source.title');
  if (!row) throw notFound('course');
  const lesson = isUuid(lessonId) && namedLessons(row.contents as CourseContents).find((one) => one.lesson_id === lessonId.toLowerCase());
  if (!lesson) throw notFound('lesson');
  return row.id
    ? { id: row.id as string, creatorId: row.account_id as string, title: row.title as string, lessonId: lesson.lesson_id }
    : null;
}

/** Lists answered questions about a lesson of a taken course, and the reader's own, newest first. @throws ProductError not_found */
export async function listLessonQuestions(named: OwnLesson): Promise<AnswerOf<typeof endpoint>> {
  const source = await sourceOf(database(), named);
  if (!source) return { can_ask: false, questions: [] };
  const rows = await database()('lesson_question as q')
    .join('account', 'account.id', 'q.account_id')
    .where({ creator_course_id: source.id, lesson_id: source.lessonId })
    .andWhere((shown) =>
      shown
        .where((others) =>
          others
            .whereNotNull('q.answer')
            .where(expression(database(), sql`${isReadByOthers(sql`q.account_id`)} and ${isReadByOthers(sql`${source.creatorId}`)}`)),
        )
        .orWhere('q.account_id', named.accountId),
    )
    .orderBy([
      { column: 'q.created_at', order: 'desc' },
      { column: 'q.id', order: 'desc' },
    ])
    .limit(50)
    .select(COLUMNS);
  return { can_ask: true, questions: rows.map((row) => toQuestion(row, named.accountId)) };
}

const COLUMNS = ['q.id', 'q.text', 'q.answer', 'q.answered_at', 'q.created_at', 'q.account_id', 'account.first_name'];

/** Lists questions about lessons of a creator's courses: unanswered ones first, oldest first. */
export async function listStudentQuestions(creatorId: string): Promise<AnswerOf<typeof listAskedQuestions>> {
  const rows = await rowsOf<StudentQuestion>(
    database(),
    sql`select q.id, q.text, q.answer, q.answered_at, q.created_at, q.account_id, account.first_name, c.id as course_id, c.title,
            count(*) filter (where q.answer is null) over ()::int as open,
            (select lesson->>'title' from jsonb_array_elements(published.contents->'modules') module, jsonb_array_elements(module->'lessons') lesson
              where lesson->>'lesson_id' = q.lesson_id::text limit 1) as lesson_title
       from creator_course c join lesson_question q on q.creator_course_id = c.id join account on account.id = q.account_id
       left join publication_version published on published.creator_course_id = c.id and published.number = c.published_version
      where c.account_id = ${creatorId}
      order by q.answer is not null, case when q.answer is null then q.created_at end, q.created_at desc, q.id limit 100`,
  );
  return {
    questions: rows.map((row) => ({
      ...toQuestion(row, creatorId),
      course: { id: row.course_id, title: row.title },
      lesson_title: row.lesson_title ?? '',
    })),
    open: rows[0]?.open ?? 0,
  };
}

interface Row {
  readonly id: string;
  readonly text: string;
  readonly answer: string | null;
  readonly answered_at: Date | null;
  readonly created_at: Date;
  readonly account_id: string;
  readonly first_name: string;
}

interface StudentQuestion extends Row {
  readonly course_id: string;
  readonly title: string;
  readonly lesson_title: string | null;
  /** Number of unanswered questions in all of the creator's courses. */
  readonly open: number;
}

const toQuestion = (row: Row, readerId: string): LessonQuestion => ({
  question_id: row.id,
  text: row.text,
  by: row.first_name,
  is_own: row.account_id === readerId,
  answer: row.answer,
  answered_at: row.answered_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** Returns how far the students of a course got, by lesson of the published version. @throws ProductError not_found */
export async function lessonStops({ accountId, courseId }: { accountId: string; courseId: string }): Promise<LessonStops> {
  const id = creatorCourseIdOf(courseId);
  const [course] = await rowsOf<{ contents: CourseContents | null; students: number }>(
    database(),
    sql`select published.contents, c.students
       from creator_course c
       left join publication_version published on published.creator_course_id = c.id and published.number = c.published_version
      where c.id = ${id} and c.account_id = ${accountId}`,
  );
  if (!course) throw notFound('course');
  if (!course.contents || course.students < FEWEST_STUDENTS) return { students: course.students, lessons: [] };
  const counted = await rowsOf<{ lesson_id: string; completed: number; stopped: number }>(
    database(),
    sql`with own as (select account_id, course_id from enrolment where creator_course_id = ${id} and refunded_at is null and course_id is not null)
     select lesson_id, sum(completed)::int as completed, sum(stopped)::int as stopped from (
       select done.lesson_id, 1 as completed, 0 as stopped from own join lesson_completion done using (account_id, course_id)
       union all
       select place.lesson_id, 0, 1 from own join reading_place place using (account_id, course_id) join course on course.id = own.course_id
        where place.read_at < now() - interval '14 days' and ${completedAt(sql`course`)} is null) each
      group by 1`,
  );
  const found = new Map(counted.map((row) => [row.lesson_id, row]));
  return {
    students: course.students,
    lessons: namedLessons(course.contents).map(({ lesson_id, title }) => ({
      lesson_id,
      title,
      completed: found.get(lesson_id)?.completed ?? 0,
      stopped: found.get(lesson_id)?.stopped ?? 0,
    })),
  };
}
