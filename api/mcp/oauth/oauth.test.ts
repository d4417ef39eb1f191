import { describe, expect, it } from 'vitest';
import { UnauthorizedError } from '@modelcontextprotocol/client';
import { LIMITS, openLimits } from '#api/platform/limits.ts';
import { send, useTestApi, type Received } from '#api/testing/test-api.ts';
import { findSessionRecord, keepRecord, UNUSED_CLIENTS_AT_MOST } from '#domain/identity/connected-apps/oauth-record.commands.ts';
import { oauthKeys, resealOauthKeys } from '#domain/identity/connected-apps/oauth-secret.commands.ts';
import { endKeysOf } from '#domain/identity/api-keys/api-key.commands.ts';
import { listKeys } from '#domain/identity/api-keys/api-key.queries.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { pruneRows } from '#domain/platform/prune-rows.command.ts';
import { whileLocked } from '#domain/testing/locked-table.factory.ts';
import { clientOf, transportTo, use } from '../mcp-client.factory.ts';
import { browserOf, decide, pkce, REDIRECT, scriptedProvider, type Decision } from './oauth-flow.factory.ts';

/** Like the product's row, except for the number: this file registers more apps than one address may. */
const REGISTRATIONS = 80;
const table = LIMITS.map((row) => (row.limit === 'oauth-register' ? { ...row, localPoints: REGISTRATIONS } : row));
const api = useTestApi({}, { limits: openLimits({ local: true, table }) });
const RESOURCE = 'http://localhost:3000/mcp';
let people = 0;
const givenPerson = () => api.givenPerson(`person-${(people += 1)}@example.com`, { proven: true });

const register = (body: object) => send(api.origin, '/oauth/register', { body });
const givenClient = async (redirects = [REDIRECT]) =>
  (await register({ client_name: 'Agent', redirect_uris: redirects })).json.client_id as string;

/** Returns an address to which an app sends a person. */
function authorizeAt(client: string, more: Record<string, string | undefined> = {}): string {
  const given = {
    client_id: client,
    response_type: 'code',
    redirect_uri: REDIRECT,
    resource: RESOURCE,
    state: 's',
    scope: 'courses:read learn',
    ...more,
  };
  const query = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `/oauth/authorize?${new URLSearchParams(query)}`;
}
const token = (form: Record<string, string>): Promise<Received> =>
  send(api.origin, '/oauth/token', {
    method: 'POST',
    rawBody: new URLSearchParams(form).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
const listTools = (bearer: string) =>
  api.call('/mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    bearer,
    headers: { Accept: 'application/json, text/event-stream' },
  });

it('an app’s name is shown sanitised, and cannot be ours', async () => {
  const named = async (client_name: string) => (await register({ client_name, redirect_uris: [REDIRECT] })).json.client_name;
  expect(await named('Pen\u202e\u200bPal\r\nby us')).toBe('PenPal by us');
  for (const taken of ['Coursewright', 'Соursеwrіght', 'C o u r s e w r i g h t']) expect(await named(taken), taken).toBeUndefined();
});

/** Returns the tools in an answer, which is a stream of one event. */
const toolsIn = ({ text }: Received): string[] =>
  (JSON.parse(/^data: (.*)$/m.exec(text)![1]!) as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name);

/** Completes the whole flow manually. */
async function givenTokens(decision: Decision = {}, more: Record<string, string> = {}) {
  const person = await givenPerson();
  const client = await givenClient();
  const { verifier, challenge } = pkce();
  const browser = browserOf(api.origin, person);
  const way = authorizeAt(client, { code_challenge: challenge, code_challenge_method: 'S256', ...more });
  const { end } = await decide(browser, way, decision);
  const code = new URL(end.headers.location!).searchParams.get('code')!;
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, client_id: client, code_verifier: verifier };
  const answer = await token(exchange);
  expect(answer.status, answer.text).toBe(200);
  return { person, client, browser, exchange, ...(answer.json as { access_token: string; refresh_token: string; scope: string }) };
}

describe('a user signs in through the SDK’s client', () => {
  it('which finds the way by itself, registers, is authorised, and works until it is disconnected', async () => {
    const person = await givenPerson();
    const { provider, kept } = scriptedProvider(browserOf(api.origin, person), { day_budget: 7 });
    const transport = transportTo({ origin: api.origin, authProvider: provider });
    await expect(clientOf({ origin: api.origin }).connect(transport)).rejects.toThrow(UnauthorizedError);
    await transport.finishAuth(kept.callback!);
    const client = clientOf({ origin: api.origin });
    await client.connect(transportTo({ origin: api.origin, authProvider: provider }));
    expect((await use(client, 'list_courses')).data).toMatchObject({ courses: [] });

    const [app] = await listKeys({ accountId: person.userId, holder: 'account' });
    expect(app).toMatchObject({ name: 'Study Buddy', app: { host: 'localhost' }, day_budget: 7, ending: '', ended_at: null });
    expect(app!.last_used_at).not.toBeNull();
    expect(await api.database.knex('outgoing_mail').where({ account_id: person.userId, kind: 'security-changed' })).toHaveLength(1);
    expect(await api.database.knex('audit_entry').where({ action: 'app.connect', actor: `account:${person.userId}` })).toHaveLength(1);

    // the api keeps no state: this process continues what another one started
    expect(kept.tokens?.refresh_token).toBeDefined();
    const ended = await api.call(`/api/keys/account/${app!.api_key_id}`, { method: 'DELETE', bearer: person.accessToken });
    expect(ended.status).toBe(200);
    expect((await listTools(kept.tokens!.access_token)).status).toBe(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: kept.tokens!.refresh_token!, client_id: kept.client!.client_id };
    expect((await token(refresh)).json).toMatchObject({ error: 'invalid_grant' });
    await client.close();
  });

  it('which is sent back when the user does not agree', async () => {
    const person = await givenPerson();
    const { challenge } = pkce();
    const way = authorizeAt(await givenClient(), { code_challenge: challenge, code_challenge_method: 'S256' });
    const { end } = await decide(browserOf(api.origin, person), way, { agree: false });
    const back = new URL(end.headers.location!);
    expect(back.href).toContain(REDIRECT);
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.get('state')).toBe('s');
    expect(await listKeys({ accountId: person.userId, holder: 'account' })).toEqual([]);
  });

  it('which describes itself, and the server that signs users in', async () => {
    expect((await api.call('/.well-known/oauth-protected-resource/mcp')).json).toMatchObject({
      resource: RESOURCE,
      authorization_servers: ['http://localhost:3000'],
    });
    // whatever host the request names
    const { json } = await api.call('/.well-known/oauth-authorization-server', {
      headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
    });
    expect(json).toMatchObject({
      issuer: 'http://localhost:3000',
      authorization_endpoint: 'http://localhost:3000/oauth/authorize',
      token_endpoint: 'http://localhost:3000/oauth/token',
      registration_endpoint: 'http://localhost:3000/oauth/register',
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: ['none'],
    });
    for (const address of ['/session/end', '/oauth/authorize/x/confirm', '/me', '/request', '/interaction/x']) {
      expect((await api.call(address)).status, address).not.toBe(200);
    }
  });
});

describe('a token opens what the user has agreed to', () => {
  it('and no other tool', async () => {
    const { access_token, scope } = await givenTokens({ scopes: ['learn'] }, { scope: 'courses:read learn generate' });
    expect(scope).toBe('learn');
    const names = toolsIn(await listTools(access_token));
    expect(names).not.toContain('list_courses');
    expect(names).toContain('due_reviews');
  });

  it('never a scope that was not requested, or that only organisations or operators have', async () => {
    const { access_token } = await givenTokens(
      { scopes: ['learn', 'generate', 'operate'] },
      { scope: 'learn operate organisation openid' },
    );
    const names = toolsIn(await listTools(access_token));
    expect(names).toContain('due_reviews');
    expect(names.filter((name) => /write_course|operator/.test(name))).toEqual([]);
  });

  it('only at /mcp: it does not work as a session or an API key', async () => {
    const { access_token, person } = await givenTokens();
    expect((await listTools(access_token)).status).toBe(200);
    expect((await api.call('/api/caller', { bearer: access_token })).json).toMatchObject({ code: 'auth.token_invalid' });
    expect((await api.call(`/api/courses/${person.userId}`, { bearer: access_token })).status).toBe(401);
  });

  it('a narrower one can be had by refreshing, a wider one cannot', async () => {
    const { refresh_token, client } = await givenTokens({ scopes: ['learn'] }, { scope: 'learn' });
    const refresh = { grant_type: 'refresh_token', refresh_token, client_id: client };
    expect((await token({ ...refresh, scope: 'learn generate' })).json).toMatchObject({ error: 'invalid_scope' });
    expect((await token(refresh)).json).toMatchObject({ scope: 'learn' });
  });

  it('until the account is suspended, or its password is reset', async () => {
    const first = await givenTokens();
    await api.database.knex('account').where({ id: first.person.userId }).update({ suspended_at: new Date() });
    expect((await listTools(first.access_token)).status).toBe(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token, client_id: first.client };
    expect((await token(refresh)).json).toMatchObject({ error: 'invalid_grant' });
    await api.database.knex('account').where({ id: first.person.userId }).update({ suspended_at: null });
    expect((await listTools(first.access_token)).status).toBe(200);
    await transact((trx) => endKeysOf(trx, first.person.userId));
    expect((await listTools(first.access_token)).status).toBe(401);
  });
});

describe('A33 a child without consent', () => {
  const grow = (userId: string, years: number) =>
    api.database
      .knex('account')
      .where({ id: userId })
      .update({ birth_year: new Date().getUTCFullYear() - years });

  it('authorises no app, and can still decline', async () => {
    const person = await givenPerson();
    await grow(person.userId, 10);
    const { challenge } = pkce();
    const way = async () => authorizeAt(await givenClient(), { code_challenge: challenge, code_challenge_method: 'S256' });
    const { asked, answer } = await decide(browserOf(api.origin, person), await way());
    expect(asked!.json.age_refusal).toBe('age.consent_needed');
    expect([answer!.status, answer!.json.code]).toEqual([403, 'age.consent_needed']);
    expect(await listKeys({ accountId: person.userId, holder: 'account' })).toEqual([]);
    const { end } = await decide(browserOf(api.origin, person), await way(), { agree: false });
    expect(new URL(end.headers.location!).searchParams.get('error')).toBe('access_denied');
  });

  it('is closed to apps authorised earlier: neither their tokens nor their refresh tokens work', async () => {
    const { person, client, access_token, refresh_token } = await givenTokens();
    expect((await listTools(access_token)).status).toBe(200);
    await grow(person.userId, 10);
    const refused = await listTools(access_token);
    expect([refused.status, refused.json.code]).toEqual([403, 'age.consent_needed']);
    const refreshed = await token({ grant_type: 'refresh_token', refresh_token, client_id: client });
    expect(refreshed.json).toMatchObject({ error: 'invalid_grant' });
    await grow(person.userId, 30);
    expect((await listTools(access_token)).status).toBe(200);
  });
});

describe('attacks', () => {
  it('a token for another resource is neither issued nor accepted', async () => {
    const { challenge } = pkce();
    const person = await givenPerson();
    const way = authorizeAt(await givenClient(), {
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: 'https://evil.example/mcp',
    });
    const { begun } = await decide(browserOf(api.origin, person), way);
    expect(begun.headers.location).toContain('error=invalid_target');
    const { access_token } = await givenTokens();
    await api.database
      .knex('oauth_record')
      .where({ kind: 'AccessToken' })
      .update({
        payload: api.database.knex.raw(`payload || '{"aud":"https://evil.example/mcp"}'`),
      });
    expect((await listTools(access_token)).status).toBe(401);
  });

  it('nobody gets a code without PKCE, or with a plain challenge', async () => {
    const client = await givenClient();
    const browser = browserOf(api.origin, await givenPerson());
    for (const more of [{}, { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }]) {
      expect((await browser.go(authorizeAt(client, more))).headers.location).toContain('error=invalid_request');
    }
  });

  it('a code is worth nothing without its verifier', async () => {
    const person = await givenPerson();
    const client = await givenClient();
    const { challenge } = pkce();
    const { end } = await decide(
      browserOf(api.origin, person),
      authorizeAt(client, { code_challenge: challenge, code_challenge_method: 'S256' }),
    );
    const code = new URL(end.headers.location!).searchParams.get('code')!;
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, client_id: client };
    expect((await token(exchange)).status).toBe(400);
    expect((await token({ ...exchange, code_verifier: pkce().verifier })).json).toMatchObject({ error: 'invalid_grant' });
  });

  it('an unregistered address is never redirected to', async () => {
    const client = await givenClient(['https://agent.example.com/cb']);
    const browser = browserOf(api.origin, await givenPerson());
    const { challenge } = pkce();
    const answer = await browser.go(
      authorizeAt(client, { redirect_uri: 'https://evil.example/cb', code_challenge: challenge, code_challenge_method: 'S256' }),
    );
    expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
    expect(answer.text).toContain('invalid_redirect_uri');
  });

  it.each([
    'http://evil.example/cb',
    'https://*.evil.example/cb',
    'https://evil.example/cb#x',
    'https://user:pass@evil.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://localhost/cb',
    'googlechromes://evil.example/cb',
    'microsoft-edge-https://evil.example/cb',
    'x-apple.systempreferences://com.apple.preference',
    'mytool://cb',
    'nonsense',
  ])('an app cannot register %s', async (uri) => {
    expect((await register({ redirect_uris: [uri] })).json).toMatchObject({ code: 'validation.failed', error: 'invalid_redirect_uri' });
  });

  it('an app that registered an address of a browser under earlier rules is led nowhere', async () => {
    const at = 'googlechromes://evil.example/cb';
    const client = await givenClient(['https://agent.example.com/cb']);
    const redirect_uris = (uris: readonly string[]) =>
      api.database
        .knex('oauth_client')
        .where({ id: client })
        .update({ metadata: api.database.knex.raw(`metadata || ?::jsonb`, [JSON.stringify({ redirect_uris: uris })]) });
    const browser = browserOf(api.origin, await givenPerson());
    const ask = (to: string) =>
      browser.go(authorizeAt(client, { redirect_uri: to, code_challenge: pkce().challenge, code_challenge_method: 'S256' }));
    for (const [uris, error] of [
      [['https://agent.example.com/cb', at], 'invalid_redirect_uri'],
      [[at], 'invalid_client'],
    ] as const) {
      await redirect_uris(uris);
      const answer = await ask(at);
      expect([answer.status, answer.headers.location], error).toEqual([400, undefined]);
      expect(answer.text).toContain(error);
    }
  });

  it('a code that is used twice revokes its tokens', async () => {
    const { exchange, access_token } = await givenTokens();
    expect((await token(exchange)).json).toMatchObject({ error: 'invalid_grant' });
    expect((await listTools(access_token)).status).toBe(401);
  });

  it('a refresh token that is used twice ends the whole family', async () => {
    const { refresh_token, client, person } = await givenTokens();
    const refresh = (value: string) => token({ grant_type: 'refresh_token', refresh_token: value, client_id: client });
    const second = (await refresh(refresh_token)).json;
    expect((await listTools(second.access_token)).status).toBe(200);
    expect((await refresh(refresh_token)).json).toMatchObject({ error: 'invalid_grant' });
    expect((await listTools(second.access_token)).status).toBe(401);
    expect((await refresh(second.refresh_token)).json).toMatchObject({ error: 'invalid_grant' });
    const [app] = await listKeys({ accountId: person.userId, holder: 'account' });
    expect(app!.ended_at).not.toBeNull();
  });

  it('of twenty concurrent uses of a refresh token one gets new tokens', async () => {
    const { refresh_token, client } = await givenTokens();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => token({ grant_type: 'refresh_token', refresh_token, client_id: client })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('another app cannot use a refresh token', async () => {
    const { refresh_token } = await givenTokens();
    const answer = await token({ grant_type: 'refresh_token', refresh_token, client_id: await givenClient() });
    expect(answer.json).toMatchObject({ error: 'invalid_grant' });
  });

  it('nobody can have another user approve a sign-in that they began themselves', async () => {
    const [attacker, victim] = [browserOf(api.origin, await givenPerson()), browserOf(api.origin, await givenPerson())];
    const { challenge } = pkce();
    const begun = await attacker.go(authorizeAt(await givenClient(), { code_challenge: challenge, code_challenge_method: 'S256' }));
    const consent = begun.headers.location!.replace('/connect/', '/api/consents/');
    expect((await victim.go(consent)).status).toBe(404);
    expect((await victim.go(consent, { method: 'POST', body: { agree: true, scopes: ['learn'], day_budget: 0 } })).status).toBe(404);
    // nor can another site in the person's own browser
    const elsewhere = {
      method: 'POST',
      body: { agree: true, scopes: ['learn'], day_budget: 0 },
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    };
    expect((await attacker.go(consent, elsewhere)).json).toMatchObject({ code: 'csrf.refused' });
    expect((await attacker.go(consent)).status).toBe(200);
  });

  it('the signed-in user decides, whoever decided earlier in this browser', async () => {
    const [first, second] = [await givenPerson(), await givenPerson()];
    const browser = browserOf(api.origin, first);
    const client = await givenClient();
    const way = () => authorizeAt(client, { code_challenge: pkce().challenge, code_challenge_method: 'S256' });
    await decide(browser, way());
    browser.cookies.set('__Host-cw-3000', second.cookie);
    const { asked, end } = await decide(browser, way());
    expect(asked!.json).toMatchObject({ replaces: false });
    expect(end.headers.location).toContain('code=');
    expect(await listKeys({ accountId: second.userId, holder: 'account' })).toHaveLength(1);
  });

  it('a user without a confirmed address authorises no app', async () => {
    const browser = browserOf(api.origin, await api.givenPerson('unproved@example.com'));
    const way = authorizeAt(await givenClient(), { code_challenge: pkce().challenge, code_challenge_method: 'S256' });
    expect((await decide(browser, way)).answer!.json).toMatchObject({ code: 'auth.address_unproven' });
  });

  it('authorising the same app again revokes its earlier permissions', async () => {
    const { browser, client, person, access_token } = await givenTokens();
    const { asked } = await decide(browser, authorizeAt(client, { code_challenge: pkce().challenge, code_challenge_method: 'S256' }));
    expect(asked!.json).toMatchObject({ replaces: true });
    expect((await listTools(access_token)).status).toBe(401);
    const keys = await listKeys({ accountId: person.userId, holder: 'account' });
    expect(keys.filter(({ ended_at }) => ended_at === null)).toHaveLength(1);
  });
});

describe('data left by strangers is bounded', () => {
  it('codes and tokens are stored as hashes, and deleted when they expire', async () => {
    const { access_token, refresh_token } = await givenTokens();
    const rows = JSON.stringify(await api.database.knex('oauth_record'));
    for (const secret of [access_token, refresh_token]) expect(rows).not.toContain(secret);
    await api.database.knex('oauth_record').update({ expires_at: new Date(Date.now() - 1) });
    await pruneRows();
    expect(await api.database.knex('oauth_record')).toEqual([]);
  });

  it('a flood of apps displaces older unused ones only, and an authorised one stays', async () => {
    const { client } = await givenTokens();
    const insert = (minutes: number, count: number) =>
      api.database.knex.raw(
        `insert into oauth_client (id, metadata, created_at)
         select 'flood-' || gen_random_uuid(), '{}', now() - make_interval(mins => ?) from generate_series(1, ?)`,
        [minutes, count],
      );
    await insert(60, UNUSED_CLIENTS_AT_MOST + 50);
    expect((await register({ redirect_uris: [REDIRECT] })).status).toBe(201);
    const flood = () => api.database.knex('oauth_client').whereLike('id', 'flood-%').pluck('id');
    expect((await flood()).length).toBeLessThan(UNUSED_CLIENTS_AT_MOST);
    await insert(1, UNUSED_CLIENTS_AT_MOST);
    expect((await register({ redirect_uris: [REDIRECT] })).json).toMatchObject({ code: 'limits.rate' });
    await api.database.knex('oauth_client').update({ created_at: new Date(Date.now() - 90_000_000) });
    await pruneRows();
    expect(await flood()).toEqual([]);
    expect(await api.database.knex('oauth_client').pluck('id')).toContain(client);
  });

  it('the provider’s keys are encrypted, created once by processes that start together, and follow the installation’s secret', async () => {
    await api.database.knex('oauth_secret').del();
    const [one, two] = await Promise.all([oauthKeys(), oauthKeys()]);
    expect(one).toEqual(two);
    expect(JSON.stringify(await api.database.knex('oauth_secret'))).not.toContain(one![0]!.cookie);
    await api.database.knex('oauth_secret').update({ created_at: new Date(Date.now() - 100 * 86_400_000) });
    const [newest, before] = await oauthKeys();
    expect(before).toEqual(one![0]);
    expect(newest).not.toEqual(before);
    const settings = config();
    setConfig({ ...settings, sessionSecret: Buffer.from('another secret of an installation') });
    expect(await transact((trx) => resealOauthKeys(trx, settings.sessionSecret))).toBe(2);
    expect(await oauthKeys()).toEqual([newest, before]);
    setConfig(settings);
  });
});

it('a session is found by its name in interactions, until it ends', async () => {
  await keepRecord('Session', 'one', { uid: 'named', accountId: 'somebody' }, 60);
  await keepRecord('Session', 'other', { uid: 'ended' }, -1);
  expect(await findSessionRecord('named')).toEqual({ uid: 'named', accountId: 'somebody' });
  expect([await findSessionRecord('ended'), await findSessionRecord('one')]).toEqual([undefined, undefined]);
});

it('one address that requests many sign-ins at once leaves connections to others', async () => {
  const way = authorizeAt(await givenClient(), { code_challenge: pkce().challenge, code_challenge_method: 'S256' });
  const begun = await whileLocked(api.database, 'oauth_client', async (waiting) => {
    const asked = Array.from({ length: 5 }, () => send(api.origin, way));
    await expect.poll(waiting).toBe(2);
    await api.database.knex.raw('select 1');
    expect(await waiting()).toBe(2);
    return { asked };
  });
  expect((await Promise.all(begun.asked)).map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
});

it('one address can register only a limited number of apps in an hour', async () => {
  const statuses = await Promise.all(
    Array.from({ length: REGISTRATIONS + 1 }, async () => (await register({ redirect_uris: [REDIRECT] })).status),
  );
  expect(statuses).toContain(429);
});
