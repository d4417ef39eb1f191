import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { startEngine } from '#domain/kinds.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';

const api = useTestApi({ generateWaitMs: 300 });
let sandbox: Sandbox;
let ines: Person;
startEngine();

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
beforeEach(async () => {
  setConfig({ ...config(), google: { ...config().google, ...sandboxGoogle(sandbox.url) } });
  ines = await api.givenPerson(`${crypto.randomUUID()}@example.com`);
});
afterAll(() => sandbox.close());

async function upload(text: string, headers: Record<string, string> = {}): Promise<{ status: number; json: any; headers: Headers }> {
  const form = new FormData();
  form.append('file', new File([`PK\x03\x04${text}`], 'bees.zip', { type: 'application/zip' }));
  const answer = await fetch(`${api.origin}/api/course-imports`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${ines.accessToken}`, ...headers },
  });
  return { status: answer.status, json: await answer.json(), headers: answer.headers };
}
const run = (taskId: string) => api.database.knex('run').where({ id: taskId });

it('an import that is requested asynchronously, or takes too long, returns its run, which can be polled and stopped', async () => {
  const asked = await upload('a zip', { Prefer: 'respond-async' });
  expect(asked).toMatchObject({ status: 202, json: { task_id: expect.any(String) } });
  const { task_id: taskId } = asked.json;
  expect([asked.headers.get('preference-applied'), asked.headers.get('location')]).toEqual(['respond-async', `/api/runs/${taskId}`]);
  const late = await upload('a zip');
  expect(late).toMatchObject({ status: 202, json: { task_id: taskId } });
  expect(await upload('another zip')).toMatchObject({ status: 409, json: { code: 'import.under_way' } });
  const status = await api.call(`/api/runs/${taskId}`, { bearer: ines.accessToken });
  expect(status.json).toMatchObject({ kind: 'course-import', subject: 'bees.zip' });
  await api.call(`/api/runs/${taskId}`, { method: 'DELETE', bearer: ines.accessToken });
  expect(await api.database.knex('media_object').where({ account_id: ines.userId, deleted_at: null })).toEqual([]);
  expect((await upload('another zip', { Prefer: 'respond-async' })).status).toBe(202);
});

it('an import that ends in time returns its course, or the reason why there is none; a repeated key returns the same', async () => {
  const key = { 'Idempotency-Key': 'one-import' };
  const { task_id: taskId } = (await upload('a zip', { ...key, Prefer: 'respond-async' })).json;
  await run(taskId).update({ status: 'completed', result: { course_id: 'c1' }, finished_at: new Date() });
  expect(await upload('a zip', key)).toMatchObject({ status: 201, json: { task_id: taskId, course_id: 'c1' } });
  await run(taskId).update({ status: 'failed', error_code: 'import.bad_file', result: null });
  expect(await upload('a zip', key)).toMatchObject({ status: 400, json: { code: 'import.bad_file' } });
  expect(await upload('another zip', key)).toMatchObject({ status: 422, json: { code: 'idempotency.body_mismatch' } });
});
