import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, useTestApi, type Person } from '#api/testing/test-api.ts';
import { samlProvider } from '#domain/vendors/identity-providers/saml-provider.factory.ts';
import { renderMail } from '#domain/mail/render-mail.ts';
import { setTxtResolver } from '#domain/organisations/domains/domain.commands.ts';
import { tendSignIns } from '#domain/organisations/sign-in/tend-sign-ins.command.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { signInCalls } from './sign-in.factory.ts';

const api = useTestApi();
const { post, givenSchool, verify, save, mode, begin, began, answerSaml, comeBySaml } = signInCalls(api);
const knex = (table: string) => api.database.knex(table);
const setup = async (by: Person) => (await api.call('/api/organisation/sign-in', { bearer: by.accessToken })).json;

/** The metadata that the provider's own server publishes. */
let published = '';
let server: Server;
let metadataAddress = '';
beforeAll(async () => {
  server = createServer((_request, answer) => void answer.writeHead(published === '' ? 503 : 200).end(published)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  metadataAddress = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`;
});
afterAll(() => void server.close());
afterEach(() => setTxtResolver(null));

describe('a domain', () => {
  it('is verified by its TXT record, belongs to one organisation only, and can be released', async () => {
    const [green, blue] = [await givenSchool('Green School', 'green.example'), await givenSchool('Blue School', 'blue.example')];
    const claimed = await post('/api/organisation/domains', { domain: 'Green.Example' }, { by: green.owner });
    expect(claimed.json.domains).toMatchObject([
      { domain: 'green.example', record_name: '_coursewright.green.example', verified_at: null },
    ]);
    setTxtResolver(async () => [['something else']]);
    expect((await post('/api/organisation/domains/green.example/check', undefined, { by: green.owner })).json.code).toBe(
      'organisation.domain_unproven',
    );
    expect((await verify(green.owner, 'green.example')).json.domains[0].verified_at).toEqual(expect.any(String));
    expect((await verify(blue.owner, 'green.example')).json.code).toBe('organisation.domain_taken');
    const joins = (by: Person) => post('/api/organisation/domains/green.example', { joins: true }, { by, method: 'PUT' });
    expect((await joins(green.owner)).json.domains).toMatchObject([{ domain: 'green.example', joins: true }]);
    expect((await joins((await givenSchool('Mint School', 'mint.example')).owner)).status).toBe(404);
    const pupil = await api.givenPerson('pupil@green.example', { proven: true });
    expect((await api.call('/api/organisation', { bearer: pupil.accessToken })).json.joinable).toBe('Green School');
    expect((await post('/api/organisation/membership', undefined, { by: pupil })).json.organisation.role).toBe('member');
    await post('/api/organisation/domains/green.example', undefined, { by: green.owner, method: 'DELETE' });
    expect((await verify(blue.owner, 'green.example')).status).toBe(200);
  });

  it('of public mail, or with an invalid name, is refused', async () => {
    const { owner } = await givenSchool('Gold School', 'gold.example');
    for (const domain of [
      'gmail.com',
      'outlook.com',
      'mail.gmail.com',
      'gold',
      'a b.example',
      '-gold.example',
      '127.0.0.1',
      'gold.example/x',
    ])
      expect((await post('/api/organisation/domains', { domain }, { by: owner })).json.code, domain).toBe('organisation.domain_refused');
  });

  it('whose record is gone is announced, and released after two weeks; name servers that do not answer change nothing', async () => {
    const { id, owner } = await givenSchool('Grey School', 'grey.example');
    await verify(owner, 'grey.example');
    const state = async () => (await setup(owner)).domains[0];
    setTxtResolver(() => Promise.reject(Object.assign(new Error('away'), { code: 'ETIMEOUT' })));
    await tendSignIns();
    expect((await state()).missing_since).toBe(null);
    setTxtResolver(() => Promise.reject(Object.assign(new Error('none'), { code: 'ENODATA' })));
    await tendSignIns();
    await tendSignIns();
    expect(await state()).toMatchObject({ missing_since: expect.any(String), verified_at: expect.any(String) });
    const mails = () => knex('outgoing_mail').where({ account_id: owner.userId, kind: 'sign-in-notice' }).orderBy('id');
    expect((await mails()).map(({ data }) => data.change)).toEqual(['domain_missing']);
    await knex('organisation_domain')
      .where({ organisation_id: id })
      .update({ missing_since: new Date(Date.now() - 15 * 86_400_000) });
    await tendSignIns();
    expect((await state()).verified_at).toBe(null);
    expect((await mails()).map(({ data }) => data.change)).toEqual(['domain_missing', 'domain_lost']);
  });

  it('whose name servers have not answered for two weeks counts as gone', async () => {
    const { id, owner } = await givenSchool('Silent School', 'silent.example');
    await verify(owner, 'silent.example');
    setTxtResolver(() => Promise.reject(Object.assign(new Error('away'), { code: 'ESERVFAIL' })));
    await knex('organisation_domain')
      .where({ organisation_id: id })
      .update({ checked_at: new Date(Date.now() - 15 * 86_400_000) });
    // a manual check does not help either
    await post('/api/organisation/domains/silent.example/check', undefined, { by: owner });
    await tendSignIns();
    setTxtResolver(null);
    const [row] = (await setup(owner)).domains;
    expect(row).toMatchObject({ missing_since: expect.any(String), verified_at: expect.any(String) });
  });
});

describe('setting up a provider', () => {
  it('is for owners and administrators with a confirmed address', async () => {
    const { owner } = await givenSchool('Red School', 'red.example');
    const stranger = await api.givenPerson('stranger@red.example', { proven: true });
    expect((await api.call('/api/organisation/sign-in', { bearer: stranger.accessToken })).json.code).toBe('organisation.none');
    await knex('organisation_member').insert({
      account_id: stranger.userId,
      organisation_id: (await knex('organisation_member').where({ account_id: owner.userId }).first()).organisation_id,
      role: 'teacher',
    });
    for (const answer of [await api.call('/api/organisation/sign-in', { bearer: stranger.accessToken }), await mode(stranger, 'off')])
      expect(answer.json.code).toBe('organisation.not_allowed');
    await knex('organisation_member').where({ account_id: stranger.userId }).update({ role: 'administrator' });
    expect((await api.call('/api/organisation/sign-in', { bearer: stranger.accessToken })).status).toBe(200);
  });

  it('reads metadata from a file, from fields and from an address, again every day, with certificates that change and expire', async () => {
    const { id, owner } = await givenSchool('Pink School', 'pink.example');
    const soon = samlProvider({ entityId: 'https://idp.pink.example/saml', until: new Date(Date.now() + 10 * 86_400_000) });
    const later = samlProvider({ entityId: 'https://idp.pink.example/saml' });
    const byFile = await save(owner, { kind: 'saml', slug: 'pink', metadata: soon.metadata() });
    expect(byFile.json.connection).toMatchObject({
      kind: 'saml',
      mode: 'off',
      issuer: soon.entityId,
      sso_address: soon.ssoAddress,
      tested_at: null,
    });
    const hand = { entity_id: soon.entityId, sso_address: soon.ssoAddress };
    const byHand = await save(owner, { kind: 'saml', slug: 'pink', ...hand, certificates: `${soon.certificate}${later.certificate}` });
    expect(byHand.json.connection.certificates).toHaveLength(2);
    // omitted values keep the stored ones
    expect((await save(owner, { kind: 'saml', slug: 'pink', ...hand })).json.connection.certificates).toHaveLength(2);
    published = soon.metadata();
    expect(
      (await save(owner, { kind: 'saml', slug: 'pink', metadata_address: metadataAddress })).json.connection.certificates,
    ).toHaveLength(1);
    const mails = () => knex('outgoing_mail').where({ account_id: owner.userId, kind: 'sign-in-notice' });
    await tendSignIns();
    await tendSignIns();
    expect(await mails()).toMatchObject([{ data: { change: 'certificate_ends', organisation: 'Pink School' } }]);
    published = soon.metadata({ certificates: [soon.certificate, later.certificate] });
    await tendSignIns();
    expect((await setup(owner)).connection.certificates).toHaveLength(2);
    published = '';
    await tendSignIns();
    expect((await setup(owner)).connection).toMatchObject({ metadata_problem: expect.stringContaining('503'), certificates: [{}, {}] });
    // a different provider at the same address does not take over
    published = samlProvider({ entityId: 'https://evil.example/saml' }).metadata();
    await tendSignIns();
    expect((await setup(owner)).connection).toMatchObject({ issuer: soon.entityId, metadata_problem: expect.stringContaining('evil') });
    expect(await knex('organisation_certificate').where({ organisation_id: id })).toHaveLength(2);
  });

  it('refuses invalid metadata, private addresses, and a taken name', async () => {
    const { owner } = await givenSchool('Teal School', 'teal.example');
    const good = samlProvider({ entityId: 'https://idp.teal.example/saml' });
    expect((await save(owner, { kind: 'saml', slug: 'teal', metadata: '<a/>' })).json.code).toBe('organisation.metadata_refused');
    expect(
      (
        await save(owner, {
          kind: 'saml',
          slug: 'teal',
          metadata: `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${good.metadata()}`,
        })
      ).json.code,
    ).toBe('organisation.metadata_refused');
    const inner = [
      'http://idp.example/',
      'https://169.254.169.254/latest',
      'https://10.0.0.1/',
      'https://localhost:8443/',
      'https://user:pw@idp.example/',
      'file:///etc/passwd',
    ];
    for (const address of inner) {
      expect((await save(owner, { kind: 'saml', slug: 'teal', metadata_address: address })).json.code, address).toBe('validation.failed');
      expect((await save(owner, { kind: 'oidc', slug: 'teal', issuer: address, client_id: 'c' })).json.code, address).toBe(
        'validation.failed',
      );
    }
    const script = good.metadata().replaceAll(good.ssoAddress, 'javascript:alert(1)');
    expect((await save(owner, { kind: 'saml', slug: 'teal', metadata: script })).json.code).toBe('validation.failed');
    await save(owner, { kind: 'saml', slug: 'teal', metadata: good.metadata() });
    const other = await givenSchool('Lime School', 'lime.example');
    expect((await save(other.owner, { kind: 'saml', slug: 'teal', metadata: good.metadata() })).json.code).toBe('organisation.slug_taken');
  });

  it('offers our metadata to the provider at an address', async () => {
    const { id, owner } = await givenSchool('Plum School', 'plum.example');
    await save(owner, { kind: 'saml', slug: 'plum', metadata: samlProvider().metadata() });
    const { ours } = await setup(owner);
    const { status, text, headers } = await api.call(`/api/auth/organisation/${id}/metadata.xml`);
    expect([status, headers['content-type']]).toEqual([200, 'application/samlmetadata+xml']);
    for (const value of [ours.acs, ours.entity_id]) expect(text).toContain(value);
  });
});

describe('a test', () => {
  it('shows the claims that came and their effect, signs nobody in, and is required before enforcement', async () => {
    const { id, owner } = await givenSchool('Rose School', 'rose.example');
    const provider = samlProvider({ entityId: 'https://idp.rose.example/saml' });
    await save(owner, { kind: 'saml', slug: 'rose', metadata: provider.metadata(), roles: [{ value: 'staff', role: 'teacher' }] });
    await verify(owner, 'rose.example');
    expect((await mode(owner, 'enforced')).json.code).toBe('organisation.sign_in_untested');
    const test = async (more: object) => {
      const started = began(await post('/api/organisation/sign-in/test', undefined, { by: owner }));
      return answerSaml(id, started, provider, more);
    };
    const read = async (arrival: string, by = owner) => post('/api/organisation/sign-in/test/report', { arrival }, { by });
    const arrival = await test({ subject: 'tess', attributes: { mail: ['Tess@Rose.example'], groups: ['staff', 'all'] } });
    expect((await read(arrival)).json).toMatchObject({
      problem: null,
      subject: 'tess',
      email: 'tess@rose.example',
      role: 'teacher',
      outcome: 'creates',
      attributes: [
        { name: 'mail', values: ['Tess@Rose.example'] },
        { name: 'groups', values: ['staff', 'all'] },
      ],
    });
    expect(await knex('account').where({ email: 'tess@rose.example' })).toEqual([]);
    expect((await post('/api/auth/organisation/enter', { arrival })).json.code).toBe('auth.link_invalid');
    const bad = await test({ audience: 'https://other.example' });
    expect((await read(bad)).json).toMatchObject({ problem: { reason: 'audience' }, outcome: null });
    const other = await givenSchool('Sage School', 'sage.example');
    expect((await read(arrival, other.owner)).json.code).toBe('auth.link_invalid');
    expect((await setup(owner)).connection.tested_at).toEqual(expect.any(String));
    expect((await mode(owner, 'enforced')).json.code).toBe('organisation.owner_locked_out');
    // a change requires another test
    await save(owner, { kind: 'saml', slug: 'rose', metadata: provider.metadata() });
    expect((await mode(owner, 'enforced')).json.code).toBe('organisation.sign_in_untested');
  });
});

describe('an enforced sign-in', () => {
  async function secondFactor(by: Person): Promise<string> {
    const { secret } = (await post('/api/auth/second-factor/setup', { password: PASSWORD }, { by })).json;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await post('/api/auth/second-factor/confirm', { code }, { by });
    return secret;
  }
  const logIn = (email: string) => post('/api/auth/login', { email, password: PASSWORD });
  const isIn = async (by: { accessToken: string }) => (await api.call('/api/auth/me', { bearer: by.accessToken })).status;

  it('ends other sessions and keys of its members, blocks their other ways to sign in, and leaves one to an owner and to operators', async () => {
    const { id, owner } = await givenSchool('Fern School', 'fern.example');
    const provider = samlProvider({ entityId: 'https://idp.fern.example/saml' });
    await save(owner, { kind: 'saml', slug: 'fern', metadata: provider.metadata() });
    await verify(owner, 'fern.example');
    await mode(owner, 'offered');
    const member = await api.givenPerson('mia@fern.example', { proven: true });
    const guest = await api.givenPerson('guest@elsewhere.example', { proven: true });
    for (const { userId } of [member, guest])
      await knex('organisation_member').insert({ account_id: userId, organisation_id: id, role: 'member' });
    await secondFactor(owner);
    const keyOf = { [member.userId]: randomUUID(), [guest.userId]: randomUUID(), [owner.userId]: randomUUID() };
    for (const [account_id, key] of Object.entries(keyOf)) {
      const made = {
        account_id,
        holder: 'account',
        name: 'Key',
        secret_hash: randomBytes(32),
        ending: '0000',
        scopes: ['learn'],
        day_budget: 0,
      };
      await knex('api_key').insert({ ...made, id: key, expires_at: new Date('2099-01-01') });
    }
    const came = await comeBySaml(id, provider, { subject: 'mia', attributes: { mail: ['mia@fern.example'] } });
    expect(came.json.user.user_id).toBe(member.userId);
    const started = began(await post('/api/organisation/sign-in/test', undefined, { by: owner }));
    const arrival = await answerSaml(id, started, provider, { subject: 'zoe', attributes: { mail: ['zoe@fern.example'] } });
    await post('/api/organisation/sign-in/test/report', { arrival }, { by: owner });
    expect((await mode(owner, 'enforced')).json.connection.mode).toBe('enforced');

    expect([await isIn(member), await isIn(owner), await isIn(guest)]).toEqual([401, 200, 200]);
    // access granted in a session with a password is a way in too
    expect(await knex('api_key').whereIn('id', Object.values(keyOf)).whereNotNull('ended_at').pluck('account_id')).toEqual([member.userId]);
    expect(await isIn({ accessToken: came.json.access_token })).toBe(200);
    expect((await logIn('mia@fern.example')).json).toMatchObject({
      code: 'auth.organisation_required',
      detail: expect.stringContaining('Fern School'),
    });
    expect((await logIn('guest@elsewhere.example')).status).toBe(200);
    expect((await logIn(owner.email)).status).toBe(202);
    const registering = { email: 'new@fern.example', password: PASSWORD, first_name: 'N', last_name: 'N', terms_accepted: true };
    expect((await post('/api/auth/register', registering)).json.code).toBe('auth.organisation_required');
    const found = await post('/api/auth/organisation/find', { organisation: 'anybody@fern.example' });
    expect(found.json.found).toEqual({ connection_id: id, name: 'Fern School', enforced: true });

    const operator = await api.givenPerson('op@example.com', { roles: ['operator'] });
    const listed = await api.call('/api/operator/organisation-sign-ins', { bearer: operator.accessToken });
    expect(listed.json.sign_ins.find((one: { organisation_id: string }) => one.organisation_id === id)).toMatchObject({
      mode: 'enforced',
      domains: ['fern.example'],
    });
    const relaxed = await post(`/api/operator/organisation-sign-ins/${id}/relax`, undefined, { by: operator });
    expect(relaxed.json.mode).toBe('offered');
    const told = await knex('outgoing_mail').where({ kind: 'sign-in-notice', account_id: owner.userId }).pluck('data');
    expect(told.map((notice) => renderMail('sign-in-notice', notice).subject)).toEqual(['Fern School no longer enforces its sign-in']);
    expect((await logIn('mia@fern.example')).status).toBe(200);
  });

  it('locks nobody out once the plan has ended', async () => {
    const { id, owner } = await givenSchool('Moss School', 'moss.example');
    const provider = samlProvider({ entityId: 'https://idp.moss.example/saml' });
    await save(owner, { kind: 'saml', slug: 'moss', metadata: provider.metadata() });
    await verify(owner, 'moss.example');
    await knex('organisation_sign_in').where({ organisation_id: id }).update({ mode: 'enforced' });
    expect((await logIn(owner.email)).json.code).toBe('auth.organisation_required');
    await knex('organisation')
      .where({ id })
      .update({ ends_at: new Date(Date.now() - 1_000) });
    expect((await logIn(owner.email)).status).toBe(200);
    expect((await begin(id)).url).toContain('SAMLRequest');
  });
});
