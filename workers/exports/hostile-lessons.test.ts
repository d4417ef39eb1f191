import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { buffer } from 'node:stream/consumers';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it, vi } from 'vitest';
import type { ExportFormat } from '#contract/platform/export-formats.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { editLesson } from '#domain/courses/content/lesson.commands.ts';
import { HOSTILE_LESSONS } from '#domain/courses/text/hostile-lessons.factory.ts';
import { courseZipOf } from '#domain/exports/formats/course-zip.ts';
import { exportFile, listExports } from '#domain/exports/exports.queries.ts';
import { givenImported } from '#domain/exports/imports/import.factory.ts';
import { startExport } from '#domain/exports/export.commands.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { checkMarkdown } from '#domain/generation/checks/check-markdown.ts';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { readMedia } from '#domain/media/store-media.command.ts';
import { INSTALLATION } from '#domain/platform/turns/turns.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';
import { patience } from '#ops/testing/slowness.ts';
import { courseWith, expectReadOrRefused, MOST_MS, ownMs } from './hostile-lessons.factory.ts';

const { configure, database } = usePipeline();

/** One text for each kind of cost: time, the stack, both. */
const SOME = HOSTILE_LESSONS.filter(({ description }) => /emphasis of 42 kB|quotations within|brackets within/.test(description));
/** The text that costs both. */
const [DEAREST, REST] = [/^brackets within/, /^(?!brackets within)/].map((which) =>
  SOME.filter(({ description }) => which.test(description)),
);

describe('texts that slow parsers down', () => {
  it('are more than thirty', () => expect(HOSTILE_LESSONS.length).toBeGreaterThanOrEqual(30));

  it.each(SOME)('$description: are read or refused elsewhere, whatever they are needed for', { tags: 'slow' }, ({ text }) =>
    expectReadOrRefused(text),
  );

  async function expectRefused(text: string): Promise<void> {
    const accountId = await givenOwner();
    const old = await courseWith(accountId, text);
    const zip = courseZipOf(await getCourse({ accountId, courseId: old }), [], '');
    const lesson = { content: text, objectives: [], key_takeaways: [] };
    const used = await ownMs(async () => {
      await expect(givenImported(accountId, zip)).rejects.toMatchObject({ code: 'lesson.too_complex' });
      checkLesson(lesson, courseFormSchema.parse({ age: 34, topic: 'Bees', learning_goals: 'Keep' }));
      expect(await checkMarkdown(lesson, INSTALLATION)).toEqual([
        expect.objectContaining({ text: expect.stringContaining('too complex') }),
      ]);
    });
    expect(used).toBeLessThan(MOST_MS);
  }
  it.each(DEAREST!)('$description: are refused in an imported file, and in an answer', ({ text }) => expectRefused(text));
  it.each(REST!)('$description: are refused in an imported file, and in an answer', { tags: 'slow' }, ({ text }) => expectRefused(text));

  it('that are longer than a lesson may be are refused the same way', async () => {
    const accountId = await givenOwner();
    const content = 'A hive. '.repeat(8_000);
    const old = await courseWith(accountId, 'A hive.');
    // as stored before there were limits
    await database.knex('course_version').update({
      content: database.knex.raw(`jsonb_set(content, '{modules,0,lessons,0,content}', to_jsonb(?::text))`, [content]),
    });
    const zip = courseZipOf(await getCourse({ accountId, courseId: old }), [], '');
    await expect(givenImported(accountId, zip)).rejects.toMatchObject({ code: 'lesson.too_long' });
    const edit = { accountId, courseId: old, lessonId: '0_0', baseVersion: 1, editSession: uuidv7(), changes: { content: `${content}!` } };
    await expect(editLesson(edit)).rejects.toMatchObject({ code: 'lesson.too_long' });
    expect(await checkMarkdown({ content, objectives: [], key_takeaways: [] }, INSTALLATION)).toHaveLength(1);
  });

  it(
    'are in a file as they were written, if they cannot be read; the others are as always',
    { tags: 'slow', timeout: patience(240_000) },
    async () => {
      // each course given in this file counts as being written
      configure({ maxActiveRuns: 1_000 });
      const accountId = await givenOwner();
      const texts = SOME.map(({ text }) => text);
      const courseId = await courseWith(accountId, 'A *hive* stands.', ...texts);
      const formats: ExportFormat[] = ['markdown', 'epub', 'zip'];
      let ids: string[] = [];
      const used = await ownMs(async () => {
        ids = await Promise.all(formats.map((format) => startExport({ accountId, courseId, format, requestId: randomUUID() })));
        const states = async () => (await listExports(accountId, courseId)).filter(({ status }) => status !== 'processing');
        await vi.waitUntil(async () => (await states()).length === formats.length, { timeout: 180_000, interval: 100 });
      });
      // file storage and pictures take their share
      expect(used).toBeLessThan(4 * MOST_MS);
      const list = await listExports(accountId, courseId);
      expect(formats.map((format) => list.find((one) => one.format === format)?.status)).toEqual(formats.map(() => 'completed'));
      const bytes = new Uint8Array(await buffer(readMedia((await exportFile(accountId, ids[1]!)).media)));
      const book = unzipSync(bytes);
      expect(strFromU8(book['EPUB/lesson-1-1.xhtml']!)).toContain('<em>hive</em>');
      expect(strFromU8(book['EPUB/lesson-1-2.xhtml']!)).toContain('*a_*a_');
    },
  );
});
