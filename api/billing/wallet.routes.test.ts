import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { buildForm } from '#domain/courses/content/course.factory.ts';
import { ledgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { loadWallet } from '#domain/billing/ledger/load-wallet.command.ts';
import { organisationOwner, personOwner, type Owner } from '#domain/billing/ledger/owner.ts';
import { reserveTokens, captureHold } from '#domain/billing/ledger/hold.commands.ts';
import { givenTokens } from '#domain/billing/ledger/wallet.factory.ts';
import { buildOutline, givenCompletedRun, playAssembly, playOutline, playRest, playWriting } from '#domain/generation/runs/run.factory.ts';
import { startRun } from '#domain/generation/runs/course-run.commands.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { transact } from '#domain/platform/database.ts';

const api = useTestApi({ generateWaitMs: 0, maxActiveRuns: 1_000 });
let ada: Person;
beforeAll(async () => {
  ada = await api.givenPerson('ada@example.com', { tokens: 0 });
});

const tokensOf = async (person: Person) => (await api.call(`/api/user-tokens/${person.userId}`, { bearer: person.accessToken })).json;
const movements = async (person: Person, query = '') =>
  (await api.call(`/api/usage/movements${query}`, { bearer: person.accessToken })).json;
const expiresAt = new Date(Date.now() + 3_600_000);
/** Reserves everything except this many tokens for other work. */
const keepOnly = (owner: Owner, tokens: number) =>
  transact(async (trx) => {
    const { available } = await loadWallet(trx, owner);
    await reserveTokens(trx, { owner, jobId: randomUUID(), centitokens: available - tokens * 100, expiresAt, cause: 'Course: Another' });
  });

describe('GET /api/user-tokens/:user_id', () => {
  it('PAY-17 returns the spendable total, its parts, and the plan’s counts', async () => {
    expect(await tokensOf(ada)).toEqual({
      balance: 45,
      daily_available: 5,
      monthly_available: 40,
      purchased_available: 0,
      held: 0,
      organisation_available: null,
      organisation_name: null,
      quotas: [
        { name: 'text_course', allowed: 1, used: 0, held: 0, resets_at: expect.stringMatching(/-01T00:00:00\.000Z$/) },
        { name: 'video_seconds', allowed: 10, used: 0, held: 0, resets_at: expect.stringMatching(/-01T00:00:00\.000Z$/) },
        { name: 'mentor_answer', allowed: 20, used: 0, held: 0, resets_at: expect.stringMatching(/-01T00:00:00\.000Z$/) },
      ],
    });
    await givenTokens(ada.userId, 330.25);
    const owner = personOwner(ada.userId);
    await transact((trx) => reserveTokens(trx, { owner, jobId: 'a', centitokens: 1_234, expiresAt, cause: 'Course: Bees' }));
    expect(await tokensOf(ada)).toMatchObject({
      balance: 362.91,
      daily_available: 0,
      monthly_available: 32.66,
      purchased_available: 330.25,
      held: 12.34,
    });
  });
});

describe('GET /api/usage/movements', () => {
  it('lists every movement with its cause and the balance after it, newest first', async () => {
    await transact((trx) => captureHold(trx, { jobId: 'a', centitokens: 234 }));
    const { movements: all } = await movements(ada);
    expect(all.map(({ kind, cause, tokens, balance_after }: Record<string, unknown>) => [kind, cause, tokens, balance_after])).toEqual([
      ['capture', 'Course: Bees', 10, 372.91],
      ['reserve', 'Course: Bees', -12.34, 362.91],
      ['grant', 'For a test', 330.25, 375.25],
      ['grant', 'Monthly tokens: Free Plan', 40, 45],
      ['grant', 'Daily tokens', 5, 5],
    ]);
    expect(all[0]).toMatchObject({ wallet: 'own', task_id: 'a', order_id: null });
    // values are also returned as data, for other languages; a sentence without values is its own key
    expect([all[3].cause_words, all[4].cause_words]).toEqual([{ key: 'Monthly tokens: {plan}', values: { plan: 'Free Plan' } }, undefined]);
    expect(await tokensOf(ada)).toMatchObject({ balance: all[0].balance_after });
  });

  it.each(['0000-12-31 23:59:59', '2026-02-31 10:00:00', '99999-01-01 00:00:00'])('an invalid cursor at %s is 400', async (at) => {
    const cursor = Buffer.from(`${at}|${ada.userId}`).toString('base64url');
    expect((await api.call(`/api/usage/movements?cursor=${cursor}`, { bearer: ada.accessToken })).status).toBe(400);
  });

  it('days of a year that never existed are 400', async () => {
    expect((await api.call('/api/usage/movements?from=0000-01-01', { bearer: ada.accessToken })).status).toBe(400);
  });

  it('comes in pages without gaps or repeats, and filtered by kind and day', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { movements: { id: string }[]; next_cursor: string | null } = await movements(
        ada,
        `?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...page.movements.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    const { movements: all } = await movements(ada);
    expect(seen).toEqual(all.map(({ id }: { id: string }) => id));
    expect((await movements(ada, '?kind=grant')).movements).toHaveLength(3);
    const day = new Date().toISOString().slice(0, 10);
    const other = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    expect((await movements(ada, `?from=${day}&to=${day}`)).movements).toHaveLength(5);
    expect((await movements(ada, `?to=${other}`)).movements).toEqual([]);
    for (const query of ['?cursor=x', '?kind=theft', '?from=yesterday', '?limit=0', '?limit=101']) {
      const answer = await api.call(`/api/usage/movements${query}`, { bearer: ada.accessToken });
      expect([answer.status, answer.json.code]).toEqual([400, 'validation.failed']);
    }
  });

  it('begins with the plan’s grant, also for someone who has never read the balance', async () => {
    const newcomer = await api.givenPerson('newcomer@example.com', { tokens: 0 });
    const granted = (await movements(newcomer)).movements.map(({ kind, tokens }: Record<string, unknown>) => [kind, tokens]);
    expect(granted).toEqual([
      ['grant', 40],
      ['grant', 5],
    ]);
  });

  it('of an organisation are those caused by the member and those without an account', async () => {
    const bob = await api.givenPerson('bob@example.com', { tokens: 0 });
    const { id } = await givenOrganisation({ owner: { id: ada.userId, email: ada.email } });
    await api.database.knex('organisation_member').insert({ account_id: bob.userId, organisation_id: id, role: 'member' });
    const owner = organisationOwner(id);
    for (const [jobId, actorId, cause] of [
      ['o1', ada.userId, 'Course: Of Ada'],
      ['o2', bob.userId, 'Course: Of Bob'],
    ] as const)
      await transact((trx) => reserveTokens(trx, { owner, jobId, centitokens: 100, expiresAt, cause, actorId }));
    const pooled = async (person: Person) =>
      (await movements(person)).movements
        .filter(({ wallet }: { wallet: string }) => wallet === 'organisation')
        .map(({ cause }: { cause: string }) => cause);
    expect(await pooled(bob)).toEqual(['Course: Of Bob', expect.stringContaining('tokens for the year')]);
    expect(await pooled(ada)).toEqual(['Course: Of Ada', expect.stringContaining('tokens for the year')]);
  });
});

it('25 own tokens and 25 in the pool do not pay for 31: the 402 names both, and the balance does not add them up', async () => {
  const person = await api.givenPerson('twice-25@example.com', { tokens: 0 });
  await givenCompletedRun(person.userId);
  const { id } = await givenOrganisation({ owner: { id: person.userId, email: person.email } });
  await keepOnly(personOwner(person.userId), 25);
  await keepOnly(organisationOwner(id), 25);
  const answer = await api.call('/api/generate-course', {
    bearer: person.accessToken,
    headers: { Prefer: 'respond-async' },
    body: { user_id: person.userId, age: 30, topic: 'Bees', learning_goals: 'Keep one colony' },
  });
  expect(answer).toMatchObject({
    status: 402,
    json: {
      needed: 31,
      available: 25,
      detail: 'This needs 31 tokens. You have 25 and your organisation has 25; one or the other must cover all of it.',
    },
  });
  expect(await tokensOf(person)).toMatchObject({ balance: 25, organisation_available: 25 });
});

/** Executes runs to the end, like workers: outline, lesson, practice, review, and the assembly that settles. */
async function playAll(runs: readonly string[]): Promise<void> {
  for (const runId of runs) {
    for (const lesson of await playOutline(runId, buildOutline(1, 1))) {
      await playWriting(runId, lesson);
      await playRest(runId, lesson);
    }
    await playAssembly(runId);
  }
}

describe('40 courses at once with money for 30', () => {
  const courses = 30;
  const completed = 4;
  const givenPayer = async (email: string) => {
    const person = await api.givenPerson(email, { tokens: 0 });
    // the plan's course is used up; 45 tokens remain
    await givenCompletedRun(person.userId);
    await givenTokens(person.userId, 31 * courses - 45 + 30.99);
    return person;
  };

  it('exactly 30 run, 10 receive the required and the available amount', async () => {
    const person = await givenPayer('forty@example.com');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        api.call('/api/generate-course', {
          bearer: person.accessToken,
          headers: { Prefer: 'respond-async' },
          body: { user_id: person.userId, age: 30, topic: `Bees ${n}`, learning_goals: 'Keep one colony' },
        }),
      ),
    );
    const started = answers.filter(({ status }) => status === 202);
    const refused = answers.filter(({ status }) => status === 402);
    expect([started.length, refused.length]).toEqual([courses, 10]);
    for (const { json } of refused) expect(json).toMatchObject({ code: 'tokens.insufficient', needed: 31, available: 30.99 });
    for (const { json } of started) expect(json.tokens).toEqual({ reserved: 3_100, charged: 0 });
    expect(await api.database.knex('run').where({ account_id: person.userId })).toHaveLength(courses + 1);
    expect(await tokensOf(person)).toMatchObject({ balance: 30.99, held: 31 * courses });
    expect(await ledgerFaults()).toEqual([]);

    // exactly the reserved tokens of the completed courses are spent
    const runs = started.slice(0, completed).map(({ json }) => json.task_id as string);
    await playAll(runs);
    const ends = await Promise.all(runs.map((id) => api.call(`/api/generate-course/status/${id}`, { bearer: person.accessToken })));
    for (const { json } of ends) expect(json).toMatchObject({ status: 'completed', tokens: { reserved: 3_100, charged: 3_100 } });
    expect(await tokensOf(person)).toMatchObject({ balance: 30.99, held: 31 * (courses - completed) });
    const accounts = await api.database.knex('ledger_account').where({ owner_id: person.userId, unit: 'TOK' });
    const sums = Object.fromEntries(accounts.map(({ kind, balance }) => [kind, balance]));
    expect(sums).toMatchObject({ spent: 3_100 * completed, held: 3_100 * (courses - completed), available: 3_099, frozen: 0, revoked: 0 });
    expect(await ledgerFaults()).toEqual([]);
  });

  it('the same form 20 times at once with tokens for one is one run, charged once, and all requests succeed', async () => {
    const person = await api.givenPerson('twenty@example.com', { tokens: 0 });
    await givenCompletedRun(person.userId);
    // 45 are available; after the first 14, 31 remain
    for (const [idempotencyKey, more] of [
      [undefined, 0],
      [randomUUID(), 17],
    ] as const) {
      if (more > 0) await givenTokens(person.userId, more);
      const form = buildForm({ topic: `Ants ${more}` });
      const key = idempotencyKey && { idempotencyKey };
      const ends = await Promise.all(
        Array.from({ length: 20 }, () => startRun({ accountId: person.userId, form, requestId: 'test', ...key })),
      );
      expect(new Set(ends.map(({ runId }) => runId)).size).toBe(1);
      expect(ends.filter(({ created }) => created)).toHaveLength(1);
    }
    expect(await tokensOf(person)).toMatchObject({ balance: 0, held: 62 });
  });
});
