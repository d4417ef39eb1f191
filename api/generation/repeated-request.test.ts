import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { givenCompletedRun } from '#domain/generation/runs/run.factory.ts';
import { database } from '#domain/platform/database.ts';

const api = useTestApi();
let ada: Person;
beforeAll(async () => {
  ada = await api.givenPerson('ada@example.com');
});

const ask = async (form: unknown, key?: string) =>
  api.call('/api/generate-course', {
    method: 'POST',
    bearer: ada.accessToken,
    body: form,
    headers: { Prefer: 'respond-async', ...(key && { 'Idempotency-Key': key }) },
  });

describe('G29 the form of a course that was completed a moment ago', () => {
  it('returns that course and says so; with its own key, another one is written', async () => {
    const { runId } = await givenCompletedRun(ada.userId);
    const { request: form } = (await database()('run').where({ id: runId }).first('request'))!;

    const same = await ask(form);
    expect([same.status, same.json.task_id, same.json.status, same.headers['idempotent-replayed']]).toEqual([
      202,
      runId,
      'completed',
      'true',
    ]);

    const other = await ask(form, 'another-one');
    expect([other.status, other.headers['idempotent-replayed']]).toEqual([202, undefined]);
    expect(other.json.task_id).not.toBe(runId);
    const again = await ask(form, 'another-one');
    expect([again.json.task_id, again.headers['idempotent-replayed']]).toEqual([other.json.task_id, 'true']);
  });
});
