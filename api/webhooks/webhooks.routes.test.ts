import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { mailedToken } from '#domain/mail/mailed-token.factory.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { deliverWebhooks, webhooksSent } from '#domain/webhooks/deliver-webhooks.command.ts';
import { useReceivers } from '#domain/webhooks/webhook.factory.ts';

const api = useTestApi();
const receivers = useReceivers();
let ada: Person;
let eve: Person;
beforeAll(async () => {
  ada = await api.givenPerson('ada@example.com', { proven: true });
  eve = await api.givenPerson('eve@example.com', { proven: true });
});

const as = (person: Person, method: string, address: string, body?: unknown) =>
  api.call(`/api/programs/webhooks/${address}`, { method, bearer: person.accessToken, ...(body !== undefined && { body }) });

/** Creates a webhook as a person does. */
async function make(person: Person, holder = 'account', events: readonly string[] = ['run.ended']) {
  const answer = await as(person, 'POST', holder, { url: `${receivers.origin}/`, events });
  expect(answer.status, answer.text).toBe(201);
  return { secret: answer.json.secret as string, ...answer.json.webhook };
}
const sendAll = async () => {
  await deliverWebhooks();
  await webhooksSent();
};

describe('a webhook', () => {
  it('is created with a secret that is shown once, stored encrypted, and audited', async () => {
    const made = await make(ada);
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toMatchObject({ events: ['run.ended'], state: 'active', ended_why: null, waiting: 0, last: null });
    const list = await as(ada, 'GET', 'account');
    expect(list.json.webhooks[0]).toMatchObject({ webhook_id: made.webhook_id });
    expect(list.text).not.toContain('whsec_');
    const { rows } = await api.database.knex.raw(
      `select to_jsonb(w)::text as row from webhook w union all select to_jsonb(a)::text from audit_entry a`,
    );
    expect(rows.map(({ row }: { row: string }) => row).join('\n')).not.toContain(made.secret.slice(6));
    const [entry] = await api.database.knex('audit_entry').where({ action: 'webhook.create', actor: `account:${ada.userId}` });
    expect(entry!.detail).toMatchObject({ webhook: made.webhook_id, events: ['run.ended'] });
  });

  it('A33 can always be deactivated and deleted by a child without consent, but not activated', async () => {
    const child = await api.givenPerson('child@example.com', { proven: true });
    const { webhook_id: id, url, events } = await make(child);
    await api.database
      .knex('account')
      .where({ id: child.userId })
      .update({ birth_year: new Date().getUTCFullYear() - 10 });
    const change = (is_active: boolean) => as(child, 'PUT', `account/${id}`, { url, events, is_active });
    expect((await as(child, 'GET', 'account')).json.webhooks).toMatchObject([{ state: 'ended', ended_why: 'age' }]);
    expect([(await change(true)).json.code, (await change(true)).status]).toEqual(['age.consent_needed', 403]);
    expect((await change(false)).json).toMatchObject({ state: 'ended', ended_why: 'owner' });
    expect((await change(true)).json.code).toBe('age.consent_needed');
    expect((await as(child, 'DELETE', `account/${id}`)).json).toEqual({ deleted: true });
  });

  it.each([
    ['a private address', { url: 'https://10.0.0.1/' }, 422, 'webhook.bad_address'],
    ['no https', { url: 'ftp://example.com/' }, 422, 'webhook.bad_address'],
    ['no event', { events: [] }, 400, 'validation.failed'],
    ['an event of operators', { events: ['alert.changed'] }, 400, 'validation.failed'],
    ['the test', { events: ['webhook.test'] }, 400, 'validation.failed'],
  ])('is refused with %s', async (_, changes, status, code) => {
    const answer = await as(ada, 'POST', 'account', { url: 'https://hooks.example/', events: ['run.ended'], ...changes });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it('is changed, deactivated, activated, given another secret and deleted', async () => {
    const { webhook_id: id, secret } = await make(ada);
    const changed = { url: 'https://hooks.example/', events: ['sale.made', 'run.ended'] };
    expect((await as(ada, 'PUT', `account/${id}`, { ...changed, is_active: false })).json).toMatchObject({
      ...changed,
      state: 'ended',
      ended_why: 'owner',
    });
    expect((await as(ada, 'POST', `account/${id}/test`)).json.code).toBe('webhook.ended');
    expect((await as(ada, 'PUT', `account/${id}`, { ...changed, is_active: true })).json).toMatchObject({ state: 'active' });
    const rotated = (await as(ada, 'POST', `account/${id}/secret`, {})).json;
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.webhook.old_secret_until)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect((await as(ada, 'POST', `account/${id}/secret`, { keep_hours: 0 })).json.webhook.old_secret_until).toBeNull();
    expect((await as(ada, 'DELETE', `account/${id}`)).json).toEqual({ deleted: true });
    expect((await as(ada, 'DELETE', `account/${id}`)).status).toBe(404);
  });

  it('is for its owner only', async () => {
    const { webhook_id: id } = await make(ada);
    await as(ada, 'POST', `account/${id}/test`);
    const { event_id: eventId } = (await as(ada, 'GET', `account/${id}/deliveries`)).json.deliveries[0];
    const body = { url: 'https://hooks.example/', events: ['run.ended'], is_active: false };
    for (const [method, address, sent] of [
      ['PUT', id, body],
      ['DELETE', id],
      ['POST', `${id}/secret`, {}],
      ['POST', `${id}/test`],
      ['GET', `${id}/deliveries`],
      ['GET', `${id}/deliveries/${eventId}`],
      ['POST', `${id}/deliveries/${eventId}`],
    ] as const)
      expect((await as(eve, method, `account/${address}`, sent)).status, `${method} ${address}`).toBe(404);
    expect((await as(eve, 'GET', 'account')).json.webhooks).toEqual([]);
    for (const holder of ['organisation', 'operator']) expect((await as(eve, 'GET', holder)).status).toBe(404);
  });

  it('of an organisation is for its owner, and of operators for all of them', async () => {
    const owner = await api.givenPerson('owner@example.com', { proven: true });
    await givenOrganisation({ owner: { id: owner.userId, email: owner.email } });
    const { webhook_id: id } = await make(owner, 'organisation', ['member.joined']);
    expect((await as(owner, 'GET', 'account')).json.webhooks).toEqual([]);
    expect((await as(owner, 'GET', 'organisation')).json.webhooks).toMatchObject([{ webhook_id: id }]);
    const operators = [
      await api.givenPerson('one@example.com', { proven: true }),
      await api.givenPerson('two@example.com', { proven: true }),
    ];
    for (const { userId } of operators)
      await api.database
        .knex('account')
        .where({ id: userId })
        .update({ roles: ['learner', 'operator'] });
    await make(operators[0]!, 'operator', ['alert.changed']);
    expect((await as(operators[1]!, 'GET', 'operator')).json.webhooks).toHaveLength(1);
  });

  it('is deactivated by a password reset', async () => {
    const person = await api.givenPerson('forgetful@example.com', { proven: true });
    const { webhook_id: id } = await make(person);
    await api.call('/api/auth/password/forgot', { body: { email: person.email } });
    const token = await mailedToken('reset-password', person.email);
    expect((await api.call('/api/auth/password/reset', { body: { token, password: 'another horse battery' } })).status).toBe(200);
    expect(await api.database.knex('webhook').where({ id }).first()).toMatchObject({ ended_why: 'owner' });
  });
});

describe('the log', () => {
  it('lists the sent events, page by page, with body, attempts and answers; and resends with the same id', async () => {
    receivers.answers['/'] = (response) => void response.writeHead(503).end('not now');
    const person = await api.givenPerson('log@example.com', { proven: true });
    const { webhook_id: id } = await make(person);
    const { event_id: eventId } = (await as(person, 'POST', `account/${id}/test`)).json;
    await sendAll();
    const { deliveries, next_cursor: none } = (await as(person, 'GET', `account/${id}/deliveries`)).json;
    expect([deliveries, none]).toEqual([
      [{ event_id: eventId, type: 'webhook.test', state: 'failed', created_at: expect.any(String), tries: 1, due_at: null, status: 503 }],
      null,
    ]);
    const one = (await as(person, 'GET', `account/${id}/deliveries/${eventId}`)).json;
    expect(JSON.parse(one.body)).toMatchObject({ id: eventId, type: 'webhook.test', object: { type: 'webhook', id }, data: {} });
    expect(one.tries).toMatchObject([{ status: 503, answer: 'not now', error: null, took_ms: expect.any(Number) }]);
    expect((await as(person, 'GET', 'account')).json.webhooks[0]).toMatchObject({
      state: 'failing',
      last: { status: 503, state: 'failed' },
    });

    receivers.answers = {};
    expect((await as(person, 'POST', `account/${id}/deliveries/${eventId}`)).json).toMatchObject({ state: 'waiting' });
    await sendAll();
    expect(receivers.received.filter(({ headers }) => headers['webhook-id'] === eventId)).toHaveLength(2);
    expect((await as(person, 'GET', `account/${id}/deliveries/${eventId}`)).json).toMatchObject({
      delivery: { state: 'delivered', tries: 2, status: 204 },
    });

    for (let n = 0; n < 26; n += 1) await as(person, 'POST', `account/${id}/test`);
    const first = (await as(person, 'GET', `account/${id}/deliveries`)).json;
    const second = (await as(person, 'GET', `account/${id}/deliveries?cursor=${first.next_cursor}`)).json;
    const ids = [...first.deliveries, ...second.deliveries].map((row: { event_id: string }) => row.event_id);
    expect([first.deliveries.length, second.deliveries.length, new Set(ids).size, ids.at(-1)]).toEqual([25, 2, 27, eventId]);
    expect((await as(person, 'GET', `account/${id}/deliveries?cursor=x`)).json.code).toBe('validation.failed');
  });
});
