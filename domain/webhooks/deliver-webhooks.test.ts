import type { ServerResponse } from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { webhookMessage } from '#contract/webhooks/webhook-events.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { AddressRefused } from '#domain/platform/network/ask-stranger.ts';
import { setPeriodicQueue } from '#domain/platform/periodic/periodic-queue.ts';
import { openSession } from '#domain/identity/sessions/open-session.command.ts';
import { givenMember, givenOrganisation, givenPerson } from '#domain/organisations/organisation.factory.ts';
import { killableProcess } from '#domain/testing/killed-process.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { deliverWebhooks, stopWebhooks, webhooksSent } from './deliver-webhooks.command.ts';
import { publishEvent } from './publish-event.command.ts';
import { createWebhook, resendDelivery, rotateWebhookSecret, testWebhook, updateWebhook } from './webhook.commands.ts';
import { givenWebhook, useReceivers } from './webhook.factory.ts';
import { listWebhooks } from './webhook.queries.ts';
import { readWebhookAddress } from './webhook-message.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/an attempt could not be stored/);

const db = useTestDatabase();
const receivers = useReceivers();
const WAIT = { timeout: 20_000, interval: 10 };
let announced: (number | undefined)[] = [];
beforeAll(() => {
  setPeriodicQueue({ announce: async (all) => void announced.push(...all.map(({ delayMs }) => delayMs)), list: async () => [] });
});
afterEach(async () => {
  await stopWebhooks();
  await db.knex('webhook').delete();
  await db.knex('webhook_event').delete();
  announced = [];
});

/** Publishes the end of a run. @returns the run's id */
async function runEnds(accountId: string, runId = uuidv7()): Promise<string> {
  const data = { kind: 'course', status: 'completed', error_code: null } as const;
  await transact((trx) => publishEvent(trx, { type: 'run.ended', to: { accountId }, objectId: runId, data }));
  return runId;
}
const sendAll = async () => {
  await deliverWebhooks();
  await webhooksSent();
};
const given = async (path = '/') => {
  const { id: accountId } = await givenPerson();
  return { accountId, ...(await givenWebhook({ accountId, url: receivers.origin + path })) };
};
const rowsOf = (webhook_id: string) => db.knex('webhook_delivery').where({ webhook_id }).orderBy('created_at');
const webhookRow = async (id: string) => (await db.knex('webhook').where({ id }).first())!;
const answering =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end('said');
/** Makes all waiting deliveries due, and ends all rests. */
async function timePasses() {
  await db.knex('webhook_delivery').where({ state: 'waiting' }).update({ due_at: new Date(), lease_until: null });
  await db.knex('webhook').update({ rests_until: null });
}

describe('an event', () => {
  it('arrives as defined by Standard Webhooks, with id, object and version, and any of its libraries verifies it', async () => {
    const { accountId, id, secret } = await given();
    const runId = await runEnds(accountId);
    await sendAll();
    expect(receivers.received).toHaveLength(1);
    const [{ headers, body }] = receivers.received as [(typeof receivers.received)[0]];
    const message = new Verifier(secret).verify(body, headers as Record<string, string>);
    expect(webhookMessage('run.ended').parse(message)).toMatchObject({
      id: headers['webhook-id'],
      type: 'run.ended',
      object: { type: 'run', id: runId },
      data: { kind: 'course', status: 'completed', error_code: null },
    });
    expect(() => new Verifier(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
    expect(await rowsOf(id)).toMatchObject([{ state: 'delivered', attempts: 1, lease_until: null }]);
    expect(await db.knex('webhook_try').where({ webhook_id: id })).toMatchObject([{ number: 1, status: 204, error: null }]);
  });

  it('has a higher version than any earlier one about the same object', async () => {
    const { accountId } = await given();
    const runId = await runEnds(accountId);
    for (let n = 0; n < 3; n += 1) await runEnds(accountId, runId);
    await sendAll();
    const versions = receivers.received.map(({ body }) => JSON.parse(body)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(versions.map(({ object }) => object.version)).toEqual(versions.map(({ object }) => object.version).toSorted((a, b) => a - b));
    expect(new Set(versions.map(({ object }) => object.version)).size).toBe(4);
  });

  it('is not sent if its fact was rolled back', async () => {
    const { accountId } = await given();
    const data = { kind: 'course', status: 'failed', error_code: 'internal' } as const;
    const fact = transact(async (trx) => {
      await publishEvent(trx, { type: 'run.ended', to: { accountId }, objectId: 'r', data });
      throw new Error('the fact is not');
    });
    await expect(fact).rejects.toThrow('the fact is not');
    await sendAll();
    expect([receivers.received, await db.knex('webhook_event'), announced]).toEqual([[], [], []]);
  });

  it('is signed with two secrets while one replaces the other, and with the new one alone afterwards', async () => {
    const { accountId, id, secret: before } = await given();
    const { sessionId } = await openSession(accountId, 'test');
    const rotated = await rotateWebhookSecret({ accountId, sessionId, holder: 'account', webhookId: id, keepHours: 24 });
    expect(Date.parse(rotated.webhook.old_secret_until!)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await runEnds(accountId);
    await sendAll();
    const [both] = receivers.received;
    for (const secret of [before, rotated.secret]) new Verifier(secret).verify(both!.body, both!.headers as Record<string, string>);
    await db.knex('webhook').where({ id }).update({ old_secret_until: new Date() });
    await runEnds(accountId);
    await sendAll();
    const last = receivers.received.at(-1)!;
    new Verifier(rotated.secret).verify(last.body, last.headers as Record<string, string>);
    expect(() => new Verifier(before).verify(last.body, last.headers as Record<string, string>)).toThrow();
  });

  it('is sent again with the same id and body when a worker was killed before it could store the answer', async () => {
    const { accountId, id } = await given();
    await runEnds(accountId);
    await sendAll();
    await db.knex('webhook_delivery').where({ webhook_id: id }).update({ state: 'waiting', lease_until: new Date() });
    await db.knex('webhook_try').delete();
    await sendAll();
    const [first, second] = receivers.received;
    expect([second!.headers['webhook-id'], second!.body]).toEqual([first!.headers['webhook-id'], first!.body]);
    expect(await rowsOf(id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('is lost by no kill: after every lasting change the next process continues, and a repeated event has the same id', async () => {
    let isKilled = true;
    for (let changes = 0; isKilled; changes += 1) {
      const mortal = killableProcess();
      try {
        const { accountId, id } = await given();
        receivers.received = [];
        mortal.killAfter(changes);
        const isTold = await runEnds(accountId).then(
          () => true,
          () => false,
        );
        await deliverWebhooks().catch(() => 0);
        await webhooksSent();
        isKilled = mortal.isDead();
        await mortal.revive();
        await db
          .knex('webhook_delivery')
          .whereNotNull('lease_until')
          .update({ lease_until: new Date(0) });
        await sendAll();
        const when = `killed after ${changes}`;
        const rows = await rowsOf(id);
        if (isTold) expect(rows, when).toHaveLength(1);
        expect(new Set(receivers.received.map(({ headers }) => headers['webhook-id'])), when).toEqual(
          new Set(rows.map((row) => row.event_id)),
        );
        for (const { state } of rows) expect(state, when).toBe('delivered');
      } finally {
        mortal.restore();
      }
    }
  });

  it('that another worker is sending is left to it', async () => {
    const { accountId, id } = await given();
    await runEnds(accountId);
    await db
      .knex('webhook_delivery')
      .where({ webhook_id: id })
      .update({ lease_until: new Date(Date.now() + 60_000) });
    expect(await deliverWebhooks()).toBe(0);
  });
});

describe('A33 an event about a child', () => {
  const agree = (accountId: string) =>
    db.knex('parental_consent').insert({ account_id: accountId, given_by: 'parent', parent_email: 'parent@example.com' });
  const takeBack = (accountId: string) => db.knex('parental_consent').where({ account_id: accountId }).delete();
  const givenChild = async () => {
    const { id } = await givenPerson();
    await db
      .knex('account')
      .where({ id })
      .update({ birth_year: new Date().getUTCFullYear() - 10 });
    await agree(id);
    return id;
  };
  /** A child who has joined an organisation with a webhook, which was informed of it. */
  const givenPupil = async () => {
    const { id: organisationId, owner } = await givenOrganisation();
    const { id } = await givenWebhook({
      accountId: owner.id,
      holder: 'organisation',
      organisationId,
      url: `${receivers.origin}/`,
    });
    const childId = await givenChild();
    await givenMember(organisationId, childId);
    const [row] = await rowsOf(id);
    return {
      childId,
      id,
      organisationId,
      of: { accountId: owner.id, holder: 'organisation', webhookId: id, eventId: row!.event_id } as const,
    };
  };

  it('is withheld if the consent was withdrawn before it was sent, and says so; others continue', async () => {
    const { childId, id, organisationId } = await givenPupil();
    await takeBack(childId);
    await givenMember(organisationId, (await givenPerson()).id);
    await sendAll();
    expect(await rowsOf(id)).toMatchObject([
      { state: 'withheld', attempts: 0, lease_until: null },
      { state: 'delivered', attempts: 1 },
    ]);
    expect(receivers.received.map(({ body }) => body).join()).not.toContain(childId);
    // withheld events stay withheld, even if a consent follows
    await agree(childId);
    await timePasses();
    await sendAll();
    expect(receivers.received).toHaveLength(1);
  });

  it('is withheld before its next attempt too', async () => {
    receivers.answers['/'] = answering(500);
    const { childId, id } = await givenPupil();
    await sendAll();
    await takeBack(childId);
    await timePasses();
    await sendAll();
    expect(await rowsOf(id)).toMatchObject([{ state: 'withheld', attempts: 1 }]);
    expect(receivers.received).toHaveLength(1);
  });

  it('is not resent, even if that is requested before the consent is withdrawn', async () => {
    const { childId, id, of } = await givenPupil();
    await sendAll();
    expect(await resendDelivery(of)).toMatchObject({ state: 'waiting' });
    await takeBack(childId);
    await sendAll();
    expect(await rowsOf(id)).toMatchObject([{ state: 'withheld' }]);
    expect(await resendDelivery(of)).toMatchObject({ state: 'withheld', due_at: null });
    await sendAll();
    expect(receivers.received).toHaveLength(1);
    await agree(childId);
    expect(await resendDelivery(of)).toMatchObject({ state: 'waiting' });
    await sendAll();
    expect(receivers.received).toHaveLength(2);
  });

  it('waits for the child’s own webhook, which is inactive and says why, until consent is given again', async () => {
    const accountId = await givenChild();
    const { id } = await givenWebhook({ accountId, url: `${receivers.origin}/` });
    await runEnds(accountId);
    await takeBack(accountId);
    await sendAll();
    const of = { accountId, holder: 'account', webhookId: id } as const;
    expect(await listWebhooks(of)).toMatchObject([{ state: 'ended', ended_why: 'age' }]);
    expect([receivers.received, await rowsOf(id)]).toMatchObject([[], [{ state: 'waiting', attempts: 0 }]]);
    await expect(testWebhook(of)).rejects.toMatchObject({ code: 'webhook.ended' });
    await agree(accountId);
    await sendAll();
    expect(await listWebhooks(of)).toMatchObject([{ state: 'active', ended_why: null }]);
    expect(await rowsOf(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  it('a test is about the webhook only', async () => {
    const { of } = await givenPupil();
    await sendAll();
    await testWebhook(of);
    await sendAll();
    expect(receivers.received).toHaveLength(2);
  });
});

describe('a failed attempt', () => {
  it.each([
    ['answered 500', answering(500), { status: 500, answer: 'said' }],
    ['redirected', answering(302, { location: '/elsewhere' }), { status: 302 }],
    ['hung up on', (response: ServerResponse) => void response.destroy(), { status: null, error: 'socket hang up' }],
  ])('that was %s is stored with its answer, and repeated with growing delays until three days have passed', async (_, answer, logged) => {
    receivers.answers['/'] = answer;
    const { accountId, id } = await given();
    await runEnds(accountId);
    const pauses: number[] = [];
    for (let tries = 0; tries < 4; tries += 1) {
      await sendAll();
      const [row] = await rowsOf(id);
      pauses.push((row!.due_at.getTime() - Date.now()) / 1_000);
      await timePasses();
    }
    for (const [at, least] of [4, 19, 79, 318].entries())
      expect(pauses[at]! >= least && pauses[at]! <= least * 1.6, `${pauses}`).toBe(true);
    expect(await db.knex('webhook_try').where({ webhook_id: id }).orderBy('number')).toMatchObject(
      [1, 2, 3, 4].map((number) => ({ number, ...logged })),
    );
    expect(receivers.received.every(({ path }) => path === '/')).toBe(true);
    await db.knex('webhook_delivery').where({ webhook_id: id }).update({ tried_until: new Date() });
    await sendAll();
    expect(await rowsOf(id)).toMatchObject([{ state: 'failed', attempts: 5 }]);
  });

  it('pauses its webhook after the second one: the others wait, and a success ends the pause', async () => {
    receivers.answers['/'] = answering(500);
    const { accountId, id } = await given();
    for (let n = 0; n < 12; n += 1) await runEnds(accountId);
    await sendAll();
    // failures of tries that were in progress when the rest began do not count
    const tried = receivers.received.length;
    expect([tried < 9, (await webhookRow(id)).failures]).toEqual([true, 2]);
    expect((await webhookRow(id)).rests_until!.getTime()).toBeGreaterThan(Date.now() + 3_000);
    await db.knex('webhook_delivery').update({ due_at: new Date() });
    expect(await deliverWebhooks()).toBe(0);
    expect(announced.filter((ms) => ms! > 0).length).toBeGreaterThan(0);

    await timePasses();
    await sendAll();
    expect(receivers.received).toHaveLength(tried + 1);
    receivers.answers = {};
    await timePasses();
    await sendAll();
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual(Array(12).fill('delivered'));
    expect(await webhookRow(id)).toMatchObject({ failures: 0, failing_since: null, rests_until: null });
  });

  it.each([
    ['seconds', () => '120'],
    ['a date', () => new Date(Date.now() + 120_000).toUTCString()],
  ])('with a request to wait, by %s, waits', async (_, after) => {
    receivers.answers['/'] = answering(429, { 'retry-after': after() });
    const { accountId, id } = await given();
    await runEnds(accountId);
    await sendAll();
    expect((await webhookRow(id)).rests_until!.getTime()).toBeGreaterThan(Date.now() + 100_000);
  });

  it('stores the first KB of an answer, and waits for no more of it', async () => {
    receivers.answers['/'] = (response) => {
      response.writeHead(500);
      const chunk = Buffer.alloc(64_000, 'x\0');
      const more = () => {
        while (!response.destroyed && response.write(chunk));
        response.once('drain', more);
      };
      more();
    };
    const { accountId, id } = await given();
    await runEnds(accountId);
    await sendAll();
    const [one] = await db.knex('webhook_try').where({ webhook_id: id });
    expect([one!.status, one!.answer]).toEqual([500, 'x'.repeat(512)]);
  });
});

describe('a webhook is deactivated', () => {
  const mails = (accountId: string) => db.knex('outgoing_mail').where({ account_id: accountId, kind: 'webhook-ended' });

  it('at once when it answers 410, with its waiting events, and its owner is notified by email', async () => {
    receivers.answers['/'] = answering(410);
    const { accountId, id } = await given();
    await runEnds(accountId);
    await db.knex('webhook_delivery').update({ due_at: new Date(Date.now() - 1_000) });
    await sendAll();
    expect(await webhookRow(id)).toMatchObject({ ended_why: 'gone', ended_at: expect.any(Date) });
    expect(await rowsOf(id)).toMatchObject([{ state: 'failed' }]);
    expect(await mails(accountId)).toMatchObject([{ data: { why: 'gone', address: `${receivers.origin.replace('http://', '')}/` } }]);
    await runEnds(accountId);
    expect(await rowsOf(id)).toHaveLength(1);
  });

  it('after three days of failures only, and receives nothing until it is activated', async () => {
    receivers.answers['/'] = answering(500);
    const { accountId, id } = await given();
    await runEnds(accountId);
    await sendAll();
    await db.knex('webhook').update({ failing_since: new Date(Date.now() - 71 * 3_600_000) });
    await timePasses();
    await sendAll();
    expect(await webhookRow(id)).toMatchObject({ ended_at: null });
    // the last try of the first failed event: both are three days old
    const threeDaysAgo = new Date(Date.now() - 72 * 3_600_000);
    await db.knex('webhook').update({ failing_since: threeDaysAgo });
    await db.knex('webhook_delivery').update({ created_at: threeDaysAgo, tried_until: new Date() });
    await timePasses();
    await sendAll();
    expect(await webhookRow(id)).toMatchObject({ ended_why: 'failing' });
    expect(await mails(accountId)).toMatchObject([{ data: { why: 'failing', link: '/settings/programs' } }]);

    const { sessionId } = await openSession(accountId, 'test');
    const of = { accountId, sessionId, holder: 'account', webhookId: id } as const;
    await expect(testWebhook(of)).rejects.toMatchObject({ code: 'webhook.ended' });
    receivers.answers = {};
    const url = `${receivers.origin}/`;
    expect(await updateWebhook({ ...of, url, events: ['run.ended'], isActive: true })).toMatchObject({ state: 'active', ended_why: null });
    await runEnds(accountId);
    await sendAll();
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual(['failed', 'delivered']);
  });

  it('not by one failure long after a failed test: an event is retried for its three days', async () => {
    receivers.answers['/'] = answering(500);
    const { accountId, id } = await given();
    await testWebhook({ accountId, holder: 'account', webhookId: id });
    await sendAll();
    await db.knex('webhook').update({ failing_since: new Date(Date.now() - 30 * 86_400_000) });
    await timePasses();
    await runEnds(accountId);
    await sendAll();
    expect(await webhookRow(id)).toMatchObject({ ended_at: null });
    expect((await rowsOf(id)).at(-1)).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(await mails(accountId)).toEqual([]);
  });

  it('and its email links to the page with its holder’s webhooks', async () => {
    receivers.answers['/'] = answering(410);
    const { id: accountId } = await givenPerson();
    await db
      .knex('account')
      .where({ id: accountId })
      .update({ roles: ['learner', 'operator'] });
    const { id } = await givenWebhook({ accountId, holder: 'operator', url: `${receivers.origin}/` });
    await testWebhook({ accountId, holder: 'operator', webhookId: id });
    await sendAll();
    expect(await mails(accountId)).toMatchObject([{ data: { link: '/operator/keys' } }]);
  });
});

describe('turns', () => {
  /** Makes an address accept connections without answering. */
  function holding(path: string): ServerResponse[] {
    const held: ServerResponse[] = [];
    receivers.answers[path] = (response) => void held.push(response);
    return held;
  }
  function release(held: ServerResponse[]) {
    receivers.answers = {};
    for (const response of held) response.end();
  }

  it('a slow webhook delays nobody: others are called while it has not answered, and it has four places at most', async () => {
    const held = holding('/slow');
    const [slow, other] = [await given('/slow'), await given('/other')];
    for (let n = 0; n < 10; n += 1) await runEnds(slow.accountId);
    await deliverWebhooks();
    await vi.waitUntil(() => held.length === 4, WAIT);
    for (let n = 0; n < 10; n += 1) await runEnds(other.accountId);
    await deliverWebhooks();
    await vi.waitUntil(() => receivers.received.filter(({ path }) => path === '/other').length === 10, WAIT);
    expect(held).toHaveLength(4);
    expect((await rowsOf(slow.id)).filter(({ lease_until: lease }) => lease !== null)).toHaveLength(4);
    release(held);
  });

  it('slow webhooks of one owner leave places to the quick ones of the same owner, and to others', async () => {
    const held = holding('/slow');
    const { id: accountId } = await givenPerson();
    const quick = await givenWebhook({ accountId, url: `${receivers.origin}/quick` });
    await db.knex('webhook').where({ id: quick.id }).update({ is_quick: true });
    for (let n = 0; n < 5; n += 1) await givenWebhook({ accountId, url: `${receivers.origin}/slow` });
    for (let n = 0; n < 5; n += 1) await runEnds(accountId);
    await deliverWebhooks();
    await vi.waitUntil(() => receivers.received.filter(({ path }) => path === '/quick').length === 5, WAIT);
    expect(held).toHaveLength(4);
    release(held);
  });
});

describe('a user’s request', () => {
  it('a test, or an event resent with its id, is sent at once and once, even while the webhook is paused', async () => {
    receivers.answers['/'] = answering(500);
    const { accountId, id } = await given();
    const of = { accountId, holder: 'account', webhookId: id } as const;
    await runEnds(accountId);
    await runEnds(accountId);
    await sendAll();
    receivers.received = [];
    const eventId = await testWebhook(of);
    await sendAll();
    expect(receivers.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId]);
    expect(await rowsOf(id)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }, { event_id: eventId, state: 'failed' }]);

    receivers.answers = {};
    expect(await resendDelivery({ ...of, eventId })).toMatchObject({ state: 'waiting', tries: 1 });
    await sendAll();
    expect(receivers.received.filter(({ headers }) => headers['webhook-id'] === eventId)).toHaveLength(2);
    expect((await rowsOf(id)).at(-1)).toMatchObject({ state: 'delivered', attempts: 2 });
  });
});

describe('addresses', () => {
  it('in production are https, on the public internet and on the default port', () => {
    const before = config();
    onTestFinished(() => setConfig(before));
    setConfig({ ...before, hasStandIns: false });
    const refused = [
      'http://hooks.example/',
      'https://hooks.example:8443/',
      'https://user:word@hooks.example/',
      'https://127.0.0.1/',
      'http://127.0.0.1:3000/',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/latest/meta-data/',
      'https://localhost/',
      'https://intranet/',
      'https://hooks.internal/',
      'ftp://hooks.example/',
      'hooks.example',
      `https://hooks.example/${'x'.repeat(500)}`,
    ];
    for (const address of refused) expect(() => readWebhookAddress(address), address).toThrow(AddressRefused);
    expect(readWebhookAddress('https://hooks.example/a?b=c').href).toBe('https://hooks.example/a?b=c');
  });

  it('an address that has become private is not connected to, although it was created earlier', async () => {
    const { id: accountId } = await givenPerson();
    const { id } = await givenWebhook({ accountId, url: 'https://10.0.0.1/' });
    await runEnds(accountId);
    await sendAll();
    expect(await db.knex('webhook_try').where({ webhook_id: id })).toMatchObject([{ status: null, error: 'not on the public internet' }]);
  });

  it('an owner has ten at most, even if they are created at once', async () => {
    const { id: accountId } = await givenPerson();
    const { sessionId } = await openSession(accountId, 'test');
    const made = await Promise.allSettled(
      Array.from({ length: 12 }, () =>
        createWebhook({ accountId, sessionId, holder: 'account', url: 'https://hooks.example/', events: ['run.ended'] }),
      ),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(made.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toEqual(['webhook.too_many', 'webhook.too_many']);
  });
});
