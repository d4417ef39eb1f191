import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { claim } from '#domain/generation/runs/run.factory.ts';
import { settleStepFailure } from '#domain/generation/answers/settle-step-failure.command.ts';
import { config, setConfig, type Config } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { ALL_ACCOUNTS } from '#domain/vendors/llm/add-spend.command.ts';

const api = useTestApi({ generateWaitMs: 2_000 });
let ada: Person;
let base: Config;
beforeAll(async () => {
  ada = await api.givenPerson('ada@example.com');
  base = config();
});
afterEach(async () => {
  setConfig(base);
  await api.database.knex('spend_day').del();
});

const FORM = { age: 30, learning_goals: 'Keep one colony' };
const post = (topic: string) =>
  api.call('/api/generate-course', { method: 'POST', bearer: ada.accessToken, body: { ...FORM, topic, user_id: ada.userId } });
const spend = (accountId: string, cents: number) =>
  api.database.knex('spend_day').insert({
    day: api.database.knex.raw(`cast(now() at time zone 'utc' as date)`),
    account_id: accountId,
    micro_usd: cents * 10_000,
    calls: 1,
  });
const secondsToMidnight = () => 86_400 - (Math.floor(Date.now() / 1_000) % 86_400);

describe('the brakes on what vendors are paid', () => {
  it.each([
    ['of a person', { userCents: 10, installCents: 0 }, (): string => ada.userId, 429, 'spend.user_cap'],
    ['of the installation', { userCents: 0, installCents: 10 }, (): string => ALL_ACCOUNTS, 503, 'spend.install_cap'],
  ] as const)('%s return a coded status with Retry-After, before anything is started', async (_, brakes, whose, status, code) => {
    setConfig({ ...base, spend: brakes });
    await spend(whose(), 10);
    const before = await api.database.knex('run').count();
    const most = secondsToMidnight();
    const answer = await post('Bees');
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(answer.json.detail).toMatch(
      /^(Today's generation allowance is used up\. It renews|Generation is paused for today\. It resumes) at midnight UTC\.$/,
    );
    const retryAfter = Number(answer.headers['retry-after']);
    expect(retryAfter).toBeLessThanOrEqual(most + 1);
    expect(retryAfter).toBeGreaterThanOrEqual(secondsToMidnight() - 1);
    expect(await api.database.knex('run').count()).toEqual(before);
  });

  it('that close while a run is awaited return the same', async () => {
    const waiting = post('Wasps');
    const running = () => api.database.knex('run').where({ subject: 'Wasps', status: 'running' }).first('id');
    await expect.poll(running).toBeTruthy();
    await settleStepFailure(await claim((await running())!.id, 'outline'), new ProductError('spend.user_cap'));
    const answer = await waiting;
    expect([answer.status, answer.json.code]).toEqual([429, 'spend.user_cap']);
    expect(answer.json.detail).toContain('midnight UTC');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});
