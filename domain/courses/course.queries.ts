import type { Course, CourseSummary } from '#contract/courses/courses.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { durationText, UNMARKED, wireLesson, type CourseContent } from './course-content.ts';
import { courseIdOf } from './course-id.ts';
import { CourseModel } from './course.model.ts';
import { decodeCursor, encodeCursor } from './page-cursor.ts';

export interface CoursePage {
  courses: CourseSummary[];
  /** Cursor of the next page, null on the last one. */
  next: string | null;
  /** All rows of the list, whatever the page. */
  total: number;
}

export interface PageRequest {
  accountId: string;
  /** Rows at most. */
  limit: number;
  /** An earlier page's `next`. */
  after?: string | undefined;
}

// What lists read, beside `sort_at` (what the list is ordered by, with its microseconds).
const SUMMARY_COLUMNS = `course.id, course.title, course.description, course.difficulty, course.duration, course.age_group,
  course.module_count, course.lesson_count, course.duration_minutes, course.quality_level, course.created_at, saved.saved_at`;

/** The account's courses, newest first. @throws ProductError validation.failed for a cursor that is none */
export function listCourses(request: PageRequest): Promise<CoursePage> {
  return readPage(request, {
    from: `course left join saved_course saved on saved.account_id = course.account_id and saved.course_id = course.id`,
    table: 'course',
    sort: ['course.created_at', 'course.id'],
  });
}

/** The account's saved courses, last saved first. @throws ProductError validation.failed for a cursor that is none */
export function listSavedCourses(request: PageRequest): Promise<CoursePage> {
  return readPage(request, {
    from: 'saved_course saved join course on course.id = saved.course_id',
    table: 'saved_course',
    sort: ['saved.saved_at', 'saved.course_id'],
  });
}

/** One course with its lessons. @throws ProductError not_found when there is none, or it is somebody else's */
export async function getCourse({ accountId, courseId }: { accountId: string; courseId: string }): Promise<Course> {
  const row = await CourseModel.query()
    .select('course.*')
    .modify('owned', accountId, courseIdOf(courseId))
    .modify('withContent')
    .modify('withSaved')
    .first()
    .castTo<(CourseModel & { content: CourseContent; saved_at: Date | null }) | undefined>();
  if (!row) throw notFound('course');
  const { content } = row;
  return {
    course_id: row.id,
    version: row.current_version,
    title: content.title,
    description: content.description,
    difficulty: row.difficulty,
    duration: row.duration,
    language: content.language,
    age_group: row.age_group,
    learning_objectives: content.learning_objectives,
    expert_insights: content.expert_insights,
    industry_relevance: content.industry_relevance,
    modules: content.modules.map((module, m) => ({
      ...module,
      lessons: module.lessons.map((lesson, l) => wireLesson(lesson, { module: m, lesson: l }, UNMARKED)),
    })),
    ...derived(row),
  };
}

/** One statement a page: the total stands beside the rows, also when the page is empty. One row more than asked tells if there is a next. */
async function readPage(
  request: PageRequest,
  list: { from: string; table: string; sort: [time: string, id: string] },
): Promise<CoursePage> {
  const [time, id] = list.sort;
  const owner = list.table === 'course' ? 'course' : 'saved';
  const after = request.after ? decodeCursor(request.after) : null;
  const { rows } = await database().raw(
    `select total.count as total, page.*
       from (select count(*) from ${list.table} where account_id = :accountId) total
       left join (
         select ${SUMMARY_COLUMNS}, (${time} at time zone 'UTC')::text as sort_at
           from ${list.from}
          where ${owner}.account_id = :accountId ${after ? `and (${time}, ${id}) < (:at::timestamp at time zone 'UTC', :id::uuid)` : ''}
          order by ${time} desc, ${id} desc
          limit :rows
       ) page on true
      order by page.sort_at desc, page.id desc`,
    { accountId: request.accountId, rows: request.limit + 1, ...after },
  );
  const found = (rows as SummaryRow[]).filter((row) => row.id !== null);
  const page = found.slice(0, request.limit);
  const last = page.at(-1);
  return {
    courses: page.map(toSummary),
    next: found.length > request.limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
    total: rows[0].total,
  };
}

type SummaryRow = Pick<
  CourseModel,
  | 'id'
  | 'title'
  | 'description'
  | 'difficulty'
  | 'duration'
  | 'age_group'
  | 'module_count'
  | 'lesson_count'
  | 'duration_minutes'
  | 'quality_level'
  | 'created_at'
> & { saved_at: Date | null; sort_at: string };

const toSummary = (row: SummaryRow): CourseSummary => ({
  course_id: row.id,
  title: row.title,
  description: row.description,
  difficulty: row.difficulty,
  duration: row.duration,
  age_group: row.age_group,
  module_count: row.module_count,
  lesson_count: row.lesson_count,
  ...derived(row),
});

// Completed lessons are not recorded yet, so no course has progress (G38: nothing is invented).
const derived = (row: { duration_minutes: number; saved_at: Date | null; created_at: Date; quality_level: Course['quality_level'] }) => ({
  estimated_total_duration: durationText(row.duration_minutes),
  status: 'generated' as const,
  progress: 0,
  saved_at: row.saved_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  quality_level: row.quality_level,
});
