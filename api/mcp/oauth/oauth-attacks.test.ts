import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FROM_OUR_PAGE, useTestApi, type Received } from '#api/testing/test-api.ts';
import { browserOf, decide, pkce, REDIRECT } from './oauth-flow.factory.ts';

/**
 * Related to 'a passkey makes the api fetch any address' and 'a stolen token ends the owner's session': what an unknown app can make the
 * api do by registering, requesting and revoking.
 */
const api = useTestApi();
const RESOURCE = 'http://localhost:3000/mcp';
const asked: string[] = [];
const listener = createServer((request, response) => {
  asked.push(request.url!);
  response.end('{"keys":[]}');
});
let at = '';
let people = 0;

beforeAll(async () => {
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  at = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterAll(() => void listener.close());

const register = (more: object = {}) => api.call('/oauth/register', { body: { client_name: 'Agent', redirect_uris: [REDIRECT], ...more } });
const form = (address: string, given: Record<string, string>): Promise<Received> =>
  api.call(address, {
    method: 'POST',
    rawBody: new URLSearchParams(given).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
const listTools = async (bearer: string) => {
  const headers = { Accept: 'application/json, text/event-stream' };
  return (await api.call('/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, bearer, headers })).status;
};

function authorizeAt(client: string, more: Record<string, string> = {}) {
  const { challenge, verifier } = pkce();
  const wanted = { response_type: 'code', redirect_uri: REDIRECT, resource: RESOURCE, state: 's', scope: 'learn' };
  const query = { ...wanted, client_id: client, code_challenge: challenge, code_challenge_method: 'S256', ...more };
  return { address: `/oauth/authorize?${new URLSearchParams(query)}`, verifier };
}

/** Lets a person approve an app. */
async function letIn(more: object = {}) {
  const person = await api.givenPerson(`agree-${(people += 1)}@example.com`, { proven: true, birthYear: 1980 });
  const { client_id: client } = (await register(more)).json;
  const { address, verifier } = authorizeAt(client);
  const { end } = await decide(browserOf(api.origin, person), address, { scopes: ['learn'] });
  const code = new URL(end.headers.location!).searchParams.get('code')!;
  const answer = await form('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT,
    client_id: client,
    code_verifier: verifier,
  });
  return { person, client: client as string, ...(answer.json as { access_token: string; refresh_token: string }) };
}

describe('an address that an app names is requested by nobody', () => {
  it.each<[string, (address: string) => object]>([
    ['its keys', (jwks_uri) => ({ jwks_uri, token_endpoint_auth_method: 'private_key_jwt' })],
    ['its picture and pages', (uri) => ({ logo_uri: uri, client_uri: uri, policy_uri: uri, tos_uri: uri })],
    ['its requests', (uri) => ({ request_uris: [uri], initiate_login_uri: uri })],
    ['who shares its subjects', (sector_identifier_uri) => ({ sector_identifier_uri, subject_type: 'pairwise' })],
    ['where it is told that somebody has left', (uri) => ({ backchannel_logout_uri: uri, frontchannel_logout_uri: uri })],
    ['who vouches for it', (uri) => ({ software_statement: `${btoa('{"alg":"none"}')}.${btoa(`{"iss":"${uri}"}`)}.` })],
  ])('%s', async (_, named) => {
    const answer = await register(named(`${at}/registered`));
    expect(answer.status).toBeLessThan(500);
    if (answer.status === 201) {
      const { person, access_token } = await letIn(named(`${at}/registered`));
      expect(await listTools(access_token)).toBe(200);
      await api.call('/api/auth/logout', { method: 'POST', bearer: person.accessToken, headers: FROM_OUR_PAGE });
    }
    expect(asked).toEqual([]);
  });

  it.each<[string, (address: string) => Record<string, string>]>([
    ['a request that stands there', (request_uri) => ({ request_uri })],
    [
      'a request whose keys stand there',
      (jku) => ({ request: `${btoa(JSON.stringify({ alg: 'RS256', jku, x5u: jku }))}.${btoa('{}')}.x` }),
    ],
    ['a token whose issuer is there', (iss) => ({ id_token_hint: `${btoa('{"alg":"RS256"}')}.${btoa(JSON.stringify({ iss }))}.x` })],
    ['claims that stand there', (src) => ({ claims: JSON.stringify({ userinfo: { a: { _claim_sources: { src } } } }) })],
    ['a program that is an address', (client_id) => ({ client_id })],
    ['a resource that is elsewhere', (resource) => ({ resource })],
  ])('%s', async (_, named) => {
    const { client_id: client } = (await register()).json;
    const answer = await api.call(authorizeAt(client, named(`${at}/asked`)).address);
    expect(answer.status).toBeLessThan(500);
    expect(asked).toEqual([]);
  });
});

describe('an authorised app is disconnected by nobody else', () => {
  it.each<[string, (token: string, other: string) => Record<string, string>]>([
    ['by another program', (token, client_id) => ({ token, client_id })],
    ['by no program', (token) => ({ token })],
    ['by a program that is none', (token) => ({ token, client_id: 'nobody' })],
    ['as another kind of token', (token, client_id) => ({ token, client_id, token_type_hint: 'access_token' })],
    ['by one letter more', (token, client_id) => ({ token: `${token}x`, client_id })],
  ])('%s', async (_, given) => {
    const { client, access_token, refresh_token } = await letIn();
    const { client_id: other } = (await register()).json;
    for (const token of [refresh_token, access_token]) expect((await form('/oauth/revoke', given(token, other))).status).toBeLessThan(500);
    expect(await listTools(access_token)).toBe(200);
    const again = await form('/oauth/token', { grant_type: 'refresh_token', refresh_token, client_id: client });
    expect(again.status).toBe(200);
  });

  it('only by the app itself, completely', async () => {
    const { client, access_token, refresh_token } = await letIn();
    expect((await form('/oauth/revoke', { token: refresh_token, client_id: client })).status).toBe(200);
    expect(await listTools(access_token)).toBe(401);
    const again = await form('/oauth/token', { grant_type: 'refresh_token', refresh_token, client_id: client });
    expect(again.json).toMatchObject({ error: 'invalid_grant' });
  });
});
