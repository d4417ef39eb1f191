import type { StoredPlan } from '#contract/courses/course-plan.contract.ts';
import type { CourseSort } from '#contract/courses/course-sorts.ts';
import type { CoursePicture } from '#contract/courses/picture-schemas.ts';
import {
  clipOf,
  coverOf,
  drawnOf,
  wirePictures,
  type PictureRow,
  wireClip,
  type ClipRow,
} from '#domain/courses/pictures/course-pictures.queries.ts';
import type { Course as WireCourse, CourseSummary, LISTED_COURSES, Lesson } from '#contract/courses/courses.contract.ts';
import type { ReadingPlace } from '#contract/progress/reading-place.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { decodeCursor, encodeCursor, type PageCursor } from '#domain/platform/page-cursor.ts';
import { durationText, marksOf, totalMinutes, wireLesson, type CourseContent, type MarkedLessons } from './course-content.queries.ts';
import { courseIdOf } from './course-id.queries.ts';
import type { Course } from './course.model.ts';
import { folded, hasEveryWord, wordsOf } from '#domain/platform/normalised-text.ts';
import { empty, join, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isCopy, isTaken } from './taken-course.queries.ts';
import { completedAt, completedLessons, progressOf } from './live-lesson.queries.ts';
import { openedOfHeldBack, withoutHeldBack } from './held-back.queries.ts';

export interface CoursePage {
  courses: CourseSummary[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
  /** Number of all rows of the list, ignoring page and filters. */
  total: number;
}

/** A page of an account's courses. */
export interface OwnCoursePage extends CoursePage {
  /** The part of `total` that was generated here. */
  generated: number;
}

export interface PageRequest {
  accountId: string;
  /** Maximum number of rows. */
  limit: number;
  /** `next` of the previous page. */
  after?: string | undefined;
  /** Only courses whose title or description contains every word of this text. */
  q?: string | undefined;
  /** Only courses in progress, or only completed ones. */
  status?: 'in-progress' | 'completed' | undefined;
  /** Default: the last written, or last saved, first. */
  sort?: CourseSort | undefined;
}

export interface OwnPageRequest extends PageRequest {
  /** Default: the generated ones. */
  origin?: (typeof LISTED_COURSES)[number] | undefined;
  unsaved?: 'true' | undefined;
}

// Columns of lists, besides `sort_at` (the sort time, in microseconds).
const SUMMARY_COLUMNS = sql`course.id, course.account_id, course.run_id, course.enrolled_from, course.assigned_from, course.is_imported, course.title, course.description, course.difficulty, course.duration, course.age_group,
  course.outline, course.module_count, course.lesson_count, course.duration_minutes, course.quality_level, course.current_version, course.created_at, saved.saved_at`;

const wasCompleted = (course: Sql, accountId: string): Sql =>
  sql`exists (select from course_completion whole where whole.account_id = ${accountId} and whole.course_id = ${course}.id)`;

// Conditions that correspond to `progressOf`, for filtering a list.
const isRead = (accountId: string): Sql =>
  sql`exists (select from reading_place place where place.account_id = ${accountId} and place.course_id = course.id)`;
const isBegun = (accountId: string): Sql => sql`(${isRead(accountId)}
  or exists (select from lesson_completion begun where begun.account_id = ${accountId} and begun.course_id = course.id))`;
const hasStatus = (status: NonNullable<PageRequest['status']>, accountId: string): Sql =>
  sql`${isBegun(accountId)} and ${completedAt(sql`course`)} is ${status === 'completed' ? sql`not` : empty} null`;
const IS_GENERATED = sql`(not ${isCopy(sql`course`)} and not course.is_imported)`;
const hasOrigin = (origin: NonNullable<OwnPageRequest['origin']>, accountId: string): readonly Sql[] =>
  ({
    generated: [IS_GENERATED],
    other: [sql`not ${IS_GENERATED}`],
    publishable: [sql`course.library_slug is null and not ${isTaken(sql`course`, accountId)}`],
    all: [],
  })[origin];

/** Lists the account's courses, newest first. @throws ProductError validation.failed for an invalid cursor */
export async function listCourses({ origin = 'generated', unsaved, ...request }: OwnPageRequest): Promise<OwnCoursePage> {
  const { counts, ...page } = await readPage(request, {
    from: sql`course left join saved_course saved on saved.account_id = course.account_id and saved.course_id = course.id`,
    table: sql`course`,
    owner: sql`course.account_id`,
    time: sql`course.created_at`,
    course: sql`course.id`,
    where: [...hasOrigin(origin, request.accountId), ...(unsaved ? [sql`saved.saved_at is null`] : [])],
    counted: sql`, count(*) filter (where ${IS_GENERATED}) as generated`,
  });
  return { ...page, generated: counts.generated ?? 0 };
}

/** Lists the account's saved courses, last saved first. @throws ProductError validation.failed for an invalid cursor */
export async function listSavedCourses(request: PageRequest): Promise<CoursePage> {
  const { counts: _, ...page } = await readPage(request, {
    from: sql`saved_course saved join course on course.id = saved.course_id`,
    table: sql`saved_course`,
    owner: sql`saved.account_id`,
    time: sql`saved.saved_at`,
    course: sql`saved.course_id`,
    where: [],
    counted: empty,
  });
  return page;
}

async function isOwnWork(accountId: string, courseId: string): Promise<boolean> {
  const [row] = await rowsOf<{ is_taken: boolean }>(
    database(),
    sql`select ${isTaken(sql`course`, accountId)} as is_taken from course where course.id = ${courseId}`,
  );
  return row?.is_taken === false;
}

type OpenedCourse = Course &
  MarkedLessons & {
    readonly number: number;
    readonly content: CourseContent;
    /** Null when its owner has not saved it. */
    readonly saved_at: Date | null;
    readonly was_completed: boolean;
    /** Where its owner stopped reading; null before the first reading. */
    readonly reading_place: ReadingPlace | null;
    readonly pictures: PictureRow[] | null;
    readonly clip: ClipRow | null;
    /** Whether its form requested the tutor; null when its request was deleted. */
    readonly tutor: boolean | null;
    /** The opened lessons of a bought course while the others are held back; null for any other course. */
    readonly opened: string[] | null;
  };

/** SQL expression: the ids of the lessons that the owner of the `course` has completed, bookmarked and pinned, as `MarkedLessons`. */
const MARKS = sql`
  array(select lesson_id from lesson_completion done where done.account_id = course.account_id and done.course_id = course.id) as completed,
  array(select lesson_id from lesson_bookmark mark where mark.account_id = course.account_id and mark.course_id = course.id) as bookmarked,
  array(select lesson_id from lesson_pin pin where pin.course_id = course.id) as pinned`;

/** Returns which lessons of the account's course are marked, or null when it has no such course. */
export async function findMarks({ accountId, courseId }: { accountId: string; courseId: string }): Promise<MarkedLessons | null> {
  const [marks] = await rowsOf<MarkedLessons>(
    database(),
    sql`select ${MARKS} from course where course.account_id = ${accountId} and course.id = ${courseIdOf(courseId)}`,
  );
  return marks ?? null;
}

/**
 * Returns one course with its lessons, live or in one version; the marks are the current ones. While a bought course can be refunded, it
 * lacks the texts of lessons that were not opened.
 * @throws ProductError not_found when it does not exist, or belongs to another user
 */
export async function getCourse({
  accountId,
  courseId,
  version,
  isBackup = false,
  isWhole = false,
  hasAnswers = false,
}: {
  accountId: string;
  courseId: string;
  version?: number;
  /** For the owner's own file: includes rubrics and full answers, unless the course is another creator's. */
  isBackup?: boolean;
  /** Includes the texts of lessons that are held back; only for work whose result does not show them. */
  isWhole?: boolean;
  /** Includes rubrics, full answers and the final task's solution, also of another creator's course; only for work that does not show them. */
  hasAnswers?: boolean;
}): Promise<WireCourse> {
  const [row] = await rowsOf<OpenedCourse>(
    database(),
    sql`select course.*, version.number, version.content, saved.saved_at, ${MARKS}, ${wasCompleted(sql`course`, accountId)} as was_completed,
               (select jsonb_build_object('lesson_id', place.lesson_id, 'position', place.position,
                         'read_at', to_char(place.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                  from reading_place place
                 where place.account_id = course.account_id and place.course_id = course.id) as reading_place,
               ${drawnOf(sql`course`)} as pictures, ${clipOf(sql`course`)} as clip,
               (select (request #>> '{ai_components,vortex_enabled}')::boolean from run where run.id = course.run_id) as tutor,
               ${openedOfHeldBack(sql`course`)} as opened
          from course
          join course_version version on version.course_id = course.id and version.number = ${version ?? sql`course.current_version`}
          left join saved_course saved on saved.course_id = course.id and saved.account_id = course.account_id
         where course.account_id = ${accountId} and course.id = ${courseIdOf(courseId)}`,
  );
  if (!row) throw notFound(version === undefined ? 'course' : 'version');
  const { content } = row;
  const hasRubrics = hasAnswers || (isBackup && (await isOwnWork(accountId, row.id)));
  const modules = content.modules.map((module, m) => ({
    ...module,
    lessons: module.lessons.map((lesson, l) => ({
      ...wireLesson(lesson, { module: m, lesson: l }, marksOf(row, lesson.lesson_id), { hasRubrics }),
      ...(row.opened && !row.opened.includes(lesson.lesson_id) && { is_held_back: true }),
    })),
  }));
  const lessons = modules.flatMap((module) => module.lessons);
  const course: WireCourse = {
    course_id: row.id,
    task_id: row.run_id,
    version: row.number,
    title: content.title,
    description: content.description,
    difficulty: row.difficulty,
    duration: row.duration,
    language: content.language,
    age_group: row.age_group,
    learning_objectives: content.learning_objectives,
    expert_insights: content.expert_insights,
    industry_relevance: content.industry_relevance,
    modules,
    ...(content.plan && { plan: hasRubrics ? content.plan : withoutSolution(content.plan) }),
    missing_lessons: content.missing_lessons,
    pictures: wirePictures(row.pictures ?? [], content.modules),
    clip: row.clip && wireClip(row.clip),
    tutor: row.tutor ?? false,
    reading_place: lessons.some((lesson) => lesson.lesson_id === row.reading_place?.lesson_id) ? row.reading_place : null,
    ...derived({
      ...row,
      duration_minutes: totalMinutes(content),
      quality_level: content.quality_level,
      completed: lessons.filter((lesson) => lesson.completed).length,
      lesson_count: lessons.length,
      is_read: row.reading_place !== null,
      was_completed: row.was_completed,
    }),
  };
  return isWhole ? course : withoutHeldBack(course);
}

/** Returns a plan without the example of a good result, which learners see after their own. */
const withoutSolution = (plan: StoredPlan): StoredPlan => ({
  ...plan,
  final_task: plan.final_task && { ...plan.final_task, solution: '' },
});

/** Returns the live text of any account's course; the caller must check permissions. @throws ProductError not_found */
export async function anyCourse(courseId: string) {
  const [row] = await rowsOf<
    Pick<Course, 'id' | 'account_id' | 'created_at'> & { readonly number: number; readonly content: CourseContent }
  >(
    database(),
    sql`select course.id, course.account_id, course.created_at, version.number, version.content
          from course join course_version version on version.course_id = course.id and version.number = course.current_version
         where course.id = ${courseId}`,
  );
  if (!row) throw notFound('course');
  const { title, description, language, modules } = row.content;
  return {
    accountId: row.account_id,
    course_id: row.id,
    title,
    description,
    language,
    version: row.number,
    created_at: row.created_at.toISOString(),
    modules: modules.map((module) => ({
      title: module.title,
      lessons: module.lessons.map((lesson) => ({ lesson_id: lesson.lesson_id, title: lesson.title, content: lesson.content })),
    })),
  };
}

/** Returns one lesson of a text already read, in wire format, with its reader's marks. @throws ProductError not_found */
export async function markedLesson(given: {
  accountId: string;
  courseId: string;
  content: CourseContent;
  lessonId: string;
}): Promise<Lesson> {
  const { content, lessonId } = given;
  const marked = await findMarks(given);
  const module = content.modules.findIndex(({ lessons }) => lessons.some(({ lesson_id }) => lesson_id === lessonId));
  const lesson = content.modules[module]?.lessons.findIndex(({ lesson_id }) => lesson_id === lessonId) ?? -1;
  if (!marked || lesson < 0) throw notFound('lesson');
  return wireLesson(content.modules[module]!.lessons[lesson]!, { module, lesson }, marksOf(marked, lessonId));
}

interface CourseList {
  readonly from: Sql;
  readonly table: Sql;
  /** Column with the account that the list belongs to. */
  readonly owner: Sql;
  readonly time: Sql;
  readonly course: Sql;
  /** Further conditions. */
  readonly where: readonly Sql[];
  /** Further counts over the whole list. */
  readonly counted: Sql;
}

/** Reads a page in one statement. The total is returned even for an empty page; one extra row shows whether there is a next page. */
async function readPage(request: PageRequest, list: CourseList): Promise<CoursePage & { counts: { generated?: number } }> {
  const { accountId, sort = 'newest' } = request;
  const { time, isAscending, begins } = orderOf(sort, list.time, accountId);
  const direction = isAscending ? sql`asc` : sql`desc`;
  const after = request.after ? decodeCursor(request.after, 'after') : null;
  const words = wordsOf(request.q);
  const where = [
    sql`${list.owner} = ${accountId}`,
    ...(after
      ? [sql`(${begins}, ${list.course}) ${isAscending ? sql`>` : sql`<`} (${endOf(sort, after, accountId)}, ${after.id}::uuid)`]
      : []),
    ...(words.length > 0 ? [hasEveryWord(sql`course.list_text`, words)] : []),
    ...(request.status ? [hasStatus(request.status, accountId)] : []),
    ...list.where,
  ];
  const rows = await rowsOf<SummaryRow & { counts: { total: number; generated?: number } }>(
    database(),
    sql`select to_jsonb(counts) as counts, page.*, ${completedLessons(sql`page`)} as completed,
               ${wasCompleted(sql`page`, accountId)} as was_completed, ${coverOf(sql`page`)} as cover
          from (select count(*) as total ${list.counted} from ${list.table} where account_id = ${accountId}) counts
          left join (
            select ${SUMMARY_COLUMNS}, ${isRead(accountId)} as is_read, (${time} at time zone 'UTC')::text as sort_at, ${begins} as sort_by
              from ${list.from}
             where ${join(where, ' and ')}
             order by ${begins} ${direction}, ${list.course} ${direction}
             limit ${request.limit + 1}
          ) page on true
         order by page.sort_by ${direction}, page.id ${direction}`,
  );
  const { counts } = rows[0]!;
  const found = rows.filter((row) => row.id !== null);
  const page = found.slice(0, request.limit);
  const last = page.at(-1);
  return {
    courses: page.map(toSummary),
    next: found.length > request.limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
    total: counts.total,
    counts,
  };
}

/** SQL expression: the end of the previous page, as the time in its cursor, or the title of the course in its cursor. */
const endOf = (sort: CourseSort, { at, id }: PageCursor, accountId: string): Sql =>
  sort === 'title'
    ? sql`(select ${folded(sql`before.title`)} from course before where before.id = ${id}::uuid and before.account_id = ${accountId})`
    : sql`(${at}::timestamp at time zone 'UTC')`;

/** Returns the sort order. `begins`: the sort expression before the ids; `time`: the time stored in a cursor. */
function orderOf(sort: CourseSort, time: Sql, accountId: string): { time: Sql; begins: Sql; isAscending: boolean } {
  if (sort === 'title') return { time, begins: folded(sql`course.title`), isAscending: true };
  if (sort !== 'read') return { time, begins: time, isAscending: sort === 'oldest' };
  // unread courses come after all read ones, newest first: their time is moved far into the past
  const readAt = sql`(select place.read_at from reading_place place where place.account_id = ${accountId} and place.course_id = course.id)`;
  const read = sql`coalesce(${readAt}, ${time} - interval '1000 years')`;
  return { time: read, begins: read, isAscending: false };
}

type SummaryRow = Pick<
  Course,
  | 'id'
  | 'title'
  | 'description'
  | 'difficulty'
  | 'duration'
  | 'age_group'
  | 'outline'
  | 'module_count'
  | 'lesson_count'
  | 'duration_minutes'
  | 'quality_level'
  | 'created_at'
  | 'enrolled_from'
  | 'assigned_from'
  | 'is_imported'
> & { saved_at: Date | null; sort_at: string; completed: number; is_read: boolean; was_completed: boolean; cover: CoursePicture | null };

const toSummary = (row: SummaryRow): CourseSummary => ({
  course_id: row.id,
  title: row.title,
  description: row.description,
  difficulty: row.difficulty,
  duration: row.duration,
  age_group: row.age_group,
  ...row.outline,
  module_count: row.module_count,
  lesson_count: row.lesson_count,
  cover: row.cover,
  origin: row.enrolled_from !== null ? 'market' : row.assigned_from !== null ? 'assigned' : row.is_imported ? 'imported' : 'generated',
  ...derived(row),
});

const derived = (
  row: Pick<
    SummaryRow,
    'duration_minutes' | 'saved_at' | 'created_at' | 'quality_level' | 'completed' | 'lesson_count' | 'is_read' | 'was_completed'
  >,
) => ({
  estimated_total_duration: durationText(row.duration_minutes),
  ...progressOf(row.completed, row.lesson_count, row.is_read),
  // a course that was complete can only lack lessons added since
  new_lessons: row.was_completed ? Math.max(0, row.lesson_count - row.completed) : 0,
  saved_at: row.saved_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  quality_level: row.quality_level,
});
