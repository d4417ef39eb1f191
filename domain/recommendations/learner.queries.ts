import { completedAt } from '#domain/courses/content/live-lesson.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

/** What a service gets to know about a learner: what they stated, and what they did here. */
export interface Learner {
  readonly stated: Readonly<Record<string, unknown>>;
  readonly completed: readonly string[];
  readonly in_progress: readonly string[];
  readonly saved: readonly string[];
  /** Questions whose latest answer was wrong. */
  readonly weak_spots: readonly { readonly course: string; readonly question: string }[];
}

const TITLES_TOLD = 60;
const WEAK_SPOTS_TOLD = 12;
/** Fields of the stated context that are passed on; courses are looked up here instead (REC-01). */
const STATED = [
  'industry_focus',
  'career_level',
  'learning_style',
  'current_knowledge',
  'preferred_duration',
  'preferred_difficulty',
  'age',
];

/** Reads what is known about a learner, in one statement. */
export async function learnerOf(accountId: string, context: Readonly<Record<string, unknown>>): Promise<Learner> {
  const [row] = await rowsOf<Pick<Learner, 'weak_spots'> & { courses: { title: string; is_done: boolean; is_saved: boolean }[] }>(
    database(),
    sql`with own as (
       select course.id, course.title, ${completedAt(sql`course`)} is not null as is_done, saved.course_id is not null as is_saved
         from course
         left join saved_course saved on saved.course_id = course.id and saved.account_id = course.account_id
        where course.account_id = ${accountId} order by course.created_at desc limit ${TITLES_TOLD}),
     latest as (
       select distinct on (course_id, lesson_id, question_id) course_id, lesson_id, question_id, is_right, answered_at
         from question_answer where account_id = ${accountId} order by course_id, lesson_id, question_id, answered_at desc),
     weak as (select * from latest where not is_right order by answered_at desc limit ${WEAK_SPOTS_TOLD})
     select (select coalesce(jsonb_agg(jsonb_build_object('title', title, 'is_done', is_done, 'is_saved', is_saved)), '[]') from own) as courses,
            (select coalesce(jsonb_agg(jsonb_build_object('course', course.title, 'question', item->>'question')), '[]')
               from weak join course on course.id = weak.course_id
               join course_version live on live.course_id = course.id and live.number = course.current_version,
                    jsonb_path_query(live.content, '$.modules[*].lessons[*]') lesson, jsonb_array_elements(lesson->'quiz') item
              where lesson->>'lesson_id' = weak.lesson_id::text and item->>'id' = weak.question_id) as weak_spots`,
  );
  const { courses, weak_spots } = row!;
  const titles = (which: (course: (typeof courses)[number]) => boolean) => courses.filter(which).map(({ title }) => title);
  return {
    stated: Object.fromEntries(STATED.flatMap((name) => (context[name] ? [[name, context[name]]] : []))),
    completed: titles(({ is_done }) => is_done),
    in_progress: titles(({ is_done }) => !is_done),
    saved: titles(({ is_saved }) => is_saved),
    weak_spots,
  };
}
