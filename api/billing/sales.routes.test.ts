import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { raiseAlarm } from '#domain/billing/alarms/alarm.commands.ts';
import { sendSalesMessage } from '#domain/billing/sales/sales-message.commands.ts';
import { database } from '#domain/platform/database.ts';
import { useTestApi, type Person } from '#api/testing/test-api.ts';

const api = useTestApi();
const PATH = '/api/operator/sales-messages';
const MESSAGE = {
  package_id: 'enterprise',
  name: 'Ines Moreno',
  email: 'ines@example.com',
  organisation: 'State University',
  message: 'Five hundred seats, from spring.',
};
let operator: Person;
let learner: Person;

beforeAll(async () => {
  operator = await api.givenPerson('operator@example.com', { roles: ['learner', 'operator'] });
  learner = await api.givenPerson('learner@example.com');
});

const send = (body: object) => api.call('/api/sales-messages', { method: 'POST', body });
const list = (query = '', person = operator) => api.call(`${PATH}${query}`, { bearer: person.accessToken });
const answered = (id: string, person = operator) => api.call(`${PATH}/${id}/answered`, { method: 'POST', bearer: person.accessToken });
const alarms = async () => (await api.call('/api/operator/billing-alarms', { bearer: operator.accessToken })).json;

describe('G16 a message about a plan for an organisation', () => {
  it('needs no account, and is listed for operators once, with its text, until one has answered it; the answer is audited', async () => {
    const message_id = uuidv7();
    expect((await send({ ...MESSAGE, message_id })).status).toBe(202);
    expect((await send({ ...MESSAGE, message_id })).status).toBe(202);
    const { messages } = (await list()).json;
    expect(messages).toEqual([{ ...MESSAGE, sales_message_id: message_id, at: expect.any(String), answered_at: null, answered_by: null }]);
    for (const { status, json } of await Promise.all([answered(message_id), answered(message_id)]))
      expect([status, json.message.answered_by, json.message.answered_at]).toEqual([200, operator.email, expect.any(String)]);
    expect((await list()).json.messages).toEqual([]);
    expect((await list('?state=answered')).json.messages).toMatchObject([{ sales_message_id: message_id }]);
    expect(await api.database.knex('audit_entry').where({ action: 'sales_message.answer' })).toMatchObject([
      { actor: `account:${operator.userId}`, subject: `sales_message:${message_id}` },
    ]);
    // sent again after the answer: still the same message
    expect((await send({ ...MESSAGE, message_id })).status).toBe(202);
    expect((await list()).json.messages).toEqual([]);
  });

  it('needs a name, an address and a text; an unknown plan is ignored', async () => {
    const message_id = uuidv7();
    expect(await send({ ...MESSAGE, message_id, email: 'nobody', message: ' ' })).toMatchObject({
      status: 400,
      json: { code: 'validation.failed' },
    });
    expect((await send({ ...MESSAGE, message_id, package_id: 'golden' })).status).toBe(202);
    expect((await list()).json.messages).toMatchObject([{ package_id: null }]);
    // INV-02, A22: messages from investors if no address is configured
    expect((await send({ ...MESSAGE, message_id: uuidv7(), package_id: 'investment' })).status).toBe(202);
    expect((await list()).json.messages).toMatchObject([{ package_id: 'investment' }, { package_id: null }]);
  });

  it('is for operators only', async () => {
    const { sales_message_id: id } = (await list()).json.messages[0];
    expect((await list('', learner)).json.code).toBe('access.denied');
    expect((await answered(id, learner)).json.code).toBe('access.denied');
    for (const wrong of [uuidv7(), 'nonsense']) expect((await answered(wrong)).json.code).toBe('not_found');
  });

  it('leaves the payment alarms as they are, 200 of them too; the next waits until one was answered', async () => {
    await raiseAlarm(database(), { kind: 'refund.failed', occasion: 'one', subject: 'payment:one' });
    const before = await alarms();
    await api.database.knex('sales_message').del();
    const ids = Array.from({ length: 199 }, () => uuidv7());
    for (const message_id of ids) await sendSalesMessage({ ...MESSAGE, message_id });
    // two concurrent messages for the last place
    const last = [uuidv7(), uuidv7()];
    const sent = await Promise.all(last.map((message_id) => send({ ...MESSAGE, message_id })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([202, 429]);
    const refused = sent.find(({ status }) => status === 429)!;
    expect([refused.json.code, refused.headers['retry-after']]).toEqual(['limits.rate', '3600']);
    expect(refused.json.detail).toBe('Too many messages are waiting for an answer. Please try again later.');
    expect(await alarms()).toEqual(before);
    expect(before.alarms).toMatchObject([{ subject: 'payment:one' }]);
    // an already stored message does not count again
    expect((await send({ ...MESSAGE, message_id: ids[0] })).status).toBe(202);
    expect((await answered(ids[0]!)).status).toBe(200);
    expect((await send({ ...MESSAGE, message_id: uuidv7() })).status).toBe(202);
  });

  it('comes a page at a time, newest first, also when several came in one moment', async () => {
    await api.database.knex('sales_message').del();
    const ids = Array.from({ length: 5 }, () => uuidv7());
    for (const message_id of ids) await sendSalesMessage({ ...MESSAGE, message_id });
    await api.database.knex('sales_message').update({ at: new Date(Date.now() - 1_000) });
    const newest = uuidv7();
    await sendSalesMessage({ ...MESSAGE, message_id: newest });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { messages: { sales_message_id: string }[]; next_cursor: string | null } = (
        await list(`?limit=2${cursor && `&cursor=${cursor}`}`)
      ).json;
      seen.push(...page.messages.map(({ sales_message_id: id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen[0]).toBe(newest);
    expect(seen.toSorted()).toEqual([...ids, newest].toSorted());
    for (const query of ['?state=both', '?limit=0', '?limit=1000']) expect((await list(query)).status).toBe(400);
  });

  it('is mailed to every operator together with the others of its hour, after that hour, without its text', async () => {
    const knex = api.database.knex;
    await knex('sales_message').del();
    await knex('outgoing_mail').where({ kind: 'sales-messages' }).del();
    const other = await api.givenPerson('other-operator@example.com', { roles: ['learner', 'operator'] });
    for (let n = 0; n < 20; n += 1) await sendSalesMessage({ ...MESSAGE, message_id: uuidv7() });
    const mails = await knex('outgoing_mail').where({ kind: 'sales-messages' }).select('recipient', 'data', 'due_at');
    // the hour may have changed between two of them
    const hours = Map.groupBy(mails, ({ due_at }) => due_at.getTime());
    for (const [due, ofHour] of hours) {
      expect(due % 3_600_000).toBe(0);
      expect(ofHour.map(({ recipient }) => recipient).toSorted()).toEqual([operator.email, other.email].toSorted());
    }
    expect([1, 2]).toContain(hours.size);
    for (const { data } of mails) expect(data).toEqual({ link: '/operator/sales' });
  });
});
