import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { KEY_SCOPE_IDS } from '#contract/identity/key-scopes.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { givenSchool } from '#api/lti/lti.factory.ts';
import { openLiveHub } from '#api/live/live-hub.ts';
import { LIVE_HANDLERS } from '#api/live/live-handlers.ts';
import { isBehindDoor, onlyByDoors, type Door } from '#api/platform/doors.ts';
import { createReadiness } from '#api/platform/health/readiness.ts';
import { openLimits, type Limits, type Payer } from '#api/platform/limits.ts';
import { createMetrics } from '#api/platform/metrics.ts';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { listDoors } from './list-doors.ts';
import { createApp } from './server.ts';

/** Sends requests to every door, including future ones: each must have a payer before a byte of a body is read. */
const real = openLimits({ local: true });
const paid: Payer[] = [];
let isOverdrawn = false;
const limits: Limits = {
  ...real,
  async charged(payer, work) {
    paid.push(payer);
    if (isOverdrawn) throw new ProductError('limits.rate', 'Too many requests.', { data: { retryAfterS: 1 } });
    return work();
  },
};
const api = useTestApi({}, { limits });
let person: Person;
let launch: string;
let key: string;
let directory: { organisationId: string; token: string };

beforeAll(async () => {
  person = await api.givenPerson('knocks@example.com', { proven: true, birthYear: 1980, roles: ['learner', 'operator', 'admin'] });
  ({ secret: key } = await givenKey({ accountId: person.userId, scopes: ['learn'] }));
  const school = await givenSchool(api, 'school@example.com');
  launch = (await school.launch({ subject: 'learner', target: await school.placed() })).json.token;
  const owner = await api.givenPerson('directory@example.com', { proven: true, birthYear: 1980 });
  const { id } = await givenOrganisation({ owner: { id: owner.userId, email: owner.email } });
  const { json } = await api.call('/api/organisation/provisioning/tokens', { method: 'POST', bearer: owner.accessToken });
  directory = { organisationId: id, token: json.token };
});
beforeEach(() => {
  isOverdrawn = false;
  paid.length = 0;
});

interface Knock {
  readonly method: string;
  readonly target: string;
  readonly headers?: OutgoingHttpHeaders;
}

/** Announces a body but sends none of it: an answer proves that the body was not read first. */
async function knock({ method, target, headers = {} }: Knock, bytes: number): Promise<{ status: number; code: unknown }> {
  const asked = httpRequest(api.origin + target, { method, headers: { ...headers, 'Content-Length': bytes }, agent: false });
  asked.on('error', () => undefined);
  asked.flushHeaders();
  const [answer] = await once(asked, 'response');
  const body = await text(answer);
  asked.destroy();
  const isJson = /json/.test(answer.headers['content-type'] ?? '');
  return { status: answer.statusCode, code: isJson ? (JSON.parse(body).code ?? JSON.parse(body).detail) : null };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };

function knockAt(endpoint: Endpoint): Knock {
  const bearer = endpoint.auth === 'launch' ? launch : person.accessToken;
  return {
    method: endpoint.method,
    target: endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => (name === 'user_id' ? person.userId : uuidv7())),
    headers: {
      ...(endpoint.auth !== 'public' && { Authorization: `Bearer ${bearer}` }),
      ...(endpoint.upload ? { 'Content-Type': 'multipart/form-data; boundary=bees' } : JSON_TYPE),
    },
  };
}

/** How to reach doors that are not endpoints. */
const KNOCKS: Readonly<Record<string, () => Knock>> = {
  scimUsers: () => ({ method: 'POST', target: '/scim/v2/Users', headers: ofDirectory() }),
  scimGroups: () => ({ method: 'POST', target: '/scim/v2/Groups', headers: ofDirectory() }),
  scimService: () => ({ method: 'POST', target: '/scim/v2/Bulk', headers: ofDirectory() }),
  stripeWebhook: () => ({ method: 'POST', target: '/api/webhooks/stripe', headers: JSON_TYPE }),
  mcp: () => ({ method: 'POST', target: '/mcp', headers: { ...JSON_TYPE, Authorization: `Bearer ${key}` } }),
  oauth: () => ({ method: 'POST', target: '/oauth/token', headers: FORM_TYPE }),
  docsPage: () => ({ method: 'GET', target: '/api/docs' }),
  appleReturn: () => ({ method: 'POST', target: '/sign-in/apple', headers: FORM_TYPE }),
  samlReturn: () => ({ method: 'POST', target: `/sign-in/organisation/${uuidv7()}/acs`, headers: FORM_TYPE }),
  providerLogout: () => ({ method: 'POST', target: `/sign-in/organisation/${uuidv7()}/logout`, headers: FORM_TYPE }),
  ltiPages: () => ({ method: 'POST', target: `/lti/${uuidv7()}/login`, headers: FORM_TYPE }),
  certificatePages: () => ({ method: 'GET', target: '/certificates/abc', headers: { Accept: 'text/html' } }),
  marketPages: () => ({ method: 'GET', target: '/market', headers: { Accept: 'text/html' } }),
  staticFiles: () => ({ method: 'GET', target: '/terms', headers: { Accept: 'text/html' } }),
  unknownAddress: () => ({ method: 'POST', target: '/nowhere', headers: JSON_TYPE }),
};
const ofDirectory = () => ({ 'Content-Type': 'application/scim+json', Authorization: `Bearer ${directory.token}` });

/** Sockets receive no requests: `api/live/live-limits.test.ts` floods them. */
const isKnockedAt = ({ name }: Door) => name !== 'socketMessages';
// before a database exists
setConfig(readConfig({ DATABASE_URL: 'postgres://localhost/none' }));
const doors = listDoors();
const endpoints = new Map<string, Endpoint>(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint]));

function knockOf({ name }: Door): Knock {
  const endpoint = endpoints.get(name);
  const at = endpoint ? () => knockAt(endpoint) : KNOCKS[name];
  if (!at) throw new Error(`no knock for ${name}: add a row to KNOCKS`);
  return at();
}

function payerOf({ name, pays }: Door): Payer | object {
  if (pays === 'address') return { of: 'address', key: '127.0.0.1' };
  if (pays === 'organisation') return { of: 'account', key: directory.organisationId };
  return { of: 'account', key: endpoints.get(name)?.auth === 'launch' ? expect.any(String) : person.userId };
}

it('the list contains every endpoint, and each door once', () => {
  const names = doors.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(ENDPOINTS.filter(({ name }) => !names.includes(name))).toEqual([]);
});

describe.each(doors.filter(isKnockedAt).map((door) => [door.name, door] as const))('the door %s', (_, door) => {
  it('refuses a caller who has overdrawn the allowance before it reads a byte, and charges the payer', async () => {
    isOverdrawn = true;
    const { status, code } = await knock(knockOf(door), Math.max(1, door.bodyBytes));
    expect([status, code]).toEqual([429, door.pays === 'organisation' ? 'Too many requests.' : 'limits.rate']);
    expect(paid).toEqual([payerOf(door)]);
  });

  it('reads no body longer than its limit', async () => {
    const { status, code } = await knock(knockOf(door), Math.ceil(door.bodyBytes) + 1);
    if (door.bodyBytes > 0) expect([status, String(code)]).toEqual([413, expect.stringMatching(/^(?:body\.too_large|The body may be)/)]);
    // doors that read no body answer without it
    else expect(status).not.toBe(413);
    expect(paid).toContainEqual(payerOf(door));
  });
});

it('nothing that answers is mounted outside the doors', async () => {
  const closing = new AbortController();
  const app = createApp({
    metrics: createMetrics(),
    readiness: createReadiness({ pingQueues: async () => {}, closing: closing.signal }),
    live: openLiveHub(LIVE_HANDLERS),
    closing: closing.signal,
    pages: '',
    limits,
  });
  const passing = app.middleware.slice(0, app.middleware.findIndex(isBehindDoor));
  // these only pass requests on, refuse them, or measure them
  expect(passing).toHaveLength(11);
  expect(app.middleware.slice(passing.length).filter((one) => !isBehindDoor(one))).toEqual([]);
});

it('an answer outside the doors fails, if somebody forgets to mount one', async () => {
  const ctx = { status: 200, body: 'hello', respond: true, method: 'GET', path: '/new', state: {} };
  await expect(onlyByDoors(ctx as never, async () => {})).rejects.toThrow('GET /new was answered without a door');
});

it('only one file reads bodies, one parses them, and one takes sockets', () => {
  const root = path.resolve(import.meta.dirname);
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.(?:test|factory)\.ts$|^testing\//.test(file));
  const having = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(path.join(root, file), 'utf8'))).toSorted();
  expect(having(/\.req\.iterator|getRawBody|bodyParser|\breq\.on\(|for await \(const \w+ of (?:ctx\.)?req\b/)).toEqual([
    'platform/read-body.ts',
  ]);
  expect(having(/\bcreateServer\(|\.on\('upgrade'/)).toEqual(['platform/admin.ts', 'platform/http-server.ts', 'platform/upgrades.ts']);
  expect(having(/new WebSocketServer/)).toEqual(['live/live-hub.ts']);
});

describe('text that PostgreSQL cannot store', () => {
  const refused = (errors: string) => ({ status: 400, json: { code: 'validation.failed', errors: [{ path: errors }] } });
  const bearer = () => ({ Authorization: `Bearer ${key}` });

  it.each([
    ['/oauth/authorize?client_id=a%00b&response_type=code', 'client_id'],
    ['/oauth/authorize?client_id=a&state=%00', 'state'],
    ['/oauth/authorize?client_id=a&login_hint=%00', 'login_hint'],
    ['/market?q=a%00', 'q'],
    ['/certificates/a%00b', 'path'],
    ['/lti/00000000-0000-4000-8000-000000000000/open?iss=%00', 'iss'],
    ['/%00.txt', 'path'],
    ['/api/courses/a%00b', 'path'],
    ['/scim/v2/Users?filter=%00', 'filter'],
  ])('is refused in the address %s', async (target, field) => {
    expect(await api.call(target, { headers: { Accept: 'text/html', ...bearer() } })).toMatchObject(refused(field));
  });

  it.each([
    ['/oauth/token', 'grant_type=authorization_code&code=%00&client_id=a', 'code'],
    ['/oauth/revoke', 'token=a%00&client_id=a', 'token'],
    ['/sign-in/apple', 'state=%00', 'state'],
    ['/lti/00000000-0000-4000-8000-000000000000/login', 'iss=a&login_hint=\0', 'login_hint'],
    ['/sign-in/organisation/00000000-0000-4000-8000-000000000000/acs', 'SAMLResponse=%00', 'SAMLResponse'],
  ])('is refused in the form of %s', async (target, rawBody, field) => {
    expect(await api.call(target, { method: 'POST', rawBody, headers: FORM_TYPE })).toMatchObject(refused(field));
  });

  it.each([String.raw`"a\u0000"`, String.raw`"\ud800"`])('is refused in a message of an agent: %s', async (topic) => {
    const rawBody = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":${topic}}}}`;
    expect(await api.call('/mcp', { method: 'POST', rawBody, headers: bearer() })).toMatchObject(refused('params.arguments.query'));
  });

  it('is refused in the data of a directory', async () => {
    const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'a\0@example.com' };
    const answer = await api.call('/scim/v2/Users', { body, headers: ofDirectory() });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ scimType: 'invalidValue' });
  });
});

describe('an agent', () => {
  const message = (experimental: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"experimental":${experimental}},"clientInfo":{"name":"a","version":"1"}}}`;
  const ask = (rawBody: string, bearer = key) =>
    api.call('/mcp', { method: 'POST', rawBody, bearer, headers: { Accept: 'application/json, text/event-stream' } });

  it.each([
    ['deep', `{"a":${'{"a":'.repeat(1_700)}1${'}'.repeat(1_700)}}`],
    ['wide', `{${Array.from({ length: 5_000 }, (_, n) => `"n${n}":{}`).join()}}`],
    ['long', `{"a":[${'1,'.repeat(5_000)}1]}`],
  ])('cannot send a message that is too %s: it is refused before it is parsed', async (_, experimental) => {
    expect(await ask(message(experimental))).toMatchObject({
      status: 400,
      json: { code: 'validation.failed', errors: [{ path: 'body' }] },
    });
  });

  it('has the allowance of its account, whichever of the account’s keys it uses', async () => {
    const others = await Promise.all([1, 2].map(() => givenKey({ accountId: person.userId, scopes: KEY_SCOPE_IDS.slice(0, 2) })));
    for (const { secret } of others) expect((await ask(message('{}'), secret)).status).toBe(200);
    expect(paid).toEqual(others.map(() => ({ of: 'account', key: person.userId })));
  });
});
