import { beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { clipPrice } from '#contract/billing/price.ts';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { quotaLeftOf } from '#domain/billing/quotas/quota-use.queries.ts';
import { buildContent, buildForm, givenOwner } from '#domain/courses/content/course.factory.ts';
import { createCourse } from '#domain/courses/content/course.commands.ts';
import { courseClipSeconds } from '#domain/courses/pictures/course-pictures.queries.ts';
import { startRun } from '#domain/generation/runs/course-run.commands.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { startEngine } from '#domain/kinds.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { acceptingAtMost } from '#domain/platform/accepted-price.ts';
import { actingWith, type ActingKey } from '#domain/platform/acting-key.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { claimStep } from '#domain/platform/steps/lease.commands.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { startVideo } from '#domain/video/video.commands.ts';
import { filmCourse } from './film-course.command.ts';

const db = useTestDatabase();
startEngine();
beforeEach(() => {
  const { accounts, google } = config();
  // no service is asked there
  const gemini = { ...accounts.gemini, apiKey: 'sandbox-key' };
  setConfig({ ...config(), accounts: { ...accounts, gemini }, google: { ...google, ...sandboxGoogle('http://127.0.0.1:9') } });
});

const NOTHING = { veo3_enabled: false, imagen_enabled: false, genie3_enabled: false, vortex_enabled: false };
const form = () => buildForm({ topic: uuidv7(), ai_components: { ...NOTHING, veo3_enabled: true } });
const priceOfClip = () => clipPrice('fast', courseClipSeconds()).centitokens;
const order = (accountId: string, atMost: number | null, key: ActingKey | null = null, given = form()) =>
  actingWith(key, () => acceptingAtMost(atMost, () => startRun({ accountId, form: given, requestId: uuidv7() })));
/** Films another clip with the plan's seconds: the free plan has ten. */
const useSecondsUp = (accountId: string) =>
  startVideo({
    accountId,
    requestId: uuidv7(),
    idempotencyKey: undefined,
    prompt: 'A hive',
    negativePrompt: '',
    mode: 'fast',
    duration: courseClipSeconds(),
    image: null,
  });

/** Writes a run's course and starts its clip as a worker does. @returns the clip's run, and why there is none */
async function film(accountId: string, runId: string) {
  await transact((trx) => createCourse(trx, { accountId, runId, courseId: uuidv7(), form: form(), document: buildContent() }));
  const { id: picturesId } = (await db.knex('run').where({ parent_id: runId, kind: 'course-pictures' }).first('id'))!;
  await db.knex('run').where({ id: picturesId }).update({ status: 'running' });
  const clipId = uuidv7();
  const clip = { prompt: 'A hive in the sun', lesson_id: uuidv7() };
  const common = { run_id: picturesId, dispatched_at: new Date() };
  await db
    .knex('step')
    .insert({
      id: uuidv7(),
      ...common,
      job: 'plan-pictures',
      key: 'plan',
      state: 'completed',
      output: JSON.stringify({ places: [], clip }),
    })
    .onConflict(['run_id', 'key'])
    .merge(['state', 'output']);
  await db.knex('step').insert({ id: clipId, ...common, job: 'film-course', key: 'clip' });
  const claimed = await claimStep(clipId, 'test');
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  // a worker's step may reserve by these terms only
  await acceptingAtMost('undeclared', () => filmCourse({ step: claimed.step as never, signal: new AbortController().signal }));
  const { clip_run_id: clipRunId } = (await db.knex('step').where({ id: clipId }).first('output'))!.output as {
    clip_run_id: string | null;
  };
  const [missing] = await db.knex('run_event').where({ run_id: picturesId, event: 'clip.missing' });
  const run = clipRunId && (await db.knex('run').where({ id: clipRunId }).first('tokens_reserved', 'paid_from'));
  return { run: run ?? null, why: missing ? JSON.stringify(missing) : null };
}

describe('a course with a clip', () => {
  it('is refused when both together cost more than was accepted', async () => {
    const accountId = await givenOwner();
    await useSecondsUp(accountId);
    // the plan has its one course, and no seconds
    await expect(order(accountId, 0)).rejects.toMatchObject({ code: 'price.changed', data: { needed: priceOfClip() / 100, available: 0 } });
    const { runId } = await order(accountId, priceOfClip());
    expect(await film(accountId, runId)).toEqual({ run: { tokens_reserved: priceOfClip(), paid_from: 'own' }, why: null });
    await expect(order(accountId, COST_ESTIMATE.base)).rejects.toMatchObject({
      data: { needed: (COST_ESTIMATE.base + priceOfClip()) / 100 },
    });
  });

  it('has none when the seconds that would pay for it are used up by then: nobody has accepted its price', async () => {
    const accountId = await givenOwner();
    const { runId } = await order(accountId, 0);
    await useSecondsUp(accountId);
    const { run, why } = await film(accountId, runId);
    expect([run, await db.knex('token_hold').where({ owner_id: accountId })]).toEqual([null, []]);
    expect(why).toContain('Nothing was started.');
  });

  it('has it for the seconds of the plan while there are any, and for tokens if no price was quoted', async () => {
    const accountId = await givenOwner();
    expect((await film(accountId, (await order(accountId, 0)).runId)).run).toEqual({ tokens_reserved: 0, paid_from: 'plan' });
    expect(await quotaLeftOf(accountId, 'video_seconds')).toBeLessThan(10);
    await useSecondsUp(accountId).catch(() => null);
    const { runId } = await order(accountId, null);
    expect((await film(accountId, runId)).run).toEqual({ tokens_reserved: priceOfClip(), paid_from: 'own' });
  });

  it('that an organisation’s key has ordered is paid from the pool, including the clip, and counts against the key’s budget', async () => {
    const { id: organisationId, owner } = await givenOrganisation();
    const keyFor = async (dayBudget: number): Promise<ActingKey> => {
      const { id } = await givenKey({ accountId: owner.id, holder: 'organisation', scopes: ['generate'], dayBudget });
      return { id, accountId: owner.id, organisationId };
    };
    const first = await order(owner.id, null, await keyFor(1_000));
    expect((await film(owner.id, first.runId)).run).toEqual({ tokens_reserved: priceOfClip(), paid_from: 'organisation' });
    // enough for the text
    const second = await order(owner.id, null, await keyFor(COST_ESTIMATE.base / 100));
    const { run, why } = await film(owner.id, second.runId);
    expect(run).toBeNull();
    expect(why).toContain('this API key may spend');
  });
});
