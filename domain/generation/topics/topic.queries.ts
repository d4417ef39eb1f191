import * as z from 'zod';
import { LIBRARY_MATCHES, type LibraryMatch } from '#contract/generation/topics.contract.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { copiesOf, readLibraryAt } from '#domain/courses/library/library.queries.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';

const answerSchema = z.object({
  match: z.enum(LIBRARY_MATCHES),
  courses: z.number().int(),
  lessons: z.array(z.object({ number: z.number().int(), title: z.string() })),
  missing: z.array(z.string()),
  fits: z.object({ pictures: z.boolean(), scene: z.boolean() }),
  readers: z.object({ from: z.number().int(), to: z.number().int().nullable() }).nullable(),
  nearest: z.array(
    z.object({
      slug: z.string(),
      title: z.string(),
      line: z.string(),
      category: z.string(),
      language: z.enum(FORM_OPTIONS.language_preference),
    }),
  ),
});

interface Asked {
  readonly topic: string;
  readonly goals?: string | undefined;
  readonly language: string;
  /** Whose copies are named; default: nobody's. */
  readonly accountId?: string;
}

/**
 * Asks the demo library for its content on a topic.
 * @returns null where services write the courses, and when the library does not answer
 */
export async function findInLibrary({ topic, goals = '', language, accountId }: Asked): Promise<LibraryMatch | null> {
  const { demoLibrary } = config();
  if (demoLibrary === null) return null;
  try {
    const query = new URLSearchParams({ topic, goals, language });
    const found = answerSchema.parse(await readLibraryAt(`${demoLibrary}?${query.toString()}`));
    const slugs = found.nearest.map(({ slug }) => slug);
    const copies = accountId === undefined ? new Map<string, string>() : await copiesOf(accountId, slugs);
    return { ...found, nearest: found.nearest.map((one) => ({ ...one, course_id: copies.get(one.slug) ?? null })) };
  } catch (error) {
    logger().warn({ err: error }, 'topics: the demo library does not answer');
    return null;
  }
}

/** Returns an account's saved topics, newest first. */
export async function listKeptTopics(accountId: string): Promise<{ id: string; topic: string; kept_at: string }[]> {
  const rows = await database()('kept_topic')
    .where({ account_id: accountId })
    .orderBy([{ column: 'kept_at', order: 'desc' }, 'id']);
  return rows.map(({ id, topic, kept_at: at }) => ({ id, topic, kept_at: at.toISOString() }));
}
