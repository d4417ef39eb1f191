import { describe, expect, it } from 'vitest';
import { LIMITS, openLimits } from '#api/platform/limits.ts';
import { send, useTestApi } from '#api/testing/test-api.ts';
import { APP_SCOPES } from '#contract/identity/connected-apps.contract.ts';
import { listKeys } from '#domain/identity/api-keys/api-key.queries.ts';
import { MCP_PROGRAMS, type McpProgram } from './mcp-programs.factory.ts';
import { resourceMeant } from './oauth-endpoint.ts';
import { browserOf, decide, pkce } from './oauth-flow.factory.ts';

const table = LIMITS.map((row) => (row.limit === 'oauth-register' ? { ...row, localPoints: 200 } : row));
const api = useTestApi({}, { limits: openLimits({ local: true, table }) });
let people = 0;
const givenPerson = () => api.givenPerson(`person-${(people += 1)}@example.com`, { proven: true });

const register = (body: object) => send(api.origin, '/oauth/register', { body });
const exchange = (form: Record<string, string>) =>
  send(api.origin, '/oauth/token', {
    method: 'POST',
    rawBody: new URLSearchParams(form).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
const query = (params: Record<string, string | null>) =>
  new URLSearchParams(Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== null)).toString();

/** The metadata that each revision sends with a request. */
const META = {
  legacy: {},
  '2026-07-28': {
    headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' },
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'program', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
} as const;

const listTools = (bearer: string, { path, accept, revision }: Pick<McpProgram, 'path' | 'accept' | 'revision'>) => {
  const { headers = {}, params } = { headers: undefined, params: undefined, ...META[revision] };
  return api.call(path, {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list', ...(params && { params }) },
    bearer,
    headers: { ...headers, ...(accept !== null && { Accept: accept }) },
  });
};

/** Completes the whole flow as an app does; its person approves all requested scopes. */
async function letIn(program: McpProgram) {
  const person = await givenPerson();
  const registered = await register(program.registration);
  expect(registered.status, registered.text).toBe(201);
  const { client_id } = registered.json as { client_id: string };
  const redirect_uri = program.redirectUri ?? program.registration.redirect_uris[0]!;
  const { verifier, challenge } = pkce();
  const { scope, resource } = program;
  const asking = { client_id, response_type: 'code', redirect_uri, state: 's', code_challenge: challenge, code_challenge_method: 'S256' };
  const way = `/oauth/authorize?${query({ ...asking, scope, resource })}`;
  const { begun, asked, end } = await decide(browserOf(api.origin, person), way);
  expect(begun.headers.location, begun.text).toMatch(/^\/connect\//);
  const back = end.headers.location!;
  expect(back.startsWith(`${redirect_uri}?`), back).toBe(true);
  const code = new URL(back).searchParams.get('code')!;
  const answer = await exchange({
    grant_type: 'authorization_code',
    code,
    redirect_uri,
    client_id,
    code_verifier: verifier,
    ...(program.repeatsResource && resource !== null && { resource }),
  });
  expect(answer.status, answer.text).toBe(200);
  const refreshed = await exchange({ grant_type: 'refresh_token', client_id, refresh_token: answer.json.refresh_token });
  expect(refreshed.status, refreshed.text).toBe(200);
  return { person, asked: asked!.json, registered: registered.json, token: refreshed.json.access_token as string };
}

describe.each(MCP_PROGRAMS)('$name', (program) => {
  it('registers, is authorised, and lists the tools', async () => {
    const { person, asked, registered, token } = await letIn(program);
    expect(registered).toMatchObject({ redirect_uris: program.registration.redirect_uris, token_endpoint_auth_method: 'none' });
    expect(registered).not.toHaveProperty('client_secret');
    expect(asked).toMatchObject({ ...program.shown, scopes: APP_SCOPES });
    const [app] = await listKeys({ accountId: person.userId, holder: 'account' });
    expect(app!.app).toEqual({ host: program.shown.host });

    const answer = await listTools(token, program);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers['content-type']).toContain(program.reads === 'json' ? 'application/json' : 'text/event-stream');
    const message = program.reads === 'json' ? answer.json : JSON.parse(/^data: (.*)$/m.exec(answer.text)![1]!);
    expect(message).toMatchObject({ jsonrpc: '2.0', id: 1 });
    expect(message.result.tools.length).toBeGreaterThan(5);
  });
});

describe('an answer', () => {
  const FORMS = [
    [null, 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['Application/JSON; charset=utf-8', 'json'],
    ['application/*', 'json'],
    ['application/json, text/event-stream;q=0', 'json'],
    ['text/event-stream', 'events'],
    ['TEXT/EVENT-STREAM', 'events'],
    ['text/*', 'events'],
    ['application/json;q=0, text/event-stream', 'events'],
  ] as const;

  it.each(FORMS.flatMap(([accept, reads]) => (['legacy', '2026-07-28'] as const).map((revision) => ({ accept, reads, revision }))))(
    'of $revision to Accept: $accept comes as $reads',
    async ({ accept, reads, revision }) => {
      const { token } = await lastlyLetIn();
      const answer = await listTools(token, { path: '/mcp', accept, revision });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers['content-type']).toContain(reads === 'json' ? 'application/json' : 'text/event-stream');
      expect(answer.text).toContain('"tools"');
    },
  );

  it('is refused for a client that reads neither', async () => {
    const { token } = await lastlyLetIn();
    expect((await listTools(token, { path: '/mcp', accept: 'text/html', revision: 'legacy' })).status).toBe(406);
  });

  it('names the place to sign in by the called address', async () => {
    const { headers } = await api.call('/mcp/', { body: {} });
    const [, metadata] = /resource_metadata="http:\/\/localhost:3000([^"]+)"/.exec(headers['www-authenticate']!)!;
    expect((await api.call(metadata!)).json).toMatchObject({ resource: 'http://localhost:3000/mcp/' });
  });

  let known: ReturnType<typeof letIn> | undefined;
  const lastlyLetIn = () => (known ??= letIn(MCP_PROGRAMS[0]!));
});

describe('a resource', () => {
  const OURS = 'http://localhost:3000/mcp';
  it.each([OURS, `${OURS}/`, 'http://localhost:3000', 'http://localhost:3000/', 'HTTP://LocalHost:3000/mcp'])('%s is ours', (given) => {
    expect(resourceMeant(given)).toBe(OURS);
  });

  it.each([
    `${OURS}//`,
    'http://localhost:3000/MCP',
    'http://localhost:3000/mcp/x',
    'http://localhost:3000/x/../mcp',
    `${OURS}?utm_source=plugin`,
    `${OURS}#x`,
    'http://localhost/mcp',
    'https://localhost:3000/mcp',
    'http://user@localhost:3000/mcp',
    'http://localhost:3000.evil.example/mcp',
    'http://localhost:3000\\@evil.example/mcp',
    'http://evil.example/mcp',
    'mcp',
    '',
  ])('%j is not ours', (given) => {
    expect(resourceMeant(given)).toBe(given);
  });
});

describe('an app is refused in OAuth’s form', () => {
  it.each([
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['cursor://ok/cb', 'data:text/html,x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ client_name: 'Agent' }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://agent.example.com/cb'], client_name: 7 }, 'invalid_client_metadata'],
    [{ redirect_uris: ['https://agent.example.com/cb'], grant_types: 'authorization_code' }, 'invalid_client_metadata'],
  ])('a registration: %j', async (body, error) => {
    const answer = await register(body);
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.json).toMatchObject({ error, code: 'validation.failed' });
    expect(answer.json.error_description).toMatch(/^[ !#-[\]-~]+$/);
  });

  it('also if nothing of it can be read', async () => {
    const plain = await send(api.origin, '/oauth/register', { rawBody: '{', method: 'POST' });
    expect(plain.json).toMatchObject({ error: 'invalid_client_metadata', code: 'body.malformed' });
    const form = await send(api.origin, '/oauth/token', {
      method: 'POST',
      rawBody: `x=${'y'.repeat(20_000)}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect([form.status, form.json.error]).toEqual([413, 'invalid_request']);
  });

  it('a forgotten app learns that it must register again', async () => {
    const way = `/oauth/authorize?${query({ client_id: 'gone', response_type: 'code', redirect_uri: 'https://agent.example.com/cb' })}`;
    const answer = await send(api.origin, way, { headers: { Accept: 'application/json' } });
    expect(answer.json).toEqual({
      error: 'invalid_client',
      error_description: 'client is not registered',
      registration_endpoint: 'http://localhost:3000/oauth/register',
    });
    expect((await send(api.origin, way)).headers['content-type']).toContain('text/plain');
  });
});

it('names the available scopes', async () => {
  for (const address of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'])
    expect((await api.call(address)).json.scopes_supported, address).toEqual(['openid', ...APP_SCOPES]);
});
