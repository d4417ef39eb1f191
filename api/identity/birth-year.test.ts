import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { isSameMailbox } from '#domain/identity/age/age.commands.ts';
import { mailedToken } from '#domain/mail/mailed-token.factory.ts';

const api = useTestApi();
const born = (age: number) => new Date().getUTCFullYear() - age;
let operator: Person;

const as = (person: Person, method: string, path: string, body?: unknown) =>
  api.call(path, { method, bearer: person.accessToken, ...(body !== undefined && { body }) });
const say = (person: Person, birth_year: number | null) => as(person, 'PUT', '/api/auth/birth-year', { birth_year });
const yearOf = async (person: Person) => (await as(person, 'GET', '/api/auth/account')).json.birth_year;
const audited = (person: Person) =>
  api.database
    .knex('audit_entry')
    .where({ subject: `account:${person.userId}` })
    .orderBy('id')
    .pluck('action');
const given = async (name: string, age: number | null) => {
  const person = await api.givenPerson(`${name}@example.com`, { tokens: 0 });
  if (age !== null) await say(person, born(age));
  return person;
};
async function tokenOfParent(person: Person): Promise<string> {
  const parent = `mum-of-${person.email}`;
  await as(person, 'POST', '/api/auth/parental-consent', { parent_email: parent });
  return mailedToken('parental-consent', parent);
}
const byParent = (path: string, body: object) => api.call(`/api/auth/parental-consent/${path}`, { method: 'PUT', body });

beforeAll(async () => {
  operator = await api.givenPerson('operator@example.com', { tokens: 0, roles: ['learner', 'operator'] });
});

describe('PROF-03 a year of birth', () => {
  it.each([12, 15])('of a %i-year-old cannot be changed by the user: neither to an adult’s, nor removed', async (age) => {
    const person = await given(`fixed-${age}`, age);
    for (const year of [1990, born(age + 1), born(age - 1), null]) {
      const { status, json } = await say(person, year);
      expect([year, status, json.code]).toEqual([year, 403, 'age.fixed']);
    }
    expect((await say(person, born(age))).status).toBe(200);
    expect(await yearOf(person)).toBe(born(age));
    // the log has one entry, however often they try
    expect(await audited(person)).toEqual(['account.older_refused']);
  });

  it('belongs to an adult: entered, changed and removed, without a record', async () => {
    const person = await given('grown', null);
    for (const year of [1990, 1985, null, 1991]) expect((await say(person, year)).json.birth_year).toBe(year);
    expect(await audited(person)).toEqual([]);
  });

  it('that a user under 18 tried to make earlier is shown to operators, and beside the user’s texts', async () => {
    const person = await given('older', 15);
    await api.database.knex('parental_consent').insert({ account_id: person.userId, given_by: 'parent', parent_email: 'mum@example.org' });
    await say(person, 1990);
    const [shown] = (await as(operator, 'GET', `/api/operator/people?q=${person.userId}`)).json.people;
    expect(shown).toMatchObject({ birth_year: born(15), age_changes: [{ by: 'refused', from: 'minor', to: 'adult' }] });
    const post = { post_id: uuidv7(), title: 'Swarms', content: 'When do they?', category: 'general' };
    await as(person, 'POST', '/api/discussions', post);
    await as(operator, 'POST', '/api/reports', { subject_type: 'post', subject_id: post.post_id, reason: 'spam' });
    const { cases } = (await as(operator, 'GET', '/api/operator/moderation')).json;
    expect(cases.find((one: { subject_id: string }) => one.subject_id === post.post_id).author.tried_older_at).toEqual(
      shown.age_changes[0].at,
    );
  });

  it('can be corrected by a parent who has agreed, on the page behind the emailed link', async () => {
    const person = await given('corrected', 12);
    const token = await tokenOfParent(person);
    const correct = (birth_year: number) => byParent('birth-year', { token, birth_year });
    expect((await correct(born(14))).json.code).toBe('age.parent_needed');
    await byParent('answer', { token, agrees: true });
    expect((await correct(3000)).status).toBe(400);
    for (const _ of [1, 2]) expect((await correct(born(15))).json).toMatchObject({ birth_year: born(15), band: 'minor', state: 'agreed' });
    expect(await yearOf(person)).toBe(born(15));
    // consent that is still needed remains
    expect((await as(person, 'GET', '/api/auth/age')).json.consents).toEqual(['parent']);
    expect((await correct(born(30))).json).toMatchObject({ band: 'adult' });
    expect(await yearOf(person)).toBe(born(30));
    expect((await correct(born(15))).json.code).toBe('auth.link_invalid');
    expect(await audited(person)).toEqual(['account.parent_agreed', 'account.parent_set_year', 'account.parent_set_year']);
    const [shown] = (await as(operator, 'GET', `/api/operator/people?q=${person.userId}`)).json.people;
    expect(shown.age_changes).toMatchObject([
      { by: 'parent', from: 'minor', to: 'adult' },
      { by: 'parent', from: 'child', to: 'minor' },
    ]);
  });

  it('can be corrected by an operator; the audit does not contain the year', async () => {
    const person = await given('mistyped', 12);
    const act = (body: object) => as(operator, 'POST', `/api/operator/people/${person.userId}/acts`, { act: 'set_birth_year', ...body });
    expect((await act({})).status).toBe(400);
    const { json } = await act({ birth_year: 1990 });
    expect(json).toMatchObject({ birth_year: 1990, age_changes: [{ by: 'operator', from: 'child', to: 'adult' }] });
    const entry = await api.database.knex('audit_entry').where({ action: 'person.set_birth_year' }).first();
    expect(entry).toMatchObject({ actor: `account:${operator.userId}`, subject: `account:${person.userId}` });
    expect(JSON.stringify(entry!.detail)).not.toContain('1990');
  });
});

describe('PROF-03 a parent’s address', () => {
  it.each([
    ['me@example.com', 'ME@Example.com', true],
    ['me@example.com', 'me+mum@example.com', true],
    ['me+school@example.com', 'me+mum@example.com', true],
    ['j.doe@gmail.com', 'jdoe+mum@googlemail.com', true],
    ['j.doe@example.com', 'jdoe@example.com', false],
    ['me@example.com', 'mum@example.com', false],
    ['me@example.com', 'me@example.org', false],
  ])('%s and %s are one mailbox: %s', (own, parent, isSame) => {
    expect(isSameMailbox(own, parent)).toBe(isSame);
  });

  it('must not be one of the child’s own mailbox', async () => {
    const child = await given('answers.herself', 12);
    for (const own of ['answers.herself@example.com', 'Answers.Herself+mum@example.com']) {
      const { status, json } = await as(child, 'POST', '/api/auth/parental-consent', { parent_email: own });
      expect([own, status, json.errors?.[0].path]).toEqual([own, 400, 'parent_email']);
    }
    expect((await as(child, 'POST', '/api/auth/parental-consent', { parent_email: 'mum@example.com' })).status).toBe(202);
  });
});
