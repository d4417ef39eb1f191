import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { LESSON_CHARACTERS } from '#contract/courses/lesson-limits.ts';
import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { TurnOf } from '#domain/platform/turns/turns.ts';
import { readMarkdown } from './read-markdown.command.ts';

/** The parts of a lesson that make up its visible text. */
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

/** Deletes the texts of lessons that are not in the live version. */
export async function dropOtherTexts(trx: Knex, courseId: string, lessons: readonly TextParts[]): Promise<void> {
  const live = lessons.map(({ content }) => hashOf(content));
  await trx('lesson_text').where({ course_id: courseId }).whereNotIn('content_hash', live).delete();
}

interface Stored {
  readonly text: string;
  readonly isPlain: boolean;
}

/**
 * Returns the stored texts of courses' Markdown, in order. Texts that are not stored yet (of a copy, or an older course) are made and
 * stored. One statement, however many courses.
 */
async function markdownTexts(wanted: readonly { courseId: string; content: string }[], turn: TurnOf): Promise<Stored[]> {
  // hash once: a lesson can be long
  const hashes = wanted.map(({ content }) => hashOf(content));
  const rows = await rowsOf<{ course_id: string; content_hash: string; text: string; is_plain: boolean }>(
    database(),
    sql`select course_id, content_hash, text, is_plain
          from lesson_text join (select distinct * from unnest(${wanted.map(({ courseId }) => courseId)}::uuid[], ${hashes}::text[])
                                                          as one (course_id, content_hash)) wanted
               using (course_id, content_hash)`,
  );
  const found = new Map(rows.map((row) => [`${row.course_id} ${row.content_hash}`, { text: row.text, isPlain: row.is_plain }]));
  const texts: Stored[] = [];
  // one after the other, because an account has one turn at a time
  for (const [at, { courseId, content }] of wanted.entries()) {
    const key = `${courseId} ${hashes[at]!}`;
    const stored = found.get(key) ?? (await madeText(courseId, content, turn));
    found.set(key, stored);
    texts.push(stored);
  }
  return texts;
}

async function madeText(courseId: string, content: string, turn: TurnOf): Promise<Stored> {
  const text = await readMarkdown(content, turn);
  // stored before there were limits: shown as written
  if (text === null)
    logger().warn({ course: courseId, characters: content.length }, 'a lesson is stored as plain text, because it is too complex');
  const made = { text: text ?? content, isPlain: text === null };
  await storeLessonTexts(database(), courseId, new Map([[content, made.text]]), made.isPlain);
  return made;
}

/** Returns the visible texts of lessons of courses, in page order, for finding passages; white space may differ. */
export async function lessonTexts(wanted: readonly { courseId: string; lesson: TextParts }[], turn: TurnOf): Promise<string[]> {
  const texts = await markdownTexts(
    wanted.map(({ courseId, lesson: { content } }) => ({ courseId, content })),
    turn,
  );
  const points = (list: readonly string[]) => list.join('\n').slice(0, LESSON_CHARACTERS);
  return wanted.map(({ lesson: { objectives, key_takeaways: takeaways } }, at) =>
    [points(objectives), texts[at]!.text, points(takeaways)].join('\n'),
  );
}

/** Returns the Markdown of a course that is too complex to parse. */
export async function plainMarkdown(courseId: string, contents: readonly string[], turn: TurnOf): Promise<Set<string>> {
  const texts = await markdownTexts(
    contents.map((content) => ({ courseId, content })),
    turn,
  );
  return new Set(contents.filter((_, at) => texts[at]!.isPlain));
}
