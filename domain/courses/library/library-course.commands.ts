import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { storedCourseSchema } from '#contract/courses/stored-course.ts';
import { CREATOR_DIFFICULTIES } from '#contract/studio/creator-courses.contract.ts';
import { insertCourse } from '#domain/courses/content/course.commands.ts';
import { config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { copiesOf, readLibraryAt, whileLibraryAnswers } from './library.queries.ts';

/** A finished course as the library answers it. */
const readySchema = z.nullable(z.object({ difficulty: z.enum(CREATOR_DIFFICULTIES), age_group: z.string(), content: storedCourseSchema }));

/**
 * Opens a ready course of the free library: the account gets a copy of its own, once. It is no run: it takes no tokens and no unit of the
 * plan, and earns no points. Text and course are inserted in one transaction, whose unique key decides between calls at the same time.
 * @returns id of the copy, and whether this call made it
 * @throws ProductError not_found without such a course, or without a library; service.unavailable when the library does not answer
 */
export async function openReadyCourse({
  accountId,
  slug,
}: {
  accountId: string;
  slug: string;
}): Promise<{ course_id: string; is_new: boolean }> {
  const existing = await copyOf(accountId, slug);
  if (existing) return { course_id: existing, is_new: false };
  const { library } = config();
  const ready =
    library &&
    (await whileLibraryAnswers(async () => readySchema.parse(await readLibraryAt(`${library}/courses/${encodeURIComponent(slug)}`))));
  if (!ready) throw notFound('course');
  const { content, difficulty, age_group: ageGroup } = ready;
  const courseId = uuidv7();
  const isNew = await transact((trx) =>
    insertCourse(trx, { courseId, accountId, content, difficulty, ageGroup, kind: 'generated', librarySlug: slug }),
  );
  // another tab was faster
  return { course_id: isNew ? courseId : (await copyOf(accountId, slug))!, is_new: isNew };
}

const copyOf = async (accountId: string, slug: string): Promise<string | undefined> => (await copiesOf(accountId, [slug])).get(slug);
