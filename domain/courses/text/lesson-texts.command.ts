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

/** Returns the stored texts of a course's Markdown, by Markdown; those not stored yet are made and stored: in a copy, or an older course. */
async function markdownTexts(courseId: string, contents: readonly string[], turn: TurnOf): Promise<Map<string, Stored>> {
  const hashes = new Map(contents.map((content) => [hashOf(content), content]));
  const rows: { content_hash: string; text: string; is_plain: boolean }[] = await database()('lesson_text')
    .where({ course_id: courseId })
    .whereIn('content_hash', [...hashes.keys()])
    .select('content_hash', 'text', 'is_plain');
  const found = new Map(rows.map((row) => [hashes.get(row.content_hash)!, { text: row.text, isPlain: row.is_plain }]));
  const missing = [...hashes.values()].filter((content) => !found.has(content));
  // one after the other: an account has one turn at a time
  for (const content of missing) {
    const text = await readMarkdown(content, turn);
    // stored before there were limits: shown as it was written
    if (text === null) logger().warn({ course: courseId, characters: content.length }, 'a lesson is kept as plain text: it is too complex');
    const stored = { text: text ?? content, isPlain: text === null };
    found.set(content, stored);
    await storeLessonTexts(database(), courseId, new Map([[content, stored.text]]), stored.isPlain);
  }
  return found;
}

/** Returns the visible texts of lessons of a course, in page order, for finding passages. Blanks do not matter there. */
export async function lessonTexts(courseId: string, lessons: readonly TextParts[], turn: TurnOf): Promise<string[]> {
  const texts = await markdownTexts(
    courseId,
    lessons.map(({ content }) => content),
    turn,
  );
  const points = (list: readonly string[]) => list.join('\n').slice(0, LESSON_CHARACTERS);
  return lessons.map(({ objectives, content, key_takeaways: takeaways }) =>
    [points(objectives), texts.get(content)!.text, points(takeaways)].join('\n'),
  );
}

/** Returns the Markdown of a course that is too complex to be parsed. */
export async function plainMarkdown(courseId: string, contents: readonly string[], turn: TurnOf): Promise<Set<string>> {
  return new Set([...(await markdownTexts(courseId, contents, turn))].flatMap(([content, { isPlain }]) => (isPlain ? [content] : [])));
}
