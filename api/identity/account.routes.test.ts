import { describe, expect, it } from 'vitest';
import { cookieOf, FROM_OUR_PAGE, PASSWORD, useTestApi, type Person } from '#api/testing/test-api.ts';
import { mailedToken } from '#domain/mail/mailed-token.factory.ts';
import { config, setConfig } from '#domain/platform/config.ts';

const api = useTestApi();
const NEW = 'battery staple';

const as = (person: Person, method: string, address: string, body?: unknown) =>
  api.call(`/api/auth/${address}`, { method, bearer: person.accessToken, ...(body !== undefined && { body }) });
const login = (email: string, password = PASSWORD) => api.call('/api/auth/login', { body: { email, password } });
const forgot = (email: string) => api.call('/api/auth/password/forgot', { body: { email } });
const reset = (token: string, password = NEW) => api.call('/api/auth/password/reset', { body: { token, password } });
const details = async (person: Person) => (await as(person, 'GET', 'account')).json;

describe('an email address', () => {
  it('A16 is not verified at first, and is verified by the emailed link, once', async () => {
    const person = await api.givenPerson('verify@example.com');
    expect(await details(person)).toEqual({
      email: 'verify@example.com',
      email_verified: false,
      birth_year: null,
      age_verification: { verified: false, age: null, parentalConsent: false, requiresParentalConsent: false },
      deletion_due_at: null,
      deletion_ends: { plan: false, organisation: null, earnings: null },
      mail_configured: true,
    });
    expect(await as(person, 'POST', 'verification')).toMatchObject({ status: 202, json: { email_verified: false } });
    const token = await mailedToken('verify-email', person.email);
    expect((await api.call('/api/auth/verify-email', { body: { token } })).status).toBe(200);
    expect((await details(person)).email_verified).toBe(true);
    const again = await api.call('/api/auth/verify-email', { body: { token } });
    expect([again.status, again.json.code]).toEqual([410, 'auth.link_invalid']);
  });

  it('is informed when this installation cannot send mail', async () => {
    const person = await api.givenPerson('no-mail@example.com');
    const { mail } = config();
    setConfig({ ...config(), mail: { ...mail, smtpUrl: null } });
    expect((await details(person)).mail_configured).toBe(false);
    expect((await forgot(person.email)).json.mail_configured).toBe(false);
    setConfig({ ...config(), mail });
  });
});

describe('a lost password', () => {
  it('A16 is replaced: all sessions end, bearer and cookie alike, and the new password signs in', async () => {
    const person = await api.givenPerson('lost@example.com');
    expect((await forgot(' Lost@Example.com ')).status).toBe(202);
    const token = await mailedToken('reset-password', person.email);
    expect((await reset(token, 'short')).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
    expect((await reset(token)).json.code).toBe('auth.link_invalid');
    expect((await api.call('/api/auth/me', { bearer: person.accessToken })).status).toBe(401);
    expect((await api.call('/api/auth/me', { cookie: person.cookie })).status).toBe(401);
    expect((await login(person.email)).status).toBe(401);
    expect((await login(person.email, NEW)).status).toBe(200);
  });

  it('gets the same response whether the address is known or not', async () => {
    const person = await api.givenPerson('known@example.com');
    const [known, unknown] = [await forgot(person.email), await forgot('unknown@example.com')];
    expect([unknown.status, unknown.json]).toEqual([known.status, known.json]);
  });
});

describe('changing the password', () => {
  it('rejects a wrong password without ending the session, and locks after ten guesses', async () => {
    const person = await api.givenPerson('change@example.com');
    const change = (current: string) => as(person, 'POST', 'password/change', { current, new: NEW });
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => change(`guess ${n}`)));
    expect(guesses.filter(({ status }) => status === 403)).toHaveLength(10);
    expect((await change(PASSWORD)).status).toBe(429);
    expect((await as(person, 'POST', 'deletion', { password: PASSWORD })).status).toBe(429);
    expect((await as(person, 'GET', 'me')).status).toBe(200);
  });

  it('keeps the current session and ends the others', async () => {
    const person = await api.givenPerson('keep@example.com');
    const other = (await login(person.email)).json.access_token;
    const answer = await as(person, 'POST', 'password/change', { current: PASSWORD, new: NEW });
    expect([answer.status, answer.json.ended]).toEqual([200, 1]);
    expect((await api.call('/api/auth/me', { bearer: other })).status).toBe(401);
    expect((await as(person, 'GET', 'me')).status).toBe(200);
  });
});

describe('sessions', () => {
  it('are listed and ended one by one; ending the current one removes the cookie', async () => {
    const person = await api.givenPerson('sessions@example.com');
    const other = await api.call('/api/auth/login', {
      body: { email: person.email, password: PASSWORD },
      headers: { 'User-Agent': 'Another browser' },
    });
    const { sessions } = (await as(person, 'GET', 'sessions')).json;
    expect(sessions.map((session: { current: boolean; user_agent: string }) => [session.current, session.user_agent])).toEqual([
      [true, ''],
      [false, 'Another browser'],
    ]);
    expect((await as(person, 'DELETE', `sessions/${sessions[1].session_id}`)).status).toBe(200);
    expect((await api.call('/api/auth/me', { bearer: other.json.access_token })).status).toBe(401);
    const own = await as(person, 'DELETE', `sessions/${sessions[0].session_id}`);
    expect([own.status, cookieOf(own)]).toEqual([200, '']);
    expect((await as(person, 'GET', 'me')).status).toBe(401);
    const refreshed = await api.call('/api/auth/refresh', { body: { refresh_token: person.refreshToken } });
    expect([refreshed.status, refreshed.json.code]).toEqual([401, 'auth.refresh_invalid']);
  });

  it('are all ended except the current one', async () => {
    const person = await api.givenPerson('together@example.com');
    const others = [await login(person.email), await login(person.email)];
    expect((await as(person, 'DELETE', 'sessions')).json).toEqual({ ended: 2, ended_keys: 0 });
    for (const { json } of others) expect((await api.call('/api/auth/me', { bearer: json.access_token })).status).toBe(401);
    expect((await as(person, 'GET', 'sessions')).json.sessions).toHaveLength(1);
  });

  it('cannot be ended by another site', async () => {
    const person = await api.givenPerson('forged@example.com');
    const forged = await api.call('/api/auth/sessions', {
      method: 'DELETE',
      cookie: person.cookie,
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(forged.status).toBe(403);
    const ours = await api.call('/api/auth/sessions', { method: 'DELETE', cookie: person.cookie, headers: FROM_OUR_PAGE });
    expect(ours.status).toBe(200);
  });
});

describe('the year of birth', () => {
  it('A17 can be set and removed, and must be plausible', async () => {
    const person = await api.givenPerson('born@example.com');
    const tell = (birth_year: unknown) => as(person, 'PUT', 'birth-year', { birth_year });
    expect((await tell(1990)).json.birth_year).toBe(1990);
    for (const year of [1899, new Date().getUTCFullYear() + 1, 1990.5, '1990', undefined]) expect((await tell(year)).status).toBe(400);
    expect((await details(person)).birth_year).toBe(1990);
    expect((await tell(null)).json.birth_year).toBeNull();
  });
});

describe('deletion', () => {
  it('signs out everywhere, is shown at the next sign-in, and can be cancelled', async () => {
    const person = await api.givenPerson('leaving@example.com');
    const asked = await as(person, 'POST', 'deletion', { password: PASSWORD });
    expect([asked.status, cookieOf(asked)]).toEqual([200, '']);
    expect((await as(person, 'GET', 'me')).status).toBe(401);
    const { access_token, user } = (await login(person.email)).json;
    expect(user.deletion_due_at).toBe(asked.json.deletion_due_at);
    const kept = await api.call('/api/auth/deletion', { method: 'DELETE', bearer: access_token });
    expect([kept.status, kept.json.deletion_due_at]).toEqual([200, null]);
    expect((await api.call('/api/auth/me', { bearer: access_token })).json.user).not.toHaveProperty('deletion_due_at');
  });
});

it('queued mails contain nothing usable by a reader of the database', async () => {
  const person = await api.givenPerson('canary@example.com');
  await forgot(person.email);
  const token = await mailedToken('reset-password', person.email);
  const stored = await api.database.knex('outgoing_mail').where({ recipient: person.email });
  expect(JSON.stringify(stored)).not.toContain(token);
  for (const { data } of stored) expect((await reset(String(data['seed']))).json.code).toBe('auth.link_invalid');
  expect((await reset(token)).status).toBe(200);
});
