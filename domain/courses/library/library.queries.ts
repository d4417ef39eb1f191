import * as z from 'zod/mini';
import { readyCourseSchema, type listReadyCourses as endpoint, type ReadyCourse } from '#contract/courses/library.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { foldedText, foldedWords } from '#contract/platform/folded-text.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { fetchFor } from '#domain/platform/network/outgoing.ts';

/** The library answers in milliseconds once it is read. The sandbox reads it before it listens, but not when a test starts it. */
const PATIENCE_MS = 10_000;

/** `tags`: further words by which a course is found. */
const listSchema = z.object({ courses: z.array(z.extend(readyCourseSchema, { tags: z.array(z.string()) })) });
type Listed = z.infer<typeof listSchema>['courses'][number];

/**
 * Returns what the free library answers at an address of its own; null for an address without anything.
 * @param asked sent as JSON, if the answer depends on it
 * @throws Error if it does not answer
 */
export async function readLibraryAt(address: string, asked?: object): Promise<unknown> {
  const response = await fetchFor('library')(address, {
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(asked && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked) }),
  });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`the library answers ${response.status}`);
  return response.json();
}

/** Runs a reading of the library. @throws ProductError service.unavailable when it does not answer, or not as expected */
export async function whileLibraryAnswers<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new ProductError('service.unavailable', 'The library does not answer at the moment. Please try again in a minute.', {
      cause: error,
    });
  }
}

/** Returns the ids of an account's copies of ready courses, by slug. */
export async function copiesOf(accountId: string, slugs: readonly string[]): Promise<Map<string, string>> {
  const rows = await database()('course').where({ account_id: accountId }).whereIn('library_slug', slugs).select('id', 'library_slug');
  return new Map(rows.map(({ id, library_slug: slug }) => [slug!, id]));
}

const partsSchema = z.object({ pictures: z.boolean(), scene: z.boolean() });

/**
 * Tells which pictures and scenes fit a course in a demo: the library has some, and others would show something else.
 * @param asked the course's title, and what a scene is to show
 * @returns null where services make them
 * @throws ProductError service.unavailable when the library does not answer
 */
export async function fittingParts({ title, wish = '' }: { title: string; wish?: string }): Promise<z.infer<typeof partsSchema> | null> {
  const { demoLibrary } = config();
  if (demoLibrary === null) return null;
  const query = new URLSearchParams({ title, wish });
  return whileLibraryAnswers(async () => partsSchema.parse(await readLibraryAt(`${demoLibrary}/parts?${query.toString()}`)));
}

const FILTERS = ['category', 'language', 'age_group'] as const;

interface Asked extends Partial<Pick<ReadyCourse, 'category' | 'language' | 'age_group'>> {
  readonly accountId: string;
  readonly q?: string | undefined;
  /** Courses in this language come before all others. */
  readonly first?: ReadyCourse['language'] | undefined;
  readonly limit: number;
  /** The slug of the last course of the page before. */
  readonly after?: string | undefined;
}

/**
 * Lists the ready courses of the free library by title, with the account's copies. Every word of `q` must occur in a title, a tag, or what
 * its learners can do afterwards.
 * @throws ProductError service.unavailable when the library does not answer
 */
export async function listReadyCourses({ accountId, q, first, limit, after, ...filters }: Asked): Promise<AnswerOf<typeof endpoint>> {
  const { library } = config();
  if (library === null) return { courses: [], next: null, total: null, facets: { category: {}, language: {}, age_group: {} } };
  const { courses } = await whileLibraryAnswers(async () => listSchema.parse(await readLibraryAt(`${library}/courses`)));
  const words = foldedWords(q);
  const named = courses.filter(({ title, line, tags }) => {
    const text = foldedText([title, line, ...tags].join(' '));
    return words.every((word) => text.includes(word));
  });
  /** Those that pass all filters but one. */
  const passing = (but?: (typeof FILTERS)[number]) =>
    named.filter((course) => FILTERS.every((name) => name === but || filters[name] === undefined || course[name] === filters[name]));
  const found = passing().toSorted(
    (one, other) => Number(other.language === first) - Number(one.language === first) || byTitle(one, other),
  );
  const start = after === undefined ? 0 : found.findIndex(({ slug }) => slug === after) + 1;
  const page = found.slice(start, start + limit);
  const copies = await copiesOf(
    accountId,
    page.map(({ slug }) => slug),
  );
  return {
    courses: page.map(({ tags: _tags, ...course }) => ({ ...course, course_id: copies.get(course.slug) ?? null })),
    next: start + limit < found.length ? page.at(-1)!.slug : null,
    total: found.length,
    facets: {
      category: countBy(passing('category'), 'category'),
      language: countBy(passing('language'), 'language'),
      age_group: countBy(passing('age_group'), 'age_group'),
    },
  };
}

const byTitle = (one: Listed, other: Listed): number => foldedText(one.title).localeCompare(foldedText(other.title), 'en');

const countBy = (courses: readonly Listed[], filter: (typeof FILTERS)[number]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(courses, (course) => course[filter])].map(([value, { length }]) => [value, length]));
