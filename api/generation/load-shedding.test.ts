import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { config, setConfig, type Config } from '#domain/platform/config.ts';
import { admitRuns } from '#domain/platform/runs/admit-runs.command.ts';
import { clearTuningCache } from '#domain/platform/tuning/tuning.queries.ts';
import { insertRun } from '#domain/testing/account.factory.ts';

const api = useTestApi({ generateWaitMs: 1_000 });
const knex = () => api.database.knex;
let ada: Person;
let base: Config;
beforeAll(async () => {
  ada = await api.givenPerson('ada@example.com');
  base = config();
});
afterEach(async () => {
  setConfig(base);
  clearTuningCache();
  await knex()('paused_work').del();
  await knex()('run').whereIn('status', ['queued', 'running']).update({ status: 'cancelled', finished_at: new Date() });
});

/** Limits the lanes. @param shed a lane's limits; nothing is admitted, so that requested work stays queued */
function holds(shed: Partial<Config['shed']>, maxActiveRuns = 0) {
  setConfig({ ...base, maxActiveRuns, shed: { ...base.shed, ...shed } });
  clearTuningCache();
}
const start = (topic: string, key = topic) =>
  api.call('/api/generate-course', {
    method: 'POST',
    bearer: ada.accessToken,
    headers: { 'Idempotency-Key': key, Prefer: 'respond-async' },
    body: { age: 30, learning_goals: 'Keep one colony', topic, user_id: ada.userId },
  });
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
const runs = async () => Number((await knex()('run').count({ n: '*' }).first())!['n']);

describe('OPS-03 a full lane', () => {
  it('returns 503 with Retry-After instead of accepting work; work accepted earlier is still answered', async () => {
    holds({ depth: 2 });
    const accepted = await start('Bees');
    expect(accepted.status).toBe(202);
    await insertRun(knex(), { status: 'queued' });
    const before = await runs();
    const refused = await start('Wasps');
    expect([refused.status, refused.json.code]).toEqual([503, 'queue.full']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(20);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(40);
    const again = await start('Bees');
    expect([again.status, again.json.task_id]).toEqual([202, accepted.json.task_id]);
    expect(await runs()).toBe(before);

    const failed = await insertRun(knex(), {
      status: 'failed',
      error_code: 'vendors.all_down',
      finished_at: new Date(),
      pruned_at: new Date(),
      account_id: ada.userId,
    });
    const retried = await api.call(`/api/runs/${failed}/retry`, { method: 'POST', bearer: ada.accessToken });
    // a run whose details were pruned cannot be retried, and that error comes before the full lane's
    expect(retried.json.code).toBe('run.details_pruned');
  });

  it('measures how long the oldest work has waited, without work that operators have paused or that was resumed', async () => {
    holds({ ageS: 60 });
    const old = await insertRun(knex(), { status: 'queued', created_at: ago(90) });
    expect((await start('Ants')).json.code).toBe('queue.full');
    await knex()('paused_work').insert({ scope: 'kind', name: 'course' });
    expect((await start('Ants')).status).toBe(202);
    await knex()('paused_work').del();
    await knex()('run').where({ id: old }).update({ attempt: 2 });
    expect((await start('Moths')).status).toBe(202);

    const running = await insertRun(knex());
    const due = { run_id: running, job: 'write-lesson', state: 'queued', created_at: ago(90), due_at: ago(90) };
    await knex()('step').insert({ id: running, key: 'a', ...due });
    expect((await start('Flies')).json.code).toBe('queue.full');
    await knex()('step')
      .where({ id: running })
      .update({ due_at: ago(-5) });
    expect((await start('Flies')).status).toBe(202);
  });

  it('lets batches in while only learners wait, and learners while only batches wait', async () => {
    holds({ depth: 1 });
    await insertRun(knex(), { status: 'queued', lane: 'batch' });
    expect((await start('Beetles')).status).toBe(202);
    expect((await start('Crickets')).json.code).toBe('queue.full');
  });
});

it('reserves a share for learners: batches leave it free, even while no learner waits', async () => {
  holds({}, 10);
  for (let count = 0; count < 9; count += 1) await insertRun(knex(), { status: 'queued', lane: 'batch' });
  // 40 % of ten are reserved for learners
  expect(await admitRuns()).toHaveLength(6);
  await knex()('run').where({ status: 'queued' }).limit(1).update({ promoted_at: new Date() });
  const learners = await Promise.all(Array.from({ length: 5 }, () => insertRun(knex(), { status: 'queued' })));
  const started = await admitRuns();
  expect(started).toHaveLength(4);
  expect(learners).toEqual(expect.arrayContaining(started));
});
