import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import type { SubjectType } from '#contract/moderation/moderation.contract.ts';
import { submitText, withdrawText } from '#domain/moderation/submit-text.command.ts';
import { transact } from '#domain/platform/database.ts';
import { holdService } from '#domain/vendors/llm/service-pause.commands.ts';

const api = useTestApi();
let ada: Person;
let ben: Person;
let moderator: Person;

beforeAll(async () => {
  const given = (name: string, roles = ['learner']) => api.givenPerson(`${name}@example.com`, { tokens: 0, birthYear: 1990, roles });
  [ada, ben, moderator] = await Promise.all([given('ada'), given('ben'), given('mod', ['learner', 'operator'])]);
});

let number = 0;
const submit = (person: Person, text: string, type: SubjectType = 'post', id = `text-${(number += 1)}`) =>
  transact((trx) => submitText(trx, { accountId: person.userId, type, id, text, href: '/community' })).then((state) => ({ id, state }));
/** Publishes a post, which others can see. */
async function publish(person: Person, content: string): Promise<string> {
  const post_id = uuidv7();
  await call(person, '/api/discussions', { post_id, title: 'Bees', content, category: 'general' });
  return post_id;
}
const call = (person: Person, address: string, body?: object) => api.call(address, { body, bearer: person.accessToken });
const about = (id: string) => ({ subject_type: 'post', subject_id: id });
const queue = async (show = 'waiting') => (await call(moderator, `/api/operator/moderation?show=${show}`)).json.cases;
const caseOf = async (id: string, show?: string) => (await queue(show)).find((one: { subject_id: string }) => one.subject_id === id);
const decide = (id: string, action: string, version = 1) =>
  call(moderator, '/api/operator/moderation', { ...about(id), action, version, note: 'Be kind', days: 3 });
const rowOf = (id: string) => api.database.knex('public_text').where({ subject_id: id }).first();
const noticesOf = (person: Person) => api.database.knex('notification').where({ account_id: person.userId }).orderBy('id').pluck('kind');

describe('the gate', () => {
  it('holds abuse by anyone, and doubtful texts by new users', async () => {
    expect((await submit(ada, 'How do I feed bees in autumn?')).state).toBe('clear');
    expect((await submit(ada, 'You are an idiot, all of you')).state).toBe('held');
    expect((await submit(ada, 'This is shit')).state).toBe('held');
    await api.database
      .knex('account')
      .where({ id: ben.userId })
      .update({ created_at: new Date(Date.now() - 10 * 86_400_000) });
    for (const text of ['One good text', 'Another good text', 'A third good text']) await submit(ben, text);
    expect([(await submit(ben, 'This is shit')).state, (await submit(ben, 'You are an idiot')).state]).toEqual(['clear', 'held']);
  });

  it('judges edited texts again, and deletes the record of deleted ones unless they were reported', async () => {
    const { id } = await submit(ada, 'Fine');
    expect((await submit(ada, 'You are an idiot', 'post', id)).state).toBe('held');
    expect(await rowOf(id)).toMatchObject({ version: 2, state: 'held', reasons: ['abuse'] });
    expect((await submit(ada, 'Fine again', 'post', id)).state).toBe('clear');
    expect((await rowOf(id))!.waits_since).toBeNull();
    await transact((trx) => withdrawText(trx, { type: 'post', id }));
    expect(await rowOf(id)).toBeUndefined();
    const reported = await publish(ada, 'Reported');
    await call(ben, '/api/reports', { ...about(reported), reason: 'spam' });
    await transact((trx) => withdrawText(trx, { type: 'post', id: reported }));
    expect(await rowOf(reported)).toBeDefined();
  });

  it('refuses the same text again and again, and a pace above a limit that grows with trust', async () => {
    const eve = await api.givenPerson('eve@example.com', { tokens: 0 });
    await submit(eve, 'Learn with me, everybody is welcome here!');
    await expect(submit(eve, 'learn with me -- everybody is WELCOME here')).rejects.toMatchObject({ code: 'safety.repeated' });
    for (let n = 0; n < 9; n += 1) await submit(eve, `Question ${n}`);
    await expect(submit(eve, 'One more')).rejects.toMatchObject({ code: 'limits.rate' });
    expect((await submit(eve, 'Thanks', 'reply')).state).toBe('clear');
  });
});

describe('reports', () => {
  it('wait in the queue with their context, once per reporter, and never for content the reporter cannot see', async () => {
    const id = await publish(ben, 'Buy my book about bees');
    for (const text of ['Advertising', 'Again'])
      expect((await call(ada, '/api/reports', { ...about(id), reason: 'spam', text })).json).toEqual({ reported: true });
    expect(await caseOf(id)).toMatchObject({
      text: 'Bees\n\nBuy my book about bees',
      author: { user_id: ben.userId, suspended_until: null },
      reports: [{ reason: 'spam', text: 'Advertising' }],
      appeal: null,
    });
    expect((await call(ben, '/api/reports', { ...about(id), reason: 'spam' })).status).toBe(400);
    expect((await call(ada, '/api/reports', { ...about('nothing'), reason: 'spam' })).status).toBe(404);
    const held = await publish(ben, 'You are an idiot');
    expect((await call(ada, '/api/reports', { ...about(held), reason: 'abuse' })).status).toBe(404);
    const person = { subject_type: 'profile', subject_id: ben.userId, reason: 'other' };
    expect((await call(ada, '/api/reports', person)).json).toEqual({ reported: true });
    expect((await queue()).some((one: { subject_type: string }) => one.subject_type === 'profile')).toBe(true);
    expect((await call(ada, '/api/operator/moderation')).status).toBe(403);
  });
});

describe('the second judge', () => {
  it('is skipped while an operator has paused its service', async () => {
    const judge = async () => (await call(moderator, '/api/operator/moderation')).json.second_judge;
    const { model } = await judge();
    await api.database
      .knex('vendor_lane')
      .insert({ service: 'openai', model, request_level: 1, token_level: 1 })
      .onConflict(['service', 'model'])
      .merge({ failures: 0, closed_until: null, open_until: null });
    expect((await judge()).state).toBe('ready');
    await transact((trx) => holdService(trx, 'openai', true));
    expect((await judge()).state).toBe('away');
    await transact((trx) => holdService(trx, 'openai', false));
    expect((await judge()).state).toBe('ready');
  });
});

describe('a decision', () => {
  it('closes the case, notifies the author, is audited, and can be appealed once', async () => {
    const { id } = await submit(ada, 'You are an idiot, sorry');
    expect((await decide(id, 'remove')).json).toEqual({ state: 'removed' });
    expect(await caseOf(id)).toBeUndefined();
    expect(await caseOf(id, 'decided')).toMatchObject({ decision: { action: 'remove', note: 'Be kind', by: 'Ada Okafor' } });
    expect((await call(ada, '/api/moderation/own')).json.texts).toContainEqual(
      expect.objectContaining({ subject_id: id, state: 'removed', note: 'Be kind', appeal: null }),
    );
    expect((await call(ben, '/api/moderation/appeals', { ...about(id), text: 'Mine?' })).status).toBe(404);
    const appeal = (text: string) => call(ada, '/api/moderation/appeals', { ...about(id), text });
    expect([(await appeal('It was a joke')).status, (await appeal('It was a joke')).status]).toEqual([200, 200]);
    expect((await appeal('Please')).json.code).toBe('safety.appealed');
    expect(await caseOf(id)).toMatchObject({ appeal: { text: 'It was a joke' } });
    expect((await decide(id, 'approve')).json).toEqual({ state: 'clear' });
    expect(await noticesOf(ada)).toEqual(['text.removed', 'text.cleared']);
    const audited = await api.database.knex('audit_entry').whereLike('action', 'moderation.%').orderBy('id').select('actor', 'action');
    expect(audited).toEqual(
      ['remove', 'approve'].map((action) => ({ actor: `account:${moderator.userId}`, action: `moderation.${action}` })),
    );
  });

  it('applies to the version that was reviewed, and never to one’s own text', async () => {
    const { id } = await submit(ada, 'You are an idiot, really');
    await submit(ada, 'You are an idiot, truly', 'post', id);
    expect((await decide(id, 'approve', 1)).json.code).toBe('safety.changed');
    const { id: own } = await submit(moderator, 'You are an idiot');
    expect((await decide(own, 'approve')).status).toBe(403);
  });

  it('is not undone by an edit: a removed text stays hidden until a moderator reviews the edit', async () => {
    const { id } = await submit(ada, 'Nobody should ever talk to Ben');
    expect((await decide(id, 'remove')).json).toEqual({ state: 'removed' });
    for (const text of ['Nobody should ever talk to Ben.', 'Everybody should talk to Ben'])
      expect((await submit(ada, text, 'post', id)).state).toBe('held');
    expect(await caseOf(id)).toMatchObject({ text: 'Everybody should talk to Ben', version: 3, decision: { action: 'remove' } });
    expect((await decide(id, 'approve', 3)).json).toEqual({ state: 'clear' });
    expect((await submit(ada, 'Everybody should talk to Ben now', 'post', id)).state).toBe('clear');
    // likewise for a text that a service has removed
    const { id: judged } = await submit(ada, 'Ben cannot be trusted with bees');
    await api.database.knex('public_text').where({ subject_id: judged }).update({ state: 'removed', judgement: 'abusive' });
    for (const text of ['Ben cannot be trusted', 'Ben can be trusted'])
      expect((await submit(ada, text, 'post', judged)).state).toBe('held');
  });

  it('can suspend the author’s writing until a day, which approving an appeal ends', async () => {
    const { id } = await submit(ada, 'I will kill you');
    expect((await decide(id, 'suspend')).json).toEqual({ state: 'removed' });
    await expect(submit(ada, 'Hello')).rejects.toMatchObject({ code: 'safety.suspended' });
    expect((await call(ada, '/api/moderation/own')).json.suspension).toMatchObject({ note: 'Be kind' });
    await decide(id, 'approve');
    expect((await submit(ada, 'Hello again')).state).toBe('clear');
  });
});
