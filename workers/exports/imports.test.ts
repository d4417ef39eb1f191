import { randomUUID } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { COURSE_BOUNDS } from '#contract/courses/stored-course.ts';
import { COURSE_FILE } from '#contract/exports/course-file.ts';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { courseZipOf } from '#domain/exports/formats/course-zip.ts';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { givenImported } from '#domain/exports/imports/import.factory.ts';
import { importedCourse } from '#domain/exports/imports/import.queries.ts';
import { startImport } from '#domain/exports/imports/import.commands.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';
import { processorClock } from '#ops/testing/processor-time.ts';

const { database } = usePipeline();

const MODULES: number = COURSE_BOUNDS.modules;
let accountId: string;
/** The course of an exported zip, with a module for each picture. */
let exported: { content: CourseContent; [part: string]: unknown };

beforeAll(async () => {
  accountId = await givenOwner();
  const modules = Array.from({ length: MODULES }, (_, n) => ({ title: `Part ${n + 1}`, summary: '', lessons: [buildLesson()] }));
  const courseId = await givenCourse(accountId, { document: { modules } });
  const zip = unzipSync(courseZipOf(await getCourse({ accountId, courseId }), [], ''));
  exported = JSON.parse(strFromU8(zip[COURSE_FILE]!));
});

/** Builds a zip whose modules have pictures. @param nameOf the file that the nth module names */
function zipWith(files: Record<string, Uint8Array>, nameOf: (module: number) => string, count = MODULES): Uint8Array {
  const places = exported.content.modules.slice(0, count).map(({ lessons }) => lessons[0]!.lesson_id);
  const pictures = places.map((place, n) => ({ name: nameOf(n), place, alt: 'A hive beside an old apple tree' }));
  const entries = Object.entries(files).map(([name, bytes]) => [`pictures/${name}`, bytes]);
  return zipSync({ [COURSE_FILE]: strToU8(JSON.stringify({ ...exported, pictures })), ...Object.fromEntries(entries) });
}
const jpegOf = (side: number, background = '#336699') =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .jpeg()
    .toBuffer();
const fileOf = (zip: Uint8Array, name = 'course.zip') => new File([new Uint8Array(zip)], name);
const begin = (zip: Uint8Array, owner = accountId, idempotencyKey?: string) =>
  startImport({ accountId: owner, requestId: randomUUID(), file: fileOf(zip), idempotencyKey });
const runOf = (taskId: string) => database.knex('run').where({ id: taskId }).first();
async function ended(taskId: string) {
  await vi.waitUntil(async () => !['queued', 'running'].includes((await runOf(taskId))!.status), { timeout: 60_000, interval: 20 });
  return runOf(taskId);
}
const coursesOf = (owner: string) => database.knex('course').where({ account_id: owner }).pluck('id');
const keptZips = (owner: string) => database.knex('media_object').where({ account_id: owner, kind: 'import', deleted_at: null });

describe('an import', () => {
  it('is a run whose result is the course; its zip is not kept', async () => {
    const owner = await givenOwner();
    const zip = zipWith({ 'module-1.jpg': await jpegOf(64) }, () => 'module-1.jpg', 1);
    const run = await ended(await begin(zip, owner));
    expect(run).toMatchObject({ kind: 'course-import', status: 'completed', subject: 'course.zip', tokens_charged: 0 });
    const courseId = await importedCourse(owner, run!.id);
    const { pictures, modules } = await getCourse({ accountId: owner, courseId });
    expect(modules).toHaveLength(MODULES);
    expect(pictures?.modules[0]?.alt).toBe('A hive beside an old apple tree');
    expect(await keptZips(owner)).toEqual([]);
  });

  it('closes a block of code in another one where it was meant', async () => {
    const owner = await givenOwner();
    const nested = exported.content.modules.map((module) => ({
      ...module,
      lessons: module.lessons.map((lesson) => ({ ...lesson, content: '```md\n```js\na\n```\n```\n\n## Next' })),
    }));
    const course = { ...exported, content: { ...exported.content, modules: nested } };
    const run = await ended(await begin(zipSync({ [COURSE_FILE]: strToU8(JSON.stringify(course)) }), owner));
    const { modules } = await getCourse({ accountId: owner, courseId: await importedCourse(owner, run!.id) });
    for (const lesson of modules.flatMap(({ lessons }) => lessons)) expect(lesson.content).toMatch(/^````md\n```js\na\n```\n````\n/);
  });

  it('of something else than a course fails with the reason, and stores nothing', async () => {
    const owner = await givenOwner();
    await expect(begin(strToU8('no zip'), owner)).rejects.toMatchObject({ code: 'import.bad_file' });
    const run = await ended(await begin(zipSync({ 'notes.txt': strToU8('Bees') }), owner));
    expect(run).toMatchObject({ status: 'failed', error_code: 'import.bad_file' });
    await expect(importedCourse(owner, run!.id)).rejects.toMatchObject({ code: 'import.bad_file' });
    expect([await coursesOf(owner), await keptZips(owner)]).toEqual([[], []]);
  });

  it('is one at a time for each user: the same bytes are the same import, others wait; a repeated key still returns it afterwards', async () => {
    const owner = await givenOwner();
    const [one, other] = [zipWith({}, () => 'cover.jpg', 1), zipWith({}, () => 'cover.jpg', 2)];
    const key = randomUUID();
    const ids = await Promise.all([begin(one, owner, key), begin(one, owner), begin(one, owner, key), begin(one, owner)]);
    expect(new Set(ids).size).toBe(1);
    await ended(ids[0]!);
    expect(await begin(one, owner, key)).toBe(ids[0]);
    expect(await coursesOf(owner)).toHaveLength(1);
    await expect(begin(other, owner, key)).rejects.toMatchObject({ code: 'idempotency.body_mismatch' });
    // of two different concurrent imports, one is refused
    const both = await Promise.allSettled([begin(one, owner), begin(other, owner)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((answer) => answer.status === 'rejected')?.reason).toMatchObject({ code: 'import.under_way' });
    for (const answer of both) if (answer.status === 'fulfilled') await ended(answer.value);
    expect(await coursesOf(owner)).toHaveLength(2);
  });
});

describe('a course in a zip that is too large', () => {
  const first = (part: object): Partial<CourseContent> => {
    const [module, ...rest] = exported.content.modules;
    return { modules: [{ ...module!, lessons: [{ ...module!.lessons[0]!, ...part }] }, ...rest] };
  };
  const question = (n: number) => ({ ...buildLesson().quiz[0]!, id: `q${n}` });
  type Case = readonly [what: string, part: () => Partial<CourseContent>, words: string];
  const CASES: readonly Case[] = [
    [
      'insights without end',
      () => ({ expert_insights: Array(500_000).fill('a') }),
      '“expert_insights” of the course has more than 40 entries',
    ],
    ['more modules than a course may have', () => ({ modules: Array(500).fill(exported.content.modules[0]) }), '“modules”'],
    [
      'lessons of the greatest length each',
      () => ({
        modules: exported.content.modules.map((one) => ({
          ...one,
          lessons: one.lessons.map((l) => ({ ...l, content: 'a'.repeat(60_000) })),
        })),
      }),
      'larger than 2 MB',
    ],
  ];
  /** The same rules, with files that take a second each. */
  const LARGEST: readonly Case[] = [
    ['a description of 18 MB', () => ({ description: 'a'.repeat(18_000_000) }), '“description” of the course is longer than 5,000'],
    ['110,000 questions', () => first({ quiz: Array.from({ length: 110_000 }, (_, n) => question(n)) }), 'larger than 2 MB'],
    [
      'more questions than a lesson may have',
      () => first({ quiz: Array.from({ length: 50_000 }, (_, n) => question(n)) }),
      '“modules.0.lessons.0.quiz”',
    ],
    ['3 million objectives', () => first({ objectives: Array(3_000_000).fill('a') }), '“modules.0.lessons.0.objectives”'],
  ];
  async function expectRefused([, part, words]: Case): Promise<void> {
    const owner = await givenOwner();
    const course = { ...exported, content: { ...exported.content, ...part() } };
    const run = await ended(await begin(zipSync({ [COURSE_FILE]: strToU8(JSON.stringify(course)) }), owner));
    expect(run).toMatchObject({ status: 'failed', error_code: 'course.too_large' });
    await expect(importedCourse(owner, run!.id)).rejects.toMatchObject({
      code: 'course.too_large',
      message: expect.stringContaining(words),
    });
    expect([await coursesOf(owner), await keptZips(owner)]).toEqual([[], []]);
  }
  it.each(CASES)('is refused with the name of that part: %s', (...one) => expectRefused(one));
  it.each(LARGEST)('is refused with the name of that part: %s', { tags: 'slow' }, (...one) => expectRefused(one));
});

describe('pictures in an untrusted zip', () => {
  it('that name one file of 40 million pixels many times have it decoded once, off the event loop', async () => {
    const zip = zipWith({ 'cover.jpg': await jpegOf(6_320) }, () => 'cover.jpg');
    expect(zip.length).toBeLessThan(200_000);
    const used = processorClock();
    const owner = await givenOwner();
    const courseId = await givenImported(owner, zip);
    expect(used()).toBeLessThan(10_000);
    const { pictures } = await getCourse({ accountId: owner, courseId });
    expect(pictures?.modules.filter(Boolean)).toHaveLength(MODULES);
    // each place has its own file, so that replacing one does not affect the others
    expect(new Set(pictures?.modules.map((picture) => picture?.media_id)).size).toBe(MODULES);
  });

  it('that have too many pixels together are refused before they are decoded', { tags: 'slow' }, async () => {
    const files = Object.fromEntries(
      await Promise.all(Array.from({ length: 7 }, async (_, n) => [`module-${n}.jpg`, await jpegOf(6_320, `#${n}0a0${n}0`)] as const)),
    );
    await expect(
      givenImported(
        accountId,
        zipWith(files, (n) => `module-${n % 7}.jpg`),
      ),
    ).rejects.toMatchObject({ code: 'import.bad_file' });
  });

  it('that are something else are skipped', { tags: 'slow' }, async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>');
    const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
    const cut = (await jpegOf(640)).subarray(0, 900);
    const files = { 'module-1.jpg': svg, 'module-2.jpg': gif, 'module-3.jpg': cut, 'module-4.jpg': await jpegOf(64) };
    const courseId = await givenImported(
      accountId,
      zipWith(files, (n) => `module-${n + 1}.jpg`, 4),
    );
    const { pictures } = await getCourse({ accountId, courseId });
    expect(pictures?.modules.slice(0, 4).map((picture) => picture !== null)).toEqual([false, false, false, true]);
  });
});
