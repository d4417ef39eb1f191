import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { LESSON_CHARACTERS } from '#contract/courses/lesson-limits.ts';
import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { TurnOf } from '#domain/platform/turns/turns.ts';
import { readMarkdown } from './read-markdown.command.ts';

/** The parts of a lesson that its visible text consists of. */
export type TextParts = Pick<LessonContent, 'objectives' | 'content' | 'key_takeaways'>;

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

/** Stores the visible texts of a course's Markdown, in the transaction that stores the Markdown. @param texts by Markdown */
export async function storeLessonTexts(trx: Knex, courseId: string, texts: ReadonlyMap<string, string>, isPlain = false): Promise<void> {
  if (texts.size === 0) return;
  // a course may be deleted meanwhile
  await rowsOf(
    trx,
    sql`insert into lesson_text (course_id, content_hash, text, is_plain)
        select course.id, hash, text, ${isPlain}
          from course, unnest(${[...texts.keys()].map(hashOf)}::text[], ${[...texts.values()]}::text[]) as made (hash, text)
         where course.id = ${courseId}
        on conflict do nothing`,
  );
}

/** Deletes the texts of lessons that the live version does not have. */
export async function dropOtherTexts(trx: Knex, courseId: string, lessons: readonly TextParts[]): Promise<void> {
  const live = lessons.map(({ content }) => hashOf(content));
  await trx('lesson_text').where({ course_id: courseId }).whereNotIn('content_hash', live).delete();
}

interface Stored {
  readonly text: string;
  readonly isPlain: boolean;
}

/** A text of a course as Markdown. */
interface OfCourse {
  readonly courseId: string;
  readonly content: string;
}
const keyOf = ({ courseId, content }: OfCourse): string => `${courseId} ${hashOf(content)}`;

/**
 * Returns the stored texts of courses' Markdown, by `keyOf`; those not stored yet are made and stored: in a copy, or an older course. One statement,
 * of however many courses.
 */
async function markdownTexts(wanted: readonly OfCourse[], turn: TurnOf): Promise<Map<string, Stored>> {
  const rows = await rowsOf<{ course_id: string; content_hash: string; text: string; is_plain: boolean }>(
    database(),
    sql`select course_id, content_hash, text, is_plain
          from lesson_text join (select distinct * from unnest(${wanted.map(({ courseId }) => courseId)}::uuid[],
                                                               ${wanted.map(({ content }) => hashOf(content))}::text[]) as one (course_id, content_hash)) wanted
               using (course_id, content_hash)`,
  );
  const found = new Map(rows.map((row) => [`${row.course_id} ${row.content_hash}`, { text: row.text, isPlain: row.is_plain }]));
  // one after the other: an account has one turn at a time
  for (const one of wanted) {
    const { courseId, content } = one;
    if (found.has(keyOf(one))) continue;
    const text = await readMarkdown(content, turn);
    // stored before there were limits: shown as it was written
    if (text === null) logger().warn({ course: courseId, characters: content.length }, 'a lesson is kept as plain text: it is too complex');
    const stored = { text: text ?? content, isPlain: text === null };
    found.set(keyOf(one), stored);
    await storeLessonTexts(database(), courseId, new Map([[content, stored.text]]), stored.isPlain);
  }
  return found;
}

/** Returns the visible texts of lessons of courses, in page order, for finding passages. Blanks do not matter there. */
export async function lessonTexts(wanted: readonly { courseId: string; lesson: TextParts }[], turn: TurnOf): Promise<string[]> {
  const contents = wanted.map(({ courseId, lesson: { content } }) => ({ courseId, content }));
  const texts = await markdownTexts(contents, turn);
  const points = (list: readonly string[]) => list.join('\n').slice(0, LESSON_CHARACTERS);
  return wanted.map(({ lesson: { objectives, key_takeaways: takeaways } }, at) =>
    [points(objectives), texts.get(keyOf(contents[at]!))!.text, points(takeaways)].join('\n'),
  );
}

/** Returns the Markdown of a course that is too complex to be parsed. */
export async function plainMarkdown(courseId: string, contents: readonly string[], turn: TurnOf): Promise<Set<string>> {
  const wanted = contents.map((content) => ({ courseId, content }));
  const texts = await markdownTexts(wanted, turn);
  return new Set(wanted.flatMap((one) => (texts.get(keyOf(one))!.isPlain ? [one.content] : [])));
}
