import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { useTestApi } from '#api/testing/test-api.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { addMedia, storeMedia } from '#domain/media/store-media.command.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';

const api = useTestApi();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
beforeEach(() => setConfig({ ...config(), google: { ...config().google, ...sandboxGoogle(sandbox.url) } }));
afterAll(() => sandbox.close());

it.each([
  ['markdown', 'text/markdown', 'text/markdown; charset=utf-8'],
  ['epub', 'application/epub+zip', 'application/epub+zip'],
  ['pdf', 'application/pdf', 'application/pdf'],
])('a download of %s has its media type, and a name in the script of the course, and is its owner’s only', async (format, type, sent) => {
  const person = await api.givenPerson(`${format}@example.com`);
  const courseId = await givenCourse(person.userId);
  const file = await storeMedia({ accountId: person.userId, kind: 'export', type, source: Buffer.from('Bees') });
  const run = {
    id: uuidv7(),
    kind: 'course-export',
    lane: 'interactive',
    request: '{}',
    request_id: 'x',
    subject: 'x',
    status: 'completed',
  };
  await transact(async (trx) => {
    await addMedia(trx, file);
    await trx('run').insert({ ...run, account_id: person.userId });
    const named = { course_id: courseId, format, filename: 'μέλι.x', file_id: file.id };
    await trx('course_export').insert({ run_id: run.id, account_id: person.userId, ...named });
  });
  const { status, headers, text } = await api.call(`/api/course-exports/${run.id}/file`, { bearer: person.accessToken });
  expect([status, text, headers['content-type']]).toEqual([200, 'Bees', sent]);
  const stranger = await api.givenPerson(`stranger-${format}@example.com`);
  expect((await api.call(`/api/course-exports/${run.id}/file`, { bearer: stranger.accessToken })).status).toBe(404);
  expect(headers['content-disposition']).toBe(`attachment; filename="_.x"; filename*=UTF-8''%CE%BC%CE%AD%CE%BB%CE%B9.x`);
});
