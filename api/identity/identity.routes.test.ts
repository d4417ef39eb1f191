import { uuidv7 } from 'uuidv7';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { cookieOf, FROM_OUR_PAGE, PASSWORD, useTestApi } from '#api/testing/test-api.ts';
import { userSchema } from '#contract/identity/identity.contract.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenLapse, givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { saveCourse } from '#domain/courses/saved/saved-course.commands.ts';
import { HASH_COST, setHashCost } from '#domain/identity/passwords/password.ts';
import { speechFor } from '#domain/mail/mail.queries.ts';
import { config } from '#domain/platform/config.ts';

const api = useTestApi();
const registration = { password: PASSWORD, first_name: 'Ada', last_name: 'Okafor', terms_accepted: true };

describe('registration', () => {
  it('AUTH-09 creates an account and returns tokens and user', async () => {
    setHashCost(HASH_COST);
    const answer = await api.call('/api/auth/register', {
      body: { ...registration, email: ' New@Example.com ', marketing_consent: true, interface_language: 'es' },
    });
    expect(answer.status).toBe(201);
    expect(answer.json.user).toMatchObject({ email: 'new@example.com', first_name: 'Ada', last_name: 'Okafor', roles: ['learner'] });
    expect(Object.keys(answer.json)).toEqual(['access_token', 'refresh_token', 'user']);
    const row = await api.database.knex('account').where({ email: 'new@example.com' }).first();
    expect(row!.marketing_consent).toBe(true);
    expect(row!.terms_version).not.toBe('');
    // the first mail is in the language of the sign-up screen
    expect((await speechFor(row!.id)).language).toBe('es');
    expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('AUTH-09 requires the terms accepted, a real email and a password of 8 to 128 characters, and names each field', async () => {
    const answer = await api.call('/api/auth/register', {
      body: { ...registration, email: 'nobody', password: 'short', terms_accepted: false },
    });
    expect(answer.status).toBe(400);
    expect(answer.json.code).toBe('validation.failed');
    expect(answer.json.errors.map((error: { path: string }) => error.path)).toEqual(['email', 'password', 'terms_accepted']);
  });

  it('AUTH-09 refuses an email that is taken, in any capitalisation', async () => {
    await api.givenPerson('taken@example.com');
    const answer = await api.call('/api/auth/register', { body: { ...registration, email: 'Taken@Example.com' } });
    expect([answer.status, answer.json.code]).toEqual([409, 'auth.email_taken']);
  });
});

describe('sign-in', () => {
  it('AUTH-08 returns tokens and user, and sets a cookie that scripts cannot read', async () => {
    const { userId } = await api.givenPerson('login@example.com');
    const answer = await api.call('/api/auth/login', { body: { email: 'Login@Example.com', password: PASSWORD } });
    expect(answer.status).toBe(200);
    expect(answer.json.user.user_id).toBe(userId);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [cookie] = answer.headers['set-cookie']!;
    expect(cookie).toMatch(/^__Host-cw-3000=[\w-]{43}; /);
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(attribute);
    const stored = await api.database.knex('session').where({ account_id: userId }).select('cookie_hash');
    expect(stored.map((row) => row.cookie_hash.toString('base64url'))).not.toContain(cookieOf(answer));
  });

  it('AUTH-08 gives the same response to a wrong password and to an unknown email', async () => {
    await api.givenPerson('wrong@example.com');
    const wrong = await api.call('/api/auth/login', { body: { email: 'wrong@example.com', password: 'not this one' } });
    const unknown = await api.call('/api/auth/login', { body: { email: 'unknown@example.com', password: 'not this one' } });
    expect([wrong.status, wrong.json.code]).toEqual([401, 'auth.invalid_credentials']);
    expect({ ...unknown.json, request_id: '' }).toEqual({ ...wrong.json, request_id: '' });
  });

  it('AUTH-08 locks after ten failures for one email, even if they are sent concurrently, and does not count successes', async () => {
    await api.givenPerson('guessed@example.com');
    const attempt = (password: string) => api.call('/api/auth/login', { body: { email: 'guessed@example.com', password } });
    const right = await Promise.all(Array.from({ length: 12 }, () => attempt(PASSWORD)));
    expect(new Set(right.map((answer) => answer.status))).toEqual(new Set([200]));
    const guesses = await Promise.all(Array.from({ length: 15 }, (_, index) => attempt(`guess ${index}`)));
    expect(guesses.filter((answer) => answer.status === 401)).toHaveLength(10);
    const late = await attempt(PASSWORD);
    expect([late.status, late.json.code]).toEqual([429, 'limits.rate']);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(800);
    expect((await api.call('/api/auth/login', { body: { email: 'other@example.com', password: 'x' } })).status).toBe(401);
    const keys = await api.database.knex('rate_limit').select('key');
    expect(JSON.stringify(keys)).not.toContain('guessed');
  });

  it('AUTH-26 social sign-in fails with 501, a code and the specified words until a provider is configured', async () => {
    const answer = await api.call('/api/auth/social-login', { body: { provider: 'google', id_token: 'a.b.c' } });
    expect([answer.status, answer.json.code, answer.json.title]).toEqual([501, 'auth.social_not_configured', 'Social login failed']);
  });
});

describe('the user record', () => {
  it('AUTH-11 AUTH-13 AUTH-29 me returns the user of a bearer token', async () => {
    const person = await api.givenPerson('me@example.com');
    const answer = await api.call('/api/auth/me', { bearer: person.accessToken });
    expect(answer.status).toBe(200);
    expect(answer.json.user.user_id).toBe(person.userId);
  });

  it('AUTH-12 refresh returns an access token that works', async () => {
    const person = await api.givenPerson('refresh@example.com');
    const { status, json } = await api.call('/api/auth/refresh', { body: { refresh_token: person.refreshToken } });
    expect(status).toBe(200);
    expect((await api.call('/api/auth/me', { bearer: json.access_token })).json.user.user_id).toBe(person.userId);
  });

  it('AUTH-18 AUTH-19 AUTH-30 has the specified fields, a status of free, trial or active, and the ids of saved courses', async () => {
    const person = await api.givenPerson('fields@example.com');
    const courseId = await givenCourse(person.userId);
    await saveCourse({ accountId: person.userId, courseId });
    const { user } = (await api.call('/api/auth/me', { bearer: person.accessToken })).json;
    expect(userSchema.parse(user)).toEqual(user);
    expect(user).toEqual({
      user_id: person.userId,
      email: person.email,
      first_name: 'Ada',
      last_name: 'Okafor',
      name: 'Ada Okafor',
      subscription_status: 'free',
      subscription_plan: null,
      subscription_expires: null,
      trial_used: false,
      courses_saved: [courseId],
      has_courses: true,
      roles: ['learner'],
      // until a browser has reported its zone
      lacks_time_zone: true,
    });
  });

  it('AUTH-20 returns trial or active only with a future expiry, else free without one', async () => {
    const person = await api.givenPerson('trial@example.com');
    const expires = new Date('2127-01-31T12:00:00.000Z');
    await api.database.knex('subscription').insert({
      id: uuidv7(),
      account_id: person.userId,
      package_id: 'standard_yearly',
      status: 'trialing',
      anchor: new Date(),
      period_start: new Date(),
      period_end: expires,
      trial_end: expires,
    });
    const trial = (await api.call('/api/auth/me', { bearer: person.accessToken })).json.user;
    expect([trial.subscription_status, trial.subscription_plan, trial.subscription_expires]).toEqual([
      'trial',
      'standard_yearly',
      '2127-01-31T12:00:00.000Z',
    ]);
    const summaryAfter = async (changes: object) => {
      await api.database.knex('subscription').where({ account_id: person.userId }).update(changes);
      const { user } = (await api.call('/api/auth/me', { bearer: person.accessToken })).json;
      return [user.subscription_status, user.subscription_plan, user.subscription_expires];
    };
    const free = ['free', null, null];
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    const active = (expires: Date) => ['active', 'standard_yearly', expires.toISOString()];
    expect(await summaryAfter({ trial_end: inDays(-1 / 86_400) })).toEqual(free);
    expect(await summaryAfter({ status: 'active', trial_end: null })).toEqual(active(expires));
    // within the grace period, the session expires no later than the period ends
    for (const [status, days] of [
      ['active', 7],
      ['past_due', 45],
    ] as const) {
      const period_end = inDays(1 - days);
      expect(await summaryAfter({ status, period_end })).toEqual(active(new Date(period_end.getTime() + days * 86_400_000)));
      expect(await summaryAfter({ status, period_end: inDays(-days) })).toEqual(free);
    }
    for (const status of ['canceled', 'incomplete', 'unpaid']) expect(await summaryAfter({ status, period_end: expires })).toEqual(free);
    const { id: organisation_id } = await givenOrganisation();
    await api.database.knex('organisation').where({ id: organisation_id }).update({ ends_at: expires });
    await api.database.knex('organisation_member').insert({ organisation_id, account_id: person.userId, role: 'member' });
    const noChange = { status: 'canceled' };
    expect(await summaryAfter(noChange)).toEqual(['active', 'small_business', expires.toISOString()]);
    await givenLapse(organisation_id);
    expect(await summaryAfter(noChange)).toEqual(free);
  });
});

describe('access tokens', () => {
  it('AUTH-14 are valid for ten minutes and contain only the ids of user and session', async () => {
    const person = await api.givenPerson('claims@example.com');
    expect(decodeProtectedHeader(person.accessToken)).toEqual({ alg: 'HS256', typ: 'at+jwt' });
    const claims = decodeJwt(person.accessToken);
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
    expect(claims.exp! - claims.iat!).toBe(600);
  });

  it('AUTH-14 that are expired, forged, or of another type or algorithm are 401, even beside a valid cookie', async () => {
    const person = await api.givenPerson('forged@example.com');
    const claims = decodeJwt(person.accessToken);
    const sign = (header: { alg: string; typ?: string }, changes: object, secret = config().sessionSecret) =>
      new SignJWT({ ...claims, ...changes }).setProtectedHeader(header).sign(secret);
    const now = Math.floor(Date.now() / 1000);
    const good = { alg: 'HS256', typ: 'at+jwt' };
    const [header, payload] = person.accessToken.split('.');
    const bad = {
      expired: await sign(good, { exp: now - 31 }),
      'other secret': await sign(good, {}, new Uint8Array(32)),
      'other type': await sign({ alg: 'HS256', typ: 'JWT' }, {}),
      'other algorithm': await sign({ alg: 'HS512', typ: 'at+jwt' }, {}, new Uint8Array(64)),
      'other audience': await sign(good, { aud: 'https://elsewhere.example' }),
      "another person's session": await sign(good, { sub: '019abcde-0000-7000-8000-000000000000' }),
      unsigned: `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`,
      cut: `${header}.${payload}`,
      garbage: 'garbage',
    };
    for (const [kind, token] of Object.entries(bad)) {
      const answer = await api.call('/api/auth/me', { bearer: token, cookie: person.cookie });
      expect([kind, answer.status, answer.json.code]).toEqual([kind, 401, 'auth.token_invalid']);
    }
    expect((await api.call('/api/auth/me', { bearer: await sign(good, { exp: now - 5 }) })).status).toBe(200);
  });
});

describe('sign-out', () => {
  it('AUTH-16 ends the session for token, cookie and refresh at once, removes the cookie, and can be repeated', async () => {
    const person = await api.givenPerson('out@example.com');
    expect((await api.call('/api/auth/me', { bearer: person.accessToken })).status).toBe(200);
    const out = () => api.call('/api/auth/logout', { method: 'POST', cookie: person.cookie, headers: FROM_OUR_PAGE });
    const answer = await out();
    expect([answer.status, answer.json.message]).toEqual([200, 'Logged out successfully']);
    expect(answer.headers['set-cookie']![0]).toMatch(/^__Host-cw-3000=; Max-Age=0;/);
    expect((await api.call('/api/auth/me', { bearer: person.accessToken })).status).toBe(401);
    expect((await api.call('/api/auth/me', { cookie: person.cookie })).status).toBe(401);
    const refresh = await api.call('/api/auth/refresh', {
      body: { refresh_token: person.refreshToken },
      cookie: person.cookie,
      headers: FROM_OUR_PAGE,
    });
    expect(refresh.status).toBe(401);
    expect((await out()).status).toBe(200);
  });

  it('AUTH-16 works with the bearer alone and with the refresh token alone, and leaves other sessions', async () => {
    const person = await api.givenPerson('devices@example.com');
    const signIn = async () => (await api.call('/api/auth/login', { body: { email: person.email, password: PASSWORD } })).json;
    const [first, second] = [await signIn(), await signIn()];
    await api.call('/api/auth/logout', { method: 'POST', bearer: first.access_token });
    await api.call('/api/auth/logout', { body: { refresh_token: second.refresh_token } });
    expect((await api.call('/api/auth/me', { bearer: first.access_token })).status).toBe(401);
    expect((await api.call('/api/auth/me', { bearer: second.access_token })).status).toBe(401);
    expect((await api.call('/api/auth/me', { bearer: person.accessToken })).status).toBe(200);
  });

  it('cannot be forged by another site', async () => {
    const person = await api.givenPerson('victim@example.com');
    const answer = await api.call('/api/auth/logout', {
      method: 'POST',
      cookie: person.cookie,
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    });
    expect([answer.status, answer.json.code]).toEqual([403, 'csrf.refused']);
    expect((await api.call('/api/auth/me', { cookie: person.cookie })).status).toBe(200);
  });
});
