import { SignJWT } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, useTestApi, type Person, type Received } from '#api/testing/test-api.ts';
import { signInCalls, type Began } from '#api/organisations/sign-in.factory.ts';
import { givenMember } from '#domain/organisations/organisation.factory.ts';
import { readSamlRequest, samlProvider, type Responding } from '#domain/vendors/identity-providers/saml-provider.factory.ts';
import { startProvider, type ProviderPerson } from '#ops/sandbox/identity/provider.ts';
import { startOpenIdProvider, walkThrough, type OpenIdProvider } from '#ops/testing/openid-provider.ts';

const api = useTestApi();
const { post, givenSchool, verify, save, mode, begin, postSaml, arrivalOf, answerSaml, enter, comeBySaml } = signInCalls(api);
const knex = (table: string) => api.database.knex(table);
const me = async (token: string) => (await api.call('/api/auth/me', { bearer: token })).status;
const membership = (userId: string) => knex('organisation_member').where({ account_id: userId }).first('organisation_id', 'role');
const failures = (organisationId: string) =>
  knex('organisation_sign_in_failure').where({ organisation_id: organisationId }).pluck('reason');

let number = 0;
/** Creates a school with a verified domain and a SAML provider that it offers. */
async function givenSaml(more: object = {}) {
  const domain = `school-${++number}.example`;
  const school = await givenSchool(`School ${number}`, domain);
  const provider = samlProvider({ entityId: `https://idp.${domain}/saml` });
  const saved = await save(school.owner, { kind: 'saml', slug: `school-${number}`, metadata: provider.metadata(), ...more });
  if (saved.status !== 200) throw new Error(saved.text);
  await verify(school.owner, domain);
  await mode(school.owner, 'offered');
  return { ...school, provider };
}
const mailOf = (mail: string): Pick<Responding, 'attributes' | 'subject'> => ({
  subject: `subject of ${mail}`,
  attributes: { mail: [mail] },
});

describe('a person whom the provider vouches for', () => {
  it('is a new member with a new account, once the terms are accepted, and returns to it by the subject alone', async () => {
    const { id, domain, provider } = await givenSaml();
    const attributes = { mail: [`Ada@${domain}`], givenName: ['Ada'], sn: ['Okafor'] };
    const started = await begin(id);
    const arrival = await answerSaml(id, started, provider, { subject: 'ada', attributes });
    expect((await enter(arrival, started)).json.code).toBe('auth.terms_needed');
    const came = await enter(arrival, started, true);
    expect(came.json).toMatchObject({ user: { email: `ada@${domain}`, first_name: 'Ada', last_name: 'Okafor' }, next: null });
    expect(await membership(came.json.user.user_id)).toEqual({ organisation_id: id, role: 'member' });
    expect((await enter(arrival, started)).json.code).toBe('auth.link_invalid');
    // a different address at the provider, even somebody else's, does not change the account
    const bob = await api.givenPerson(`bob@${domain}`, { proven: true });
    const again = await comeBySaml(id, provider, { subject: 'ada', attributes: { mail: [bob.email] } });
    expect(again.json.user.user_id).toBe(came.json.user.user_id);
  });

  it('gets the account with the address if its domain is verified; the owner is notified, and the second factor is required', async () => {
    const { id, domain, provider } = await givenSaml();
    const ben = await api.givenPerson(`ben@${domain}`, { proven: true });
    const { secret } = (await post('/api/auth/second-factor/setup', { password: PASSWORD }, { by: ben })).json;
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await post('/api/auth/second-factor/confirm', { code: totp.generate() }, { by: ben });
    const came = await comeBySaml(id, provider, mailOf(ben.email));
    expect([came.status, Object.keys(came.json)]).toEqual([202, ['second_factor', 'next']]);
    const code = totp.generate({ timestamp: Date.now() + 30_000 });
    const inside = await post('/api/auth/login/second-factor', { token: came.json.second_factor.token, code });
    expect(inside.json.user.user_id).toBe(ben.userId);
    expect(await knex('session').where({ account_id: ben.userId, organisation_id: id })).toHaveLength(1);
    const told = await knex('outgoing_mail').where({ account_id: ben.userId, kind: 'security-changed' }).orderBy('id', 'desc').first();
    expect(told.data).toMatchObject({ change: 'provider_linked', about: `School ${number}` });
    // another person of the provider does not get in with the same address
    expect((await comeBySaml(id, provider, { ...mailOf(ben.email), subject: 'another' })).json.code).toBe('auth.organisation_refused');
    expect(await failures(id)).toEqual(['other_person']);
  });

  it('confirms an address that nobody had confirmed: the account’s creator loses access', async () => {
    const { id, domain, provider } = await givenSaml();
    const squatter = await api.givenPerson(`ivy@${domain}`);
    const came = await comeBySaml(id, provider, { ...mailOf(`ivy@${domain}`), terms: true });
    expect(came.json.user.user_id).toBe(squatter.userId);
    expect([await me(squatter.accessToken), await me(came.json.access_token)]).toEqual([401, 200]);
    expect((await post('/api/auth/login', { email: squatter.email, password: PASSWORD })).status).toBe(401);
  });

  it('with an address outside the verified domains proves to own the account by signing in once', async () => {
    const { id, provider } = await givenSaml();
    const cleo = await api.givenPerson(`cleo-${number}@elsewhere.example`, { proven: true });
    const eve = await api.givenPerson(`eve-${number}@elsewhere.example`, { proven: true });
    const started = await begin(id, '/courses?filter=saved');
    const arrival = await answerSaml(id, started, provider, mailOf(cleo.email));
    expect((await enter(arrival, started, true)).json.code).toBe('auth.proof_needed');
    const connect = (by: Person, { cookie }: { cookie?: string }) => post('/api/auth/linked-organisation', { arrival }, { by, cookie });
    expect((await connect(cleo, {})).json.code).toBe('auth.link_invalid');
    // nobody can be tricked into linking a stranger's provider
    expect((await connect(eve, started)).json.code).toBe('auth.organisation_refused');
    expect((await connect(cleo, started)).json).toEqual({ next: '/courses?filter=saved' });
    expect((await comeBySaml(id, provider, mailOf(cleo.email))).json.user.user_id).toBe(cleo.userId);
    // and no account is created for it
    const other = await comeBySaml(id, provider, { ...mailOf('nobody@elsewhere.example'), terms: true });
    expect(other.json.code).toBe('auth.proof_needed');
    expect(await knex('account').where({ email: 'nobody@elsewhere.example' })).toEqual([]);
  });

  it('who is an owner without two-step sign-in can only use a sign-in that an owner has set up', async () => {
    const { id, domain, owner, provider } = await givenSaml();
    const admin = await api.givenPerson(`admin@${domain}`, { proven: true, birthYear: 1980 });
    await givenMember(id, admin.userId, 'administrator');
    // an administrator's own provider, which claims to have signed in the owner
    const own = samlProvider({ entityId: provider.entityId });
    await comeBySaml(id, provider, mailOf(owner.email));
    await save(admin, { kind: 'saml', slug: `school-${number}`, metadata: own.metadata() });
    expect((await comeBySaml(id, own, mailOf(owner.email))).json.code).toBe('auth.organisation_refused');
    expect(await failures(id)).toEqual(['owner_at_risk']);
    expect((await comeBySaml(id, own, mailOf(admin.email))).status).toBe(200);
    // nor are they locked out of their other sign-in methods
    await knex('organisation_sign_in').where({ organisation_id: id }).update({ mode: 'enforced' });
    expect((await post('/api/auth/login', { email: owner.email, password: PASSWORD })).status).toBe(200);
    await save(owner, { kind: 'saml', slug: `school-${number}`, metadata: own.metadata() });
    expect((await comeBySaml(id, own, mailOf(owner.email))).status).toBe(200);
  });

  it('gets the role of the rules at every sign-in; an owner stays owner, nobody becomes one, and a minor stays a member', async () => {
    const roles = [
      { value: 'staff', role: 'teacher' },
      { value: 'heads', role: 'administrator' },
    ];
    const { id, domain, owner, provider } = await givenSaml({ roles });
    expect(
      (await save(owner, { kind: 'saml', slug: 'x', metadata: provider.metadata(), roles: [{ value: 'a', role: 'owner' }] })).status,
    ).toBe(400);
    const come = (who: string, groups: string[]) =>
      comeBySaml(id, provider, { subject: who, attributes: { mail: [`${who}@${domain}`], groups }, terms: true });
    const { user_id: userId } = (await come('tom', ['staff', 'heads'])).json.user;
    expect((await membership(userId)).role).toBe('administrator');
    await come('tom', ['staff']);
    expect((await membership(userId)).role).toBe('teacher');
    await come('tom', []);
    expect((await membership(userId)).role).toBe('member');
    await knex('account')
      .where({ id: userId })
      .update({ birth_year: new Date().getUTCFullYear() - 12 });
    await come('tom', ['heads']);
    expect((await membership(userId)).role).toBe('member');
    await come('owner', ['staff']);
    expect((await membership(owner.userId)).role).toBe('owner');
  });

  it('takes a seat, while one is free and the organisation allows it, and belongs to one organisation', async () => {
    const { id, domain, owner, provider } = await givenSaml();
    const come = (who: string) => comeBySaml(id, provider, { ...mailOf(`${who}@${domain}`), terms: true });
    await knex('organisation').where({ id }).update({ seats: 2 });
    const both = await Promise.all([come('one'), come('two')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect(await knex('organisation_member').where({ organisation_id: id })).toHaveLength(2);
    await knex('organisation').where({ id }).update({ seats: 50 });
    await save(owner, { kind: 'saml', slug: `school-${number}`, metadata: provider.metadata(), joins: false });
    await come('three');
    const other = await givenSaml();
    const elsewhere = await comeBySaml(other.id, other.provider, { ...mailOf(`four@${other.domain}`), terms: true });
    await knex('account')
      .where({ id: elsewhere.json.user.user_id })
      .update({ email: `four@${domain}` });
    await come('four');
    expect((await failures(id)).toSorted()).toEqual(['not_member', 'other_organisation', 'seats_full']);
  });

  it('loses access at once on leaving or being removed, by any route; the person’s own sessions stay', async () => {
    const { id, domain, owner, provider } = await givenSaml();
    const dora = await api.givenPerson(`dora@${domain}`, { proven: true });
    const came = await comeBySaml(id, provider, mailOf(dora.email));
    expect(await me(came.json.access_token)).toBe(200);
    const person = await knex('organisation_person').where({ account_id: dora.userId, state: 'joined' }).first('id');
    await api.call(`/api/organisation/people/${person.id}`, { method: 'DELETE', bearer: owner.accessToken });
    const refreshed = await post('/api/auth/refresh', { refresh_token: came.json.refresh_token });
    expect(refreshed.json.code).toBe('auth.refresh_invalid');
    expect(await me(dora.accessToken)).toBe(200);
    expect(await knex('organisation_identity').where({ account_id: dora.userId })).toEqual([]);
  });

  it('arrives at the requested page, on a path of ours only', async () => {
    const { id, domain, provider } = await givenSaml();
    const landing = async (next: string) => {
      const started = await begin(id, next);
      const arrival = await answerSaml(id, started, provider, mailOf(`lena@${domain}`));
      return (await enter(arrival, started, true)).json.next;
    };
    expect(await landing('/courses/1?tab=notes')).toBe('/courses/1?tab=notes');
    for (const evil of ['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)', '/a\\b'])
      expect(await landing(evil), evil).toBe(null);
  });
});

describe('a response by form post', () => {
  it('is valid once, in the browser that began, while the attempt is valid', async () => {
    const { id, domain, provider } = await givenSaml();
    const started = await begin(id);
    const { relayState, ...asked } = readSamlRequest(started.url);
    const xml = provider.respond({ ...asked, ...mailOf(`una@${domain}`) });
    const arrival = arrivalOf(await postSaml(id, xml, relayState))!;
    // the same form again, and the same assertion in another attempt
    const again = await postSaml(id, xml, relayState);
    expect(again.headers.location).toBe(`/sign-in/organisation/${id}?refused=not_asked`);
    const second = readSamlRequest((await begin(id)).url);
    expect((await enter(arrivalOf(await postSaml(id, xml, second.relayState))!, started)).json.code).toMatch(/refused|invalid/);
    for (const cookie of [undefined, 'a'.repeat(43), (await begin(id)).cookie])
      expect((await enter(arrival, { cookie }, true)).json.code).toBe('auth.link_invalid');
    expect((await enter(arrival, started, true)).status).toBe(200);
    expect((await failures(id)).toSorted()).toEqual(['not_asked']);
    await knex('organisation_attempt').update({ expires_at: new Date(Date.now() - 1_000) });
    expect(arrivalOf(await postSaml(id, xml, second.relayState))).toBe(null);
  });

  it('of the previous provider, being read while another was set up, signs nobody in', async () => {
    const { id, domain, provider } = await givenSaml();
    const started = await begin(id);
    const arrival = await answerSaml(id, started, provider, mailOf(`una@${domain}`));
    await knex('organisation_sign_in').where({ organisation_id: id }).update({ issuer: 'https://another.example' });
    expect((await enter(arrival, started, true)).json.code).toBe('auth.link_invalid');
  });

  it('that nobody requested is not read, unless the organisation allows it; then each assertion is valid once', async () => {
    const { id, domain, owner, provider } = await givenSaml();
    const { acs, audience } = readSamlRequest((await begin(id)).url);
    const unasked = (more: Partial<Responding> = {}) =>
      provider.respond({ requestId: null, acs, audience, ...mailOf(`pia@${domain}`), ...more });
    expect(arrivalOf(await postSaml(id, unasked(), ''))).toBe(null);
    await save(owner, { kind: 'saml', slug: `school-${number}`, metadata: provider.metadata(), allows_unsolicited: true });
    const xml = unasked();
    const came = await postSaml(id, xml, 'https://evil.example/');
    expect(came.headers.location).toMatch(/^\/sign-in\/organisation\//);
    expect((await enter(arrivalOf(came)!, {}, true)).json).toMatchObject({ user: { email: `pia@${domain}` }, next: null });
    // nobody has to link an account that they did not ask for
    const cleo = await api.givenPerson(`unasked-${number}@elsewhere.example`, { proven: true });
    const arrival = arrivalOf(await postSaml(id, unasked(mailOf(cleo.email)), ''))!;
    expect((await enter(arrival, {})).json.code).toBe('auth.proof_needed');
    expect((await post('/api/auth/linked-organisation', { arrival }, { by: cleo })).json.code).toBe('auth.link_invalid');
    const replayed = await enter(arrivalOf(await postSaml(id, xml, ''))!, {}, true);
    expect(replayed.json.code).toBe('auth.organisation_refused');
    expect(await failures(id)).toEqual(expect.arrayContaining(['not_asked', 'replayed']));
  });

  it('of another organisation’s provider is refused, wherever it is sent', async () => {
    const [a, b] = [await givenSaml(), await givenSaml()];
    const started = await begin(b.id);
    const arrival = await answerSaml(b.id, started, a.provider, mailOf(`owner@${b.domain}`));
    expect((await enter(arrival, started, true)).json.code).toBe('auth.organisation_refused');
    // a response to A's request is not accepted for B, and vice versa
    const { relayState, ...asked } = readSamlRequest((await begin(a.id)).url);
    expect(arrivalOf(await postSaml(b.id, a.provider.respond({ ...asked, ...mailOf(`owner@${b.domain}`) }), relayState))).toBe(null);
    expect((await failures(b.id)).toSorted()).toEqual(['not_asked', 'signature']);
    // A's provider asserts an address on B's domain, for which it has no authority
    const foreign = await comeBySaml(a.id, a.provider, { ...mailOf(`owner@${b.domain}`), terms: true });
    expect(foreign.json.code).toBe('auth.proof_needed');
  });

  it('that is huge, or not a form, is refused', async () => {
    const { id } = await givenSaml();
    const { relayState } = readSamlRequest((await begin(id)).url);
    expect((await postSaml(id, 'x'.repeat(900_000), relayState)).status).toBe(413);
    const started = await begin(id);
    const arrival = arrivalOf(await postSaml(id, 'x'.repeat(300_000), readSamlRequest(started.url).relayState))!;
    expect((await enter(arrival, started)).json.code).toBe('auth.organisation_refused');
    expect((await postSaml('6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a13', '<a/>', '')).status).toBe(404);
    expect(await failures(id)).toEqual(['unreadable']);
  });
});

describe('an OpenID provider', () => {
  let real: OpenIdProvider;
  let owner: Person;
  let id: string;
  const domain = 'oidc.example';
  beforeAll(async () => {
    const school = await givenSchool('OIDC School', domain);
    [id, owner] = [school.id, school.owner];
    const { ours } = (await api.call('/api/organisation/sign-in', { bearer: owner.accessToken })).json;
    real = await startOpenIdProvider(ours.redirect_uri);
    await verify(owner, domain);
  });
  afterAll(() => real.close());

  /** Returns the parameters with which the provider redirects, as our page sends them. */
  const answerOf = ({ searchParams }: URL) =>
    Object.fromEntries(
      ['state', 'code', 'iss', 'error'].flatMap((name) => {
        const value = searchParams.get(name);
        return value === null ? [] : [[name, value]];
      }),
    );
  const finish = (connectionId: string, body: object, { cookie }: { cookie?: string | undefined }) =>
    post(`/api/auth/organisation/${connectionId}/finish`, body, { cookie });

  it('is set up with its discovery document, signs in a new member by its userinfo, and is found by domain and name', async () => {
    const { issuer, client } = real;
    const lost = await save(owner, { kind: 'oidc', slug: 'oidc-school', issuer: `${issuer}/nowhere`, client_id: client.id });
    expect(lost.json.code).toBe('organisation.metadata_refused');
    const roles = [{ value: 'staff', role: 'teacher' }];
    const saved = await save(owner, {
      kind: 'oidc',
      slug: 'oidc-school',
      issuer,
      client_id: client.id,
      client_secret: client.secret,
      roles,
    });
    expect(saved.json.connection).toMatchObject({ kind: 'oidc', issuer, client_id: client.id, has_secret: true });
    expect(saved.text).not.toContain(client.secret);
    await mode(owner, 'offered');
    for (const hint of ['oidc-school', `ada@${domain}`])
      expect((await post('/api/auth/organisation/find', { organisation: hint })).json.found).toMatchObject({ connection_id: id });
    expect((await post('/api/auth/organisation/find', { organisation: 'ada@nowhere.example' })).json.found).toBe(null);
    real.people.set('ada', { email: `ada@${domain}`, given_name: 'Ada', groups: ['staff'] });
    real.signsIn = 'ada';
    const started = await begin(id, '/notes');
    const back = await walkThrough(started.url);
    expect(back.searchParams.get('iss')).toBe(issuer);
    const finished = await finish(id, answerOf(back), started);
    expect(finished.json).toMatchObject({ test: false });
    const came = await enter(finished.json.arrival, started, true);
    expect(came.json).toMatchObject({ user: { email: `ada@${domain}`, first_name: 'Ada' }, next: '/notes' });
    expect((await membership(came.json.user.user_id)).role).toBe('teacher');
    // a code works once, and only with this browser's attempt
    expect((await finish(id, answerOf(back), started)).json.code).toBe('auth.organisation_refused');
    real.people.set('ada', { email: `ada@${domain}`, email_verified: false });
    real.signsIn = 'eve';
    real.people.set('eve', { email: `owner@${domain}`, email_verified: false });
    const eve = await begin(id);
    const arrived = await finish(id, answerOf(await walkThrough(eve.url)), eve);
    expect((await enter(arrived.json.arrival, eve, true)).json.code).toBe('auth.proof_needed');
  });

  it('whose response has another issuer, or whose secret has changed, is refused', async () => {
    real.signsIn = 'ada';
    const mixed = await begin(id);
    const back = answerOf(await walkThrough(mixed.url));
    expect((await finish(id, { ...back, iss: 'https://evil.example' }, mixed)).json.code).toBe('auth.organisation_refused');
    const missing = await begin(id);
    const { iss: _, ...without } = answerOf(await walkThrough(missing.url)) as { iss: string };
    expect((await finish(id, without, missing)).json.code).toBe('auth.organisation_refused');
    const { issuer, client } = real;
    await save(owner, { kind: 'oidc', slug: 'oidc-school', issuer, client_id: client.id, client_secret: 'wrong' });
    const wrong = await begin(id);
    await finish(id, answerOf(await walkThrough(wrong.url)), wrong);
    expect((await failures(id)).toSorted()).toEqual(['client', 'other_browser', 'token']);
  });

  describe('a response with false claims', () => {
    const CLIENT = { id: 'coursewright', secret: 'the secret of the client' };
    let liar: Awaited<ReturnType<typeof startProvider>>;
    let school: Awaited<ReturnType<typeof givenSchool>>;
    beforeAll(async () => {
      liar = await startProvider(CLIENT);
      school = await givenSchool('Liar School', 'liar.example');
      await verify(school.owner, 'liar.example');
      await save(school.owner, { kind: 'oidc', slug: 'liar', issuer: liar.issuer, client_id: CLIENT.id, client_secret: CLIENT.secret });
      await mode(school.owner, 'offered');
    });
    afterAll(() => liar.close());
    const person: ProviderPerson = { sub: 'lars', email: 'lars@liar.example', email_verified: true };
    beforeEach(() => void (liar.person = person));
    async function visit(started: Began): Promise<{ state: string; code: string }> {
      const answer = await fetch(started.url, { redirect: 'manual' });
      const { searchParams } = new URL(answer.headers.get('location')!);
      return { state: searchParams.get('state')!, code: searchParams.get('code')! };
    }
    async function comes(): Promise<Received> {
      const started = await begin(school.id);
      return finish(school.id, await visit(started), started);
    }

    it('about audience, issuer, nonce or time, or signed by no key, another key or its public key, is refused', async () => {
      expect((await comes()).status).toBe(200);
      const deviations = [
        { aud: 'another client' },
        { iss: 'https://accounts.example.com' },
        { nonce: 'another' },
        { exp: 1 },
        { sub: undefined },
      ];
      for (const deviation of deviations) {
        liar.deviation = deviation;
        expect((await comes()).json.code, JSON.stringify(deviation)).toBe('auth.organisation_refused');
      }
      const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
      const forgeries: NonNullable<typeof liar.forge>[] = [
        (token) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
        (token, publicKey) =>
          new SignJWT(claimsOf(token)).setProtectedHeader({ alg: 'HS256', kid: 'stand-in' }).sign(Buffer.from(publicKey)),
        (token) => new SignJWT(claimsOf(token)).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(CLIENT.secret)),
        (token) => `${token.slice(0, -10)}AAAAAAAAAA`,
      ];
      for (const forge of forgeries) {
        liar.forge = forge;
        expect((await comes()).json.code, String(forge)).toBe('auth.organisation_refused');
      }
      expect(await failures(school.id)).toEqual(['token']);
    });

    it('about the state, or one that comes to another browser, another organisation or for another purpose, is refused', async () => {
      const started = await begin(school.id);
      const back = await visit(started);
      expect((await finish(school.id, { ...back, state: 'another' }, started)).json.code).toBe('auth.organisation_refused');
      for (const cookie of [undefined, 'a'.repeat(43), (await begin(school.id)).cookie])
        expect((await finish(school.id, back, { cookie })).json.code).toBe('auth.organisation_refused');
      expect((await finish(id, back, started)).json.code).toBe('auth.organisation_refused');
      expect((await finish(school.id, back, started)).status).toBe(200);
    });
  });
});
