import { HITS_OF_A_SORT, type OwnHits } from '#contract/search/search.contract.ts';
import { listNotes } from '#domain/notes/note.queries.ts';
import { database } from '#domain/platform/database.ts';
import { folded } from '#domain/platform/normalised-text.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';

/** Number of matching courses whose lessons are searched, newest first. */
const COURSES_LOOKED_INTO = 60;
/** Characters of a note in a list. */
const NOTE_BEGINNING = 140;
const has = (text: Sql): Sql => sql`not exists (select from asked where strpos(${text}, asked.word) = 0)`;

/** Searches a user's courses, lessons and notes for all words, with at most six results each. */
export async function searchOwn({ accountId, q }: { accountId: string; q: string }): Promise<OwnHits> {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 8);
  if (words.length === 0) return { courses: [], lessons: [], notes: [] };
  const [found, { notes }] = await Promise.all([
    rowsOf<{ courses: OwnHits['courses'] | null; lessons: OwnHits['lessons'] | null }>(
      database(),
      sql`with asked as materialized (select ${folded(sql`word`)} as word from unnest(cast(${words} as text[])) word),
            hit as materialized (
              select c.id, c.title, c.outline, c.created_at, ${folded(sql`c.title`)} as said from course c
               where c.account_id = ${accountId} and ${has(sql`c.search_text`)} order by c.created_at desc, c.id desc limit ${COURSES_LOOKED_INTO}),
            lesson as (
              select hit.id as course_id, hit.title as course_title, hit.created_at, l.value->>'title' as title,
                     m.place::int - 1 as module, l.place::int - 1 as lesson
                from hit, jsonb_array_elements(hit.outline->'modules') with ordinality m (value, place),
                     jsonb_array_elements(m.value->'lessons') with ordinality l (value, place),
                     lateral (select ${folded(sql`l.value->>'title'`)} as said offset 0) own
               where ${has(sql`hit.said || ' ' || own.said`)} and exists (select from asked where strpos(own.said, asked.word) > 0)
               order by hit.created_at desc, hit.id desc, module, lesson limit ${HITS_OF_A_SORT})
       select (select jsonb_agg(jsonb_build_object('course_id', id, 'title', title) order by created_at desc, id desc)
                 from (select * from hit where ${has(sql`said`)} order by created_at desc, id desc limit ${HITS_OF_A_SORT}) course) as courses,
              (select jsonb_agg(jsonb_build_object('course_id', course_id, 'course_title', course_title, 'title', title, 'module', module,
                                                   'lesson', lesson) order by created_at desc, course_id desc, module, lesson)
                 from lesson) as lessons`,
    ),
    listNotes({ accountId, q: words.join(' '), limit: HITS_OF_A_SORT, isCounted: false }),
  ]);
  return {
    courses: found[0]!.courses ?? [],
    lessons: found[0]!.lessons ?? [],
    notes: notes.map(({ note_id, course_id, course_title, text, passage, lesson }) => ({
      note_id,
      course_id,
      course_title,
      text: (text || (passage?.quote ?? '')).slice(0, NOTE_BEGINNING),
      lesson: lesson && { module: lesson.module, lesson: lesson.lesson },
    })),
  };
}
