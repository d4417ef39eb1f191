import type { Pace } from '#contract/courses/course-plan.contract.ts';
import { placeInDays } from '#contract/generation/course-pace.ts';
import { CONTINUE_LIMIT, type ContinueCourse } from '#contract/progress/reading-place.contract.ts';
import type { CoursePicture } from '#contract/courses/picture-schemas.ts';
import { completedAt, progressOf } from '#domain/courses/content/live-lesson.queries.ts';
import { coverOf } from '#domain/courses/pictures/course-pictures.queries.ts';
import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { comingSections } from '#domain/courses/content/coming-sections.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

interface ContinueRow {
  readonly course_id: string;
  readonly title: string;
  readonly language: string;
  readonly place: string;
  readonly read_at: Date;
  readonly lessons: readonly ContinueCourse['lesson'][];
  readonly completed: readonly string[];
  readonly cover: CoursePicture | null;
  readonly pace: Pace | null;
  readonly position: number;
}

/**
 * Lists the courses that a user read last and has not completed, including those with lessons added since, each with its next lesson, and of
 * the first how long its sections take. Two statements, however many courses there are.
 */
export async function listContinue(accountId: string): Promise<ContinueCourse[]> {
  const rows = await rowsOf<ContinueRow>(
    database(),
    sql`with latest as (
       select place.course_id, place.lesson_id, place.position, place.read_at
         from reading_place place join course on course.id = place.course_id and course.account_id = place.account_id
        where place.account_id = ${accountId}
          and course.lesson_count > 0 and ${completedAt(sql`course`)} is null
        order by place.read_at desc limit ${CONTINUE_LIMIT}
     )
     select course.id as course_id, course.title, live.contents->>'language' as language, latest.lesson_id as place, latest.position, latest.read_at,
            lessons.list as lessons, lessons.completed, ${coverOf(sql`course`)} as cover, live.contents->'pace' as pace
       from latest
       join course on course.id = latest.course_id
       join course_version live on live.course_id = course.id and live.number = course.current_version
      cross join lateral (
        select jsonb_agg(jsonb_build_object('lesson_id', lesson.value->>'lesson_id', 'title', lesson.value->>'title',
                         'module', module.place - 1, 'lesson', lesson.place - 1) order by module.place, lesson.place) as list,
               coalesce(array_agg(done.lesson_id) filter (where done.lesson_id is not null), '{}') as completed,
               count(*) as total
          from jsonb_array_elements(live.contents->'modules') with ordinality as module (value, place),
               jsonb_array_elements(module.value->'lessons') with ordinality as lesson (value, place)
          left join lesson_completion done
            on done.account_id = ${accountId} and done.course_id = live.course_id and done.lesson_id = (lesson.value->>'lesson_id')::uuid
      ) lessons
      where cardinality(lessons.completed) < lessons.total
      order by latest.read_at desc`,
  );
  const [first, ...others] = rows.map(toContinue);
  if (!first) return [];
  const { place, position } = rows[0]!;
  return [{ ...first, section_ends: await sectionEnds(first, place === first.lesson.lesson_id ? position : 0) }, ...others];
}

/** @param position where the reader stopped in the lesson */
async function sectionEnds({ course_id: courseId, lesson }: ContinueCourse, position: number): Promise<number[]> {
  const [found] = await rowsOf<{ lesson: LessonContent }>(
    database(),
    sql`select lesson from course join course_version on course_id = course.id and number = current_version,
               jsonb_path_query(content, '$.modules[*].lessons[*]') lesson
         where course.id = ${courseId} and lesson->>'lesson_id' = ${lesson.lesson_id}`,
  );
  return found ? comingSections(found.lesson, position).map(({ minutes }) => minutes) : [];
}

function toContinue({ course_id, title, language, place, read_at, lessons, completed, cover, pace }: ContinueRow): ContinueCourse {
  const isDone = (id: string) => completed.includes(id);
  // from the current lesson to the end, then the skipped ones before it
  const here = Math.max(
    0,
    lessons.findIndex(({ lesson_id }) => lesson_id === place),
  );
  const lesson = [...lessons.slice(here), ...lessons.slice(0, here)].find(({ lesson_id }) => !isDone(lesson_id))!;
  return {
    course_id,
    title,
    language,
    progress: progressOf(completed.length, lessons.length).progress,
    completed_lessons: completed.length,
    lesson_count: lessons.length,
    lesson,
    ...(pace && { day: dayOf(pace, lessons, lesson, isDone) }),
    read_at: read_at.toISOString(),
    cover,
  };
}

/** Returns the day or week to which the next lesson belongs, and how many of its lessons are left. */
function dayOf(
  pace: Pace,
  lessons: ContinueRow['lessons'],
  next: ContinueCourse['lesson'],
  isDone: (id: string) => boolean,
): NonNullable<ContinueCourse['day']> {
  const modules = [...Map.groupBy(lessons, ({ module }) => module).values()].map(({ length }) => ({ lessons: length }));
  const days = placeInDays(pace, modules);
  const number = days[lessons.indexOf(next)]!;
  const left = lessons.filter(({ lesson_id: id }, at) => days[at] === number && !isDone(id)).length;
  return { unit: pace.unit, number, of: pace.units, left };
}
