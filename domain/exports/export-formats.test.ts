import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { EXPORT_FORMATS } from '#contract/platform/export-formats.ts';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { enterNames } from '#domain/platform/migrate.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { startExport } from './export.commands.ts';

const db = useTestDatabase();
const names = () => db.knex('export_format').orderBy('name').pluck('name');

it('a start enters the formats, and keeps what an older release does not know', async () => {
  expect(await names()).toEqual(EXPORT_FORMATS.toSorted());
  await db.knex('export_format').where({ name: 'cmi5' }).delete();
  await db.knex('export_format').insert({ name: 'vinyl' as never });
  await enterNames(db.knex);
  expect(await names()).toEqual([...EXPORT_FORMATS, 'vinyl'].toSorted());
  await db
    .knex('export_format')
    .where({ name: 'vinyl' as never })
    .delete();
});

it('the database refuses a format that no start has entered', async () => {
  const accountId = await givenOwner();
  const courseId = await givenCourse(accountId);
  const run_id = await startExport({ accountId, courseId, format: 'markdown', requestId: uuidv7() });
  const change = db
    .knex('course_export')
    .where({ run_id })
    .update({ format: 'vinyl' as never });
  await expect(change).rejects.toThrow(/course_export_format_known/);
});
