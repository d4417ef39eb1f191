import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInCalls, type Began } from '#api/organisations/sign-in.factory.ts';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { ERRORS } from '#contract/platform/errors.ts';
import { forgetReadings } from '#domain/platform/network/kept-readings.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/the provider could not be asked about itself/);

const api = useTestApi();
const { post, givenSchool, verify, save, mode, begin, enter } = signInCalls(api);
const knex = (table: string) => api.database.knex(table);
const DOMAIN = 'twisted.example';
const CLIENT = { client_id: 'coursewright', client_secret: 'the secret of the client' };

/**
 * An OpenID provider on loopback, any part of which a test can change: as hostile as a malicious organisation's provider, or one that was
 * taken over.
 */
let twist: {
  discovery?: (honest: Record<string, unknown>) => Record<string, unknown>;
  jwks?: unknown;
  header?: JWTHeaderParameters;
  claims?: (honest: JWTPayload) => JWTPayload;
  /** Replaces the whole answer of an endpoint. */
  answer?: { path: string; with: (response: ServerResponse) => void };
  userinfo?: Record<string, unknown>;
} = {};
let issuer = '';
let honest: Awaited<ReturnType<typeof generateKeyPair>>;
const asked: string[] = [];
let nonce = '';

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url!, issuer);
  asked.push(pathname);
  const tell = (body: unknown) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  if (twist.answer?.path === pathname) return twist.answer.with(response);
  if (pathname === '/.well-known/openid-configuration') {
    const about = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      ...(twist.userinfo && { userinfo_endpoint: `${issuer}/userinfo` }),
    };
    return tell(twist.discovery?.(about) ?? about);
  }
  if (pathname === '/keys')
    return void exportJWK(honest.publicKey).then((jwk) => tell(twist.jwks ?? { keys: [{ ...jwk, kid: 'key', alg: 'RS256', use: 'sig' }] }));
  if (pathname === '/userinfo') return tell(twist.userinfo);
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: issuer, aud: CLIENT.client_id, iat: now, exp: now + 300, nonce, sub: 'mallory', email: `mallory@${DOMAIN}` };
  new SignJWT(twist.claims?.(claims) ?? claims)
    .setProtectedHeader(twist.header ?? { alg: 'RS256', kid: 'key' })
    .sign(honest.privateKey)
    .then((idToken) => tell({ access_token: 'token', token_type: 'Bearer', expires_in: 300, id_token: idToken }))
    .catch((error: unknown) => response.writeHead(500).end(String(error)));
});

let owner: Person;
let id: string;
let vera: Person;

beforeAll(async () => {
  honest = await generateKeyPair('RS256', { extractable: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ({ id, owner } = await givenSchool('Twisted School', DOMAIN));
  await verify(owner, DOMAIN);
  vera = await api.givenPerson(`vera@${DOMAIN}`, { proven: true });
  await save(owner, { kind: 'oidc', slug: 'twisted', issuer, ...CLIENT });
  await mode(owner, 'offered');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  forgetReadings();
  twist = {};
  asked.length = 0;
});

/** Starts, or finishes, after an hour without a sign-in: the provider is asked about itself again. */
const start = () => {
  forgetReadings();
  return post(`/api/auth/organisation/${id}/start`, {});
};
const finish = (began: Began, more: object = {}) => {
  const { searchParams } = new URL(began.url);
  nonce = searchParams.get('nonce')!;
  forgetReadings();
  return post(`/api/auth/organisation/${id}/finish`, { state: searchParams.get('state'), code: 'code', ...more }, began);
};
const claims = (more: JWTPayload) => (as: JWTPayload) => ({ ...as, ...more });
const without = (name: string) => (as: JWTPayload) => Object.fromEntries(Object.entries(as).filter(([key]) => key !== name));
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (header: object, more: object) => {
  const now = Math.floor(Date.now() / 1_000);
  const payload = { iss: issuer, aud: CLIENT.client_id, iat: now, exp: now + 300, nonce, sub: 'mallory', ...more };
  return `${encoded(header)}.${encoded(payload)}.`;
};
const answering = (path: string, body: () => unknown, status = 200) => ({
  answer: {
    path,
    with: (response: ServerResponse) =>
      void response
        .writeHead(status, { 'Content-Type': 'application/json' })
        .end(typeof body() === 'string' ? body() : JSON.stringify(body())),
  },
});
const withToken = (make: () => string) =>
  answering('/token', () => ({ access_token: 'token', token_type: 'Bearer', expires_in: 300, id_token: make() }));

/** Addresses that a provider must not have: this machine's, another machine's on the internal network, or no web address at all. */
const INNER = [
  'http://10.0.0.1/x',
  'https://169.254.169.254/x',
  'https://localhost/x',
  'https://[::ffff:127.0.0.1]/x',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'nonsense',
  '',
];

describe('the discovery document of an OpenID provider', () => {
  it.each(INNER)('cannot send anyone to %s to sign in', async (address) => {
    twist = { discovery: (as) => ({ ...as, authorization_endpoint: address }) };
    const answer = await start();
    expect(answer.status, answer.text).not.toBe(500);
    if (answer.status === 200) expect(new URL(answer.json.url).protocol).toMatch(/^https:$/);
    expect((await save(owner, { kind: 'oidc', slug: 'twisted', issuer, ...CLIENT })).status).not.toBe(500);
  });

  it.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'issuer'])(
    'without its %s signs nobody in, and the reason is shown',
    async (name) => {
      const began = await begin(id);
      twist = { discovery: (as) => without(name)(as) };
      for (const answer of [await start(), await finish(began)]) {
        expect(answer.status).toBeLessThan(504);
        expect(ERRORS[answer.json.code as keyof typeof ERRORS], answer.text).toBeDefined();
        expect(answer.json.code).toMatch(/^auth\.(provider_away|organisation_refused)$/);
      }
    },
  );

  it.each(
    INNER.slice(0, 6).flatMap((address) => (['token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const).map((name) => [name, address])),
  )('with its %s as %s causes no request there', async (name, address) => {
    const began = await begin(id);
    twist = { discovery: (as) => ({ ...as, [name!]: address }), claims: without('email') };
    const answer = await finish(began);
    expect(answer.json.code, answer.text).toBe('auth.organisation_refused');
  });

  it.each<[string, typeof twist]>([
    ['another issuer in its discovery', { discovery: (as) => ({ ...as, issuer: 'https://accounts.google.com' }) }],
    ['keys of nobody', { jwks: { keys: [] } }],
    ['no keys at all', { jwks: [] }],
    ['a key that is none', { jwks: { keys: [{ kty: 'RSA', kid: 'key', n: 'x', e: 'AQAB' }] } }],
    ['a key of another sort', { jwks: { keys: [{ kty: 'oct', kid: 'key', k: 'c2VjcmV0' }] } }],
    ['keys without end', answering('/keys', () => `{"keys":[${'{"kty":"RSA"},'.repeat(100_000)}{}]}`)],
    [
      'a redirect to an inner address for its keys',
      { answer: { path: '/keys', with: (to) => void to.writeHead(302, { Location: 'http://169.254.169.254/' }).end() } },
    ],
    [
      'a redirect for its token',
      { answer: { path: '/token', with: (to) => void to.writeHead(307, { Location: `${issuer}/other` }).end() } },
    ],
    ['a packed answer', { answer: { path: '/token', with: (to) => void to.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x') } }],
    ['a token answer that is no JSON', answering('/token', () => '<html>')],
    ['a token answer of a megabyte', answering('/token', () => ({ id_token: 'x'.repeat(1_000_000) }))],
    ['an error of its own', answering('/token', () => ({ error: 'invalid_grant', error_description: '<script>'.repeat(1_000) }), 400)],
  ])('with %s lets nobody in', async (_, hostile) => {
    const began = await begin(id);
    twist = hostile;
    const answer = await finish(began);
    expect(answer.json.code, answer.text).toBe('auth.organisation_refused');
    expect(asked.filter((path) => path === '/other')).toEqual([]);
  });
});

describe('an ID token', () => {
  it.each<[string, () => typeof twist]>([
    ['unsigned', () => withToken(() => tokenOf({ alg: 'none' }, {}))],
    ['unsigned, in capitals', () => withToken(() => tokenOf({ alg: 'NONE', kid: 'key' }, {}))],
    ['with an empty signature', () => withToken(() => tokenOf({ alg: 'RS256', kid: 'key' }, {}))],
    ['of two dots only', () => withToken(() => '..')],
    ['that is none', () => withToken(() => 'token')],
    ['encrypted for nobody', () => withToken(() => `${encoded({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.a.b.c.d`)],
    ['by an algorithm that was not announced', () => ({ header: { alg: 'PS256', kid: 'key' } })],
    ['whose key comes with it', () => ({ header: { alg: 'RS256', jwk: { kty: 'RSA', n: 'x', e: 'AQAB' }, kid: 'other' } })],
    ['that says where its key is', () => ({ header: { alg: 'RS256', kid: 'other', jku: 'https://evil.example/keys' } })],
    ['of a path as its key', () => ({ header: { alg: 'RS256', kid: '../../../../dev/null' } })],
    ['with an extension that we must know', () => withToken(() => tokenOf({ alg: 'RS256', kid: 'key', crit: ['x'], x: 1 }, {}))],
    ['of another issuer', () => ({ claims: claims({ iss: 'https://accounts.google.com' }) })],
    ['of an issuer with a slash more', () => ({ claims: claims({ iss: `${issuer}/` }) })],
    ['for another client', () => ({ claims: claims({ aud: 'another' }) })],
    ['for several, of which another is meant', () => ({ claims: claims({ aud: [CLIENT.client_id, 'another'], azp: 'another' }) })],
    ['that has ended', () => ({ claims: claims({ exp: 1 }) })],
    ['of no end', () => ({ claims: without('exp') })],
    ['of tomorrow', () => ({ claims: claims({ nbf: Math.floor(Date.now() / 1_000) + 86_400 }) })],
    ['without a nonce', () => ({ claims: without('nonce') })],
    ['with the nonce of another sign-in', () => ({ claims: claims({ nonce: 'another' }) })],
    ['with nonces', () => ({ claims: (as) => ({ ...as, nonce: [as['nonce'], 'another'] }) })],
    ['of nobody', () => ({ claims: without('sub') })],
    ['of a number', () => ({ claims: claims({ sub: 7 as unknown as string }) })],
    ['of several', () => ({ claims: claims({ sub: ['mallory', 'vera'] as unknown as string }) })],
    ['of an empty name', () => ({ claims: claims({ sub: '' }) })],
    ['of a name with a NUL', () => ({ claims: claims({ sub: 'vera\0' }) })],
    ['of half a sign', () => ({ claims: claims({ sub: 'vera\ud800' }) })],
    ['of a name without end', () => ({ claims: claims({ sub: 's'.repeat(300) }) })],
  ])('%s lets nobody in', async (_, hostile) => {
    const began = await begin(id);
    twist = hostile();
    const answer = await finish(began);
    expect(answer.json.code, answer.text).toBe('auth.organisation_refused');
    expect(await knex('organisation_identity').where({ organisation_id: id })).toEqual([]);
  });

  const comes = async (hostile: typeof twist) => {
    const began = await begin(id);
    twist = hostile;
    const { json } = await finish(began);
    return enter(json.arrival ?? 'none', began, true);
  };

  it.each<[string, unknown]>([
    ['false', false],
    ['"false"', 'false'],
    ['"False"', 'False'],
    ['0', 0],
    ['null', null],
    ['"no"', 'no'],
    ['[false]', [false]],
    ['{}', {}],
  ])('whose address is not verified (%s) comes to nobody’s account by it', async (_, verified) => {
    const answer = await comes({ claims: claims({ sub: 'evil', email: vera.email, email_verified: verified }) });
    expect(answer.json.code, answer.text).toBe('auth.proof_needed');
  });

  it('does not count as verified if one place says so and another one contradicts it', async () => {
    const thin = (as: JWTPayload) => ({ ...without('email')(as), sub: 'evil', email_verified: true });
    const answer = await comes({ claims: thin, userinfo: { sub: 'evil', email: vera.email, email_verified: false } });
    expect(answer.json.code, answer.text).toBe('auth.proof_needed');
    const other = await comes({ claims: thin, userinfo: { sub: 'vera', email: vera.email } });
    expect(other.json.code, other.text).toBe('auth.link_invalid');
  });

  it('with lists, objects and built-in property names as its claims is read literally', async () => {
    const odd = {
      given_name: { a: 1 },
      family_name: [['x']],
      groups: [{ name: 'staff' }, null, 7, 'x'.repeat(5_000)],
      roles: 'admin,owner',
    };
    const answer = await comes({
      claims: claims({ ...odd, sub: 'odd', email: [`odd@${DOMAIN}`, vera.email], constructor: 'x', __proto__: null }),
    });
    expect(answer.json.user, answer.text).toMatchObject({ email: `odd@${DOMAIN}`, first_name: 'Learner' });
  });

  it('with unstorable characters is read without the affected claims', async () => {
    const odd = { given_name: 'A\0da', family_name: 'Okafor\ud800', ['x\0']: 'x', groups: ['a', 'b\0'] };
    const answer = await comes({ claims: claims({ ...odd, sub: 'nul', email: `nul@${DOMAIN}` }) });
    expect(answer.json.user, answer.text).toMatchObject({ first_name: 'Learner', last_name: '' });
    const began = await begin(id);
    twist = answering('/token', () => ({ error: 'invalid_grant', error_description: 'x\0y\ud800' }), 400);
    expect((await finish(began)).json.code).toBe('auth.organisation_refused');
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
    'has no %s that an organisation could configure',
    async (name) => {
      for (const what of ['subject', 'email', 'first_name', 'role']) {
        const attributes = { subject: '', email: '', first_name: '', last_name: '', role: '', [what]: name };
        const saved = await save(owner, { kind: 'oidc', slug: 'twisted', issuer, ...CLIENT, attributes });
        expect(saved.status).toBe(200);
        const answer = await comes({
          claims: claims({ sub: `by ${name}`, email: `${name.replaceAll('_', 'x').toLowerCase()}@${DOMAIN}` }),
        });
        expect(answer.status, answer.text).toBeLessThan(500);
      }
      await save(owner, { kind: 'oidc', slug: 'twisted', issuer, ...CLIENT });
    },
  );
});

describe('the response of an OpenID provider', () => {
  it('is valid once, however many arrive at the same time', async () => {
    const began = await begin(id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => finish(began)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 403)]);
    expect(asked.filter((path) => path === '/token')).toHaveLength(1);
  });

  it('of another issuer (mix-up), with another state, or without a code is refused, and the code is sent to nobody', async () => {
    for (const more of [
      { iss: 'https://evil.example' },
      { state: 'x'.repeat(43) },
      { state: '' },
      { code: undefined, error: 'access_denied' },
      { code: '' },
    ]) {
      const answer = await finish(await begin(id), more);
      expect(answer.status, JSON.stringify(more)).toBeGreaterThanOrEqual(400);
      expect(answer.status, JSON.stringify(more)).toBeLessThan(500);
    }
    expect(asked).not.toContain('/token');
  });

  it('after the provider was replaced completes no earlier sign-in', async () => {
    const began = await begin(id);
    await save(owner, { kind: 'oidc', slug: 'twisted', issuer, ...CLIENT });
    expect((await finish(began)).json.code).toBe('auth.organisation_refused');
  });
});

describe('strangers cause no calls to a provider', () => {
  const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const tell = (token: string) =>
    api.call(`/sign-in/organisation/${id}/logout`, {
      rawBody: new URLSearchParams({ logout_token: token }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  const rightly = () => ({ jti: randomUUID(), events: EVENT, nonce: undefined });
  const unsigned = (header: object, more: object = {}) => tokenOf(header, { ...rightly(), ...more });
  const rs256 = { alg: 'RS256', kid: 'key' };
  const old = Math.floor(Date.now() / 1_000) - 3_600;

  it.each<[string, () => string]>([
    ['that says it has no signature', () => unsigned({ alg: 'none' })],
    ['without an algorithm', () => unsigned({})],
    ['whose signature is missing', () => unsigned(rs256)],
    ['signed with a secret', () => `${unsigned({ alg: 'HS256', kid: 'key' })}c2ln`],
    ['of another issuer', () => `${unsigned(rs256, { iss: 'https://evil.example' })}c2ln`],
    ['of no issuer', () => `${unsigned(rs256, { iss: undefined })}c2ln`],
    ['for another client', () => `${unsigned(rs256, { aud: 'another' })}c2ln`],
    ['from an hour ago', () => `${unsigned(rs256, { iat: old })}c2ln`],
    ['that is an ID token', () => `${unsigned(rs256, { nonce: 'n' })}c2ln`],
    ['without an event', () => `${unsigned(rs256, { events: undefined })}c2ln`],
    ['of nobody', () => `${unsigned(rs256, { sub: undefined })}c2ln`],
    ['that is none', () => 'a.b.c'],
  ])('by a logout token %s', async (_, token) => {
    expect((await tell(token())).status).toBe(400);
    expect(asked).toEqual([]);
  });

  it('by many tokens with invented keys: metadata and keys are read once', async () => {
    const statuses = new Set<number>();
    for (let at = 0; at < 30; at += 1) statuses.add((await tell(`${unsigned({ alg: 'RS256', kid: `key ${at}` })}c2ln`)).status);
    expect([...statuses]).toEqual([400]);
    expect(asked.toSorted()).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  it('by starting sign-ins: the provider’s metadata is read once, also when it fails', async () => {
    const again = () => post(`/api/auth/organisation/${id}/start`, {});
    const answers = await Promise.all(Array.from({ length: 20 }, again));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(asked).toEqual(['/.well-known/openid-configuration']);
    forgetReadings();
    asked.length = 0;
    twist = answering('/.well-known/openid-configuration', () => '', 500);
    for (let at = 0; at < 5; at += 1) expect((await again()).json.code).toBe('auth.provider_away');
    expect(asked).toEqual(['/.well-known/openid-configuration']);
  });

  it('but an administrator who saves the connection does, at once', async () => {
    await post(`/api/auth/organisation/${id}/start`, {});
    asked.length = 0;
    expect((await save(owner, { kind: 'oidc', slug: 'twisted', issuer, ...CLIENT })).status).toBe(200);
    expect(asked).toEqual(['/.well-known/openid-configuration']);
    await mode(owner, 'offered');
  });
});
