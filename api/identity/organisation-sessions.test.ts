import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inflateRawSync } from 'node:zlib';
import { useTestApi, type Person, type Received } from '#api/testing/test-api.ts';
import { signInCalls, type Began } from '#api/organisations/sign-in.factory.ts';
import { samlProvider, type Responding } from '#domain/vendors/identity-providers/saml-provider.factory.ts';
import { startProvider, type ProviderPerson } from '#ops/sandbox/identity/provider.ts';
import { startOpenIdProvider, walkThrough, type OpenIdProvider } from '#ops/testing/openid-provider.ts';

const api = useTestApi();
const { post, givenSchool, verify, save, mode, begin, answerSaml, enter, comeBySaml } = signInCalls(api);
const knex = (table: string) => api.database.knex(table);
const HOUR_MS = 3_600_000;
const me = async (token: string) => (await api.call('/api/auth/me', { bearer: token })).status;
const refresh = (json: { refresh_token: string }) => post('/api/auth/refresh', { refresh_token: json.refresh_token });
const sessionOf = (accountId: string) => knex('session').where({ account_id: accountId }).orderBy('created_at', 'desc').first();
const failures = (id: string) => knex('organisation_sign_in_failure').where({ organisation_id: id }).pluck('reason');
/** Returns the hours from now, rounded. */
const inHours = (time: Date) => Math.round((time.getTime() - Date.now()) / HOUR_MS);

describe('a session from an organisation’s SAML provider', () => {
  const domain = 'hours.example';
  let id: string;
  let owner: Person;
  const provider = samlProvider({ entityId: `https://idp.${domain}/saml` });
  beforeAll(async () => {
    ({ id, owner } = await givenSchool('Hours School', domain));
    await save(owner, { kind: 'saml', slug: 'hours', metadata: provider.metadata() });
    await verify(owner, domain);
    await mode(owner, 'offered');
  });
  const lifetime = (by: Person, idle: number | null, longest: number | null) =>
    post('/api/organisation/sign-in/lifetime', { idle_hours: idle, longest_hours: longest }, { by, method: 'PUT' });
  const comes = (who: string, more: Partial<Responding> = {}): Promise<Received> =>
    comeBySaml(id, provider, { subject: who, attributes: { mail: [`${who}@${domain}`] }, terms: true, ...more });
  const until = (ms: number) => (xml: string) =>
    xml.replace('<saml:AuthnStatement ', `<saml:AuthnStatement SessionNotOnOrAfter="${new Date(Date.now() + ms).toISOString()}" `);

  it('has the default length until the organisation sets one, which applies to its own sessions only', async () => {
    const { json: usual } = await comes('ida');
    expect(inHours((await sessionOf(usual.user.user_id)).expires_at)).toBe(14 * 24);
    const saved = await lifetime(owner, 8, 24);
    expect(saved.json.connection).toMatchObject({ idle_hours: 8, longest_hours: 24, mode: 'offered' });
    // existing sessions are shortened, and new ones are short
    expect(inHours((await sessionOf(usual.user.user_id)).expires_at)).toBe(8);
    expect(inHours((await sessionOf((await comes('jon')).json.user.user_id)).expires_at)).toBe(8);
    const own = await api.givenPerson(`own@${domain}`, { proven: true });
    expect(inHours((await sessionOf(own.userId)).expires_at)).toBe(14 * 24);
    expect(inHours((await sessionOf(owner.userId)).expires_at)).toBeGreaterThan(24);
  });

  it('ends at once if it has lasted longer, and at its maximum length however often it is used', async () => {
    await lifetime(owner, null, null);
    const { json: old } = await comes('kim');
    await knex('session')
      .where({ account_id: old.user.user_id })
      .update({ created_at: new Date(Date.now() - 30 * HOUR_MS) });
    expect(await me(old.access_token)).toBe(200);
    await lifetime(owner, 8, 24);
    expect(await me(old.access_token)).toBe(401);
    expect((await refresh(old)).json.code).toBe('auth.refresh_invalid');
    const { json: used } = await comes('kim');
    await knex('session')
      .where({ account_id: used.user.user_id, revoked_at: null })
      .update({ created_at: new Date(Date.now() - 22 * HOUR_MS) });
    expect((await refresh(used)).status).toBe(200);
    expect(inHours((await sessionOf(used.user.user_id)).expires_at)).toBeLessThan(24);
  });

  it('cannot be extended beyond ninety days, nor by a user without the permission', async () => {
    expect((await lifetime(owner, 0, 24)).status).toBe(400);
    expect((await lifetime(owner, 8, 90 * 24 + 1)).status).toBe(400);
    const member = await comes('mia');
    expect(
      (
        await post(
          '/api/organisation/sign-in/lifetime',
          { idle_hours: 1, longest_hours: 1 },
          { by: { accessToken: member.json.access_token } as Person, method: 'PUT' },
        )
      ).json.code,
    ).toBe('organisation.not_allowed');
    await lifetime(owner, null, null);
  });

  it('does not outlast the time limit of the provider, and is refused after that time', async () => {
    const { json } = await comes('noa', { before: until(2 * HOUR_MS) });
    expect(inHours((await sessionOf(json.user.user_id)).expires_at)).toBe(2);
    const again = await refresh(json);
    expect([again.status, inHours((await sessionOf(json.user.user_id)).expires_at)]).toEqual([200, 2]);
    expect((await comes('noa', { before: until(-HOUR_MS) })).json.code).toBe('auth.organisation_refused');
    expect(await failures(id)).toEqual(['expired']);
  });

  it('is requested silently, and a provider that has to ask the person says so: that does not count as a failure', async () => {
    const started = await begin(id, '/notes', { silent: true });
    const asked = inflateRawSync(Buffer.from(new URL(started.url).searchParams.get('SAMLRequest')!, 'base64')).toString();
    expect(asked).toContain('IsPassive="true"');
    const before = await failures(id);
    const passive = (xml: string) =>
      xml.replace(
        /<samlp:Status>.*<\/samlp:Status>/,
        '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:NoPassive"/></samlp:StatusCode></samlp:Status>',
      );
    const arrival = await answerSaml(id, started, provider, { after: passive });
    expect((await enter(arrival, started)).json.code).toBe('auth.login_needed');
    expect(await failures(id)).toEqual(before);
  });
});

describe('a session from an OpenID provider', () => {
  const domain = 'silent.example';
  let id: string;
  let owner: Person;
  let real: OpenIdProvider;
  beforeAll(async () => {
    ({ id, owner } = await givenSchool('Silent School', domain));
    const { ours } = (await api.call('/api/organisation/sign-in', { bearer: owner.accessToken })).json;
    real = await startOpenIdProvider(ours.redirect_uri);
    await verify(owner, domain);
    await save(owner, {
      kind: 'oidc',
      slug: 'silent',
      issuer: real.issuer,
      client_id: real.client.id,
      client_secret: real.client.secret,
      roles: [{ value: 'staff', role: 'teacher' }],
    });
    await mode(owner, 'offered');
  });
  afterAll(() => real.close());
  const finish = (back: URL, { cookie }: Began) =>
    post(`/api/auth/organisation/${id}/finish`, Object.fromEntries(back.searchParams), { cookie });

  it('is renewed without a page if the provider knows the person, and roles are read again', async () => {
    real.people.set('ada', { email: `ada@${domain}`, given_name: 'Ada', groups: ['staff'] });
    real.signsIn = 'ada';
    const browser = new Map<string, string>();
    const first = await begin(id, undefined, { login_hint: `ada@${domain}` });
    expect(new URL(first.url).searchParams.get('login_hint')).toBe(`ada@${domain}`);
    const arrived = await finish(await walkThrough(first.url, browser), first);
    const { user } = (await enter(arrived.json.arrival, first, true)).json;
    const role = async () => (await knex('organisation_member').where({ account_id: user.user_id }).first('role')).role;
    expect(await role()).toBe('teacher');
    real.people.set('ada', { email: `ada@${domain}`, given_name: 'Ada', groups: ['pupils'] });
    const silent = await begin(id, '/notes', { silent: true });
    expect(new URL(silent.url).searchParams.get('prompt')).toBe('none');
    const again = await finish(await walkThrough(silent.url, browser), silent);
    expect((await enter(again.json.arrival, silent)).json).toMatchObject({ user: { user_id: user.user_id }, next: '/notes' });
    expect(await role()).toBe('member');
  });

  it('is requested with a page if the provider does not know the person, which does not count as a failure', async () => {
    const silent = await begin(id, '/notes', { silent: true });
    const answer = await finish(await walkThrough(silent.url), silent);
    expect([answer.status, answer.json.code]).toEqual([401, 'auth.login_needed']);
    expect(await failures(id)).toEqual([]);
  });
});

describe('a session that its OpenID provider ends (back-channel logout)', () => {
  const CLIENT = { id: 'coursewright', secret: 'the secret of the client' };
  const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const domain = 'logout.example';
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let id: string;
  beforeAll(async () => {
    provider = await startProvider(CLIENT);
    const school = await givenSchool('Logout School', domain);
    ({ id } = school);
    await verify(school.owner, domain);
    await save(school.owner, { kind: 'oidc', slug: 'logout', issuer: provider.issuer, client_id: CLIENT.id, client_secret: CLIENT.secret });
    await mode(school.owner, 'offered');
  });
  afterAll(() => provider.close());
  const LARS: ProviderPerson = { sub: 'lars', email: `lars@${domain}`, email_verified: true };
  async function comes(sid: string) {
    provider.person = LARS;
    const started = await begin(id);
    const answer = await fetch(started.url, { redirect: 'manual' });
    provider.deviation = { sid };
    const back = Object.fromEntries(new URL(answer.headers.get('location')!).searchParams);
    const finished = await post(`/api/auth/organisation/${id}/finish`, back, { cookie: started.cookie });
    return (await enter(finished.json.arrival, started, true)).json;
  }
  const said = async (claims: object): Promise<string> => {
    provider.deviation = { email: undefined, email_verified: undefined, events: EVENT, ...claims };
    return provider.issue(LARS);
  };
  const tell = (token: string, connection = id) =>
    api.call(`/sign-in/organisation/${connection}/logout`, {
      rawBody: new URLSearchParams({ logout_token: token }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });

  it('ends at once: the named one, or all from that provider; the person’s own sessions stay', async () => {
    const [phone, desk] = [await comes('on the phone'), await comes('at the desk')];
    expect((await tell(await said({ sid: 'on the phone' }))).status).toBe(200);
    expect([await me(phone.access_token), await me(desk.access_token)]).toEqual([401, 200]);
    const own = await api.givenPerson(`own@${domain}`, { proven: true });
    expect((await tell(await said({}))).status).toBe(200);
    expect([await me(desk.access_token), await me(own.accessToken)]).toEqual([401, 200]);
    const noted = await knex('audit_entry').where({ action: 'organisation.signed_out_by_provider', subject: `organisation:${id}` });
    expect(noted.map(({ detail }) => detail.sessions)).toEqual([1, 1]);
  });

  it('stays if the token is from another issuer, old, an ID token, for another client, or already used', async () => {
    const { access_token: token } = await comes('here');
    const now = Math.floor(Date.now() / 1000);
    const words: [string, string][] = [
      ['an ID token', await provider.issue(LARS)],
      ['with a nonce', await said({ nonce: 'n' })],
      ['of another client', await said({ aud: 'another' })],
      ['of another issuer', await said({ iss: 'https://evil.example' })],
      ['old', await said({ iat: now - 3_600, exp: now - 3_000 })],
      ['of nobody', await said({ sub: undefined })],
      ['unsigned', `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await said({})).split('.')[1]}.`],
      ['nothing', ''],
    ];
    for (const [what, word] of words) expect((await tell(word)).status, what).toBe(400);
    expect((await tell(await said({}), '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a13')).status).toBe(404);
    expect(await me(token)).toBe(200);
    const once = await said({ sid: 'elsewhere' });
    expect([(await tell(once)).status, (await tell(once)).status]).toEqual([200, 400]);
  });
});
