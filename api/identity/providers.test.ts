import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, it } from 'vitest';
import { FROM_OUR_PAGE, PASSWORD, useTestApi, type Person, type Received } from '#api/testing/test-api.ts';
import { startProvider, type ProviderPerson } from '#ops/sandbox/identity/provider.ts';

const CLIENT = { id: 'coursewright', secret: 'the secret of the client' };
const standIn = await startProvider(CLIENT);
const api = useTestApi({
  providers: { google: { issuer: standIn.issuer, clientId: CLIENT.id, secret: CLIENT.secret }, apple: null },
});
afterAll(() => standIn.close());

const COOKIE = '__Host-cw-3000-provider';
const cookieOf = (answer: Received): string => /__Host-cw-3000-provider=([^;]+)/.exec(String(answer.headers['set-cookie']))![1]!;
const post = (path: string, body: unknown, more: { bearer?: string; cookie?: string } = {}) =>
  api.call(`/api/auth/${path}`, {
    method: 'POST',
    ...(body !== undefined && { body }),
    ...(more.bearer !== undefined && { bearer: more.bearer }),
    headers: { ...FROM_OUR_PAGE, ...(more.cookie !== undefined && { Cookie: `${COOKIE}=${more.cookie}` }) },
  });
const somebody = (email: string, more: Partial<ProviderPerson> = {}): ProviderPerson => ({
  sub: `sub of ${email}`,
  email,
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Okafor',
  ...more,
});

/** Returns the provider's answer for a user who was redirected to it. */
async function visit(started: Received, person: ProviderPerson) {
  standIn.person = person;
  const answer = await fetch(started.json.url, { redirect: 'manual' });
  const { searchParams } = new URL(answer.headers.get('location')!);
  return { body: { state: searchParams.get('state'), code: searchParams.get('code') }, cookie: cookieOf(started) };
}
async function signIn(person: ProviderPerson, { terms = false } = {}): Promise<Received> {
  const { body, cookie } = await visit(await post('providers/google/start', { terms_accepted: terms }), person);
  return post('providers/google/finish', body, { cookie });
}
async function link(by: Person, person: ProviderPerson): Promise<Received> {
  const { body, cookie } = await visit(await post('linked-providers/google/start', undefined, { bearer: by.accessToken }), person);
  return post('linked-providers/google/finish', body, { bearer: by.accessToken, cookie });
}

describe('signing in with a provider', () => {
  it('A02 creates an account for a person who has accepted the terms, and finds it again by the subject, not by the address', async () => {
    expect((await api.call('/api/auth/providers')).json).toEqual({ google: true, apple: false });
    const ada = somebody('ada@example.com');
    expect((await signIn(ada)).json.code).toBe('auth.terms_needed');
    const made = await signIn(ada, { terms: true });
    expect([made.status, made.json.user.email, made.json.user.first_name]).toEqual([200, 'ada@example.com', 'Ada']);
    const again = await signIn({ ...ada, email: 'ada.new@example.com' });
    expect(again.json.user.user_id).toBe(made.json.user.user_id);
    expect((await post('providers/apple/start', {})).json.code).toBe('auth.social_not_configured');
  });

  it('finds an account by its verified address, and notifies its owner', async () => {
    const ben = await api.givenPerson('ben@example.com', { tokens: 0, proven: true });
    expect((await signIn(somebody('ben@example.com', { email_verified: false }))).json.code).toBe('auth.provider_refused');
    expect((await signIn(somebody('Ben@Example.com'))).json.user.user_id).toBe(ben.userId);
    expect((await api.call('/api/auth/me', { bearer: ben.accessToken })).status).toBe(200);
    const mails = await api.database.knex('outgoing_mail').where({ account_id: ben.userId, kind: 'security-changed' });
    expect(mails).toMatchObject([{ data: { change: 'provider_linked', about: 'Google' } }]);
  });

  it('confirms an address that nobody had confirmed: the account’s creator loses access, and the password is removed', async () => {
    const squatter = await api.givenPerson('ivy@example.com', { tokens: 0 });
    expect((await signIn(somebody('ivy@example.com'))).json.code).toBe('auth.terms_needed');
    expect((await api.call('/api/auth/me', { bearer: squatter.accessToken })).status).toBe(200);
    const owner = await signIn(somebody('ivy@example.com', { given_name: 'Ivy' }), { terms: true });
    expect([owner.json.user.user_id, owner.json.user.first_name]).toEqual([squatter.userId, 'Ivy']);
    expect((await api.call('/api/auth/me', { bearer: squatter.accessToken })).status).toBe(401);
    expect((await post('refresh', { refresh_token: squatter.refreshToken })).json.code).toBe('auth.refresh_invalid');
    expect((await post('login', { email: 'ivy@example.com', password: PASSWORD })).json.code).toBe('auth.invalid_credentials');
    expect((await api.call('/api/auth/me', { bearer: owner.json.access_token })).status).toBe(200);
  });

  it('is linked and unlinked by the signed-in user; another user’s cannot be', async () => {
    const [cleo, dora] = [
      await api.givenPerson('cleo@example.com', { tokens: 0, proven: true }),
      await api.givenPerson('dora@example.com', { tokens: 0, proven: true }),
    ];
    const elsewhere = somebody('cleo@elsewhere.example');
    expect((await link(cleo, elsewhere)).json.linked).toMatchObject([{ provider: 'google', email: 'cleo@elsewhere.example' }]);
    expect((await signIn(elsewhere)).json.user.user_id).toBe(cleo.userId);
    expect((await link(dora, elsewhere)).json.code).toBe('auth.provider_refused');
    const told = async () => {
      const mails = await api.database.knex('outgoing_mail').where({ account_id: cleo.userId, kind: 'security-changed' }).orderBy('id');
      const audited = await api.database.knex('audit_entry').where({ subject: `account:${cleo.userId}`, action: 'provider.unlink' });
      return [mails.map(({ data }) => (data as { change: string }).change), audited.length];
    };
    // unlinking sends a mail and an audit entry; a second time nothing happens
    for (let time = 0; time < 2; time += 1) {
      const removed = await api.call('/api/auth/linked-providers/google', { method: 'DELETE', bearer: cleo.accessToken });
      expect(removed.json.linked).toEqual([]);
      expect(await told()).toEqual([['provider_linked', 'provider_unlinked'], 1]);
    }
    expect((await signIn(elsewhere)).json.code).toBe('auth.terms_needed');
  });

  it('asks for the second factor like a password', async () => {
    const eve = await api.givenPerson('eve@example.com', { tokens: 0, proven: true });
    await link(eve, somebody('eve@example.com'));
    const { secret } = (await post('second-factor/setup', { password: PASSWORD }, { bearer: eve.accessToken })).json;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await post('second-factor/confirm', { code }, { bearer: eve.accessToken });
    const answer = await signIn(somebody('eve@example.com'));
    expect([answer.status, Object.keys(answer.json)]).toEqual([202, ['second_factor']]);
  });

  it('refuses a response in another browser, twice, for another purpose, with another state, or with a token for another use', async () => {
    const fred = somebody('fred@example.com');
    const start = () => post('providers/google/start', { terms_accepted: true });
    const finish = (body: unknown, more: { cookie?: string } = {}) => post('providers/google/finish', body, more);
    const stolen = await visit(await start(), fred);
    for (const more of [{}, { cookie: 'a'.repeat(43) }, { cookie: cookieOf(await start()) }])
      expect((await finish(stolen.body, more)).json.code).toBe('auth.provider_refused');
    expect((await finish({ ...stolen.body, state: 'another' }, { cookie: stolen.cookie })).json.code).toBe('auth.provider_refused');
    const gina = await api.givenPerson('gina@example.com', { tokens: 0, proven: true });
    const purpose = await post('linked-providers/google/finish', stolen.body, { bearer: gina.accessToken, cookie: stolen.cookie });
    expect(purpose.json.code).toBe('auth.provider_refused');
    expect((await finish(stolen.body, { cookie: stolen.cookie })).status).toBe(200);
    expect((await finish(stolen.body, { cookie: stolen.cookie })).json.code).toBe('auth.provider_refused');
    for (const deviation of [
      { aud: 'another client' },
      { iss: 'https://accounts.example.com' },
      { nonce: 'another' },
      { exp: 1 },
      { email_verified: false },
    ]) {
      const sent = await visit(await start(), fred);
      standIn.deviation = deviation;
      expect((await finish(sent.body, { cookie: sent.cookie })).json.code, JSON.stringify(deviation)).toBe('auth.provider_refused');
    }
  });

  it('AUTH-10 A02 returns tokens and user for a fresh ID token for this installation, once', async () => {
    const send = (id_token: string, more: object = {}) => post('social-login', { provider: 'google', id_token, ...more });
    const hana = somebody('hana@example.com');
    const first = await standIn.issue(hana);
    expect((await send(first)).json.code).toBe('auth.terms_needed');
    const answers = await Promise.all([send(first, { terms_accepted: true }), send(first, { terms_accepted: true })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const made = answers.find(({ status }) => status === 200)!.json;
    expect([typeof made.access_token, typeof made.refresh_token, made.user.email]).toEqual(['string', 'string', 'hana@example.com']);
    expect((await send(await standIn.issue(hana))).json.user.user_id).toBe(made.user.user_id);
    const old = { iat: Math.floor(Date.now() / 1000) - 700 };
    for (const deviation of [
      { aud: 'another client' },
      { iss: 'https://accounts.example.com' },
      { exp: 1 },
      old,
      { email_verified: false },
    ]) {
      standIn.deviation = deviation;
      expect((await send(await standIn.issue(hana))).json.code, JSON.stringify(deviation)).toBe('auth.provider_refused');
    }
    const [head, claims] = (await standIn.issue(hana)).split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    for (const token of [unsigned, `${head}.${claims}.AAAA`, 'nonsense'])
      expect((await send(token)).json.code).toBe('auth.provider_refused');
  });

  it('forwards the form that Apple posts back to the page that continues the sign-in', async () => {
    const answer = await api.call('/sign-in/apple', {
      rawBody: 'state=s&code=c&user=%7B%7D',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'cross-site' },
    });
    expect([answer.status, answer.headers.location]).toEqual([303, '/sign-in/apple?state=s&code=c']);
  });

  it('refuses a form that no provider sends', async () => {
    const rawBody = `state=${'s'.repeat(20_000)}`;
    const answer = await api.call('/sign-in/apple', { rawBody, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
    expect([answer.status, answer.json.code]).toEqual([413, 'body.too_large']);
  });
});
