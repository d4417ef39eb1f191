import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '#api/platform/openapi/openapi.ts';
import { openLimits } from '#api/platform/limits.ts';
import { validValues, type Schema } from '#api/testing/schema-values.factory.ts';
import { FROM_OUR_PAGE, useTestApi, type Sent } from '#api/testing/test-api.ts';
import { lookup } from '#contract/platform/lookup.ts';
import { oauthKeys } from '#domain/identity/connected-apps/oauth-secret.commands.ts';
import { givenSchool, type School } from '#api/lti/lti.factory.ts';

/**
 * Related to 'two hundred messages of nobody bury the payment alarms': repeated requests without an account, from one address and with
 * production limits, leave no more rows than listed here. So nobody can anonymously fill a table, or a list that people work through.
 */
const CALLS = 24;
/** Maximum number of limits, by an address and by its site, that count one call. */
const LIMITS_OF_A_CALL = 6;
/** Maximum number of rows that all calls of an operation can leave in a table, and what limits them. */
const LEAVES: Readonly<Record<string, readonly [most: number, why: string]>> = lookup({
  register: [5, 'accounts, of which one network makes five an hour, each with its session, device and mail'],
  startPasskeySignIn: [CALLS, 'challenges of a few minutes, of which one network asks for three hundred an hour'],
  sendSalesMessage: [10, 'messages, of which one network sends ten an hour, in a list of their own'],
});

const api = useTestApi({}, { limits: openLimits({ local: false, isCharged: false, wait: async () => undefined }) });
const knex = (table: string) => api.database.knex(table);
let tables: string[];
let school: School;

beforeAll(async () => {
  const { rows } = await api.database.knex.raw<{ rows: { name: string }[] }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  tables = rows.map(({ name }) => name);
  school = await givenSchool(api, 'school@example.com');
  // an installation has its own keys
  await oauthKeys();
});

async function counts(): Promise<ReadonlyMap<string, number>> {
  const { rows } = await api.database.knex.raw<{ rows: { name: string; count: string }[] }>(
    tables.map((name) => `select '${name}' as name, count(*) as count from "${name}"`).join(' union all '),
  );
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
}

/** Sends requests one after another. @returns the tables with more new rows than allowed */
async function left(requests: readonly (readonly [string, Sent])[], most = 0): Promise<Record<string, number>> {
  await knex('rate_limit').del();
  const before = await counts();
  const answers = [];
  for (const [address, sent] of requests) answers.push(await api.call(address, sent));
  expect(answers.filter(({ status }) => status === 500).map(({ text }) => text)).toEqual([]);
  const grown = [...(await counts())].map(([name, count]) => [name, count - before.get(name)!] as const).filter(([, more]) => more > 0);
  return Object.fromEntries(grown.filter(([name, more]) => more > (name === 'rate_limit' ? LIMITS_OF_A_CALL * CALLS : most)));
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const document = openApiDocument({ origin: 'https://courses.example.com', sessionCookie: '__Host-cw' });
const operations = Object.entries(document['paths'] as Record<string, Record<string, Operation>>)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => ({ ...one, path, method: method.toUpperCase() })))
  .filter(({ security, method }) => security.length === 0 && method !== 'GET');

describe('repeated requests without an account leave no more rows than are declared', () => {
  it('names only existing operations', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(Object.keys(LEAVES).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(operations.map((one, at) => [one.operationId, one, at] as const))('%s', async (name, one, at) => {
    const { path, method, parameters = [], requestBody } = one;
    const inPath = Object.fromEntries(
      parameters.filter((parameter) => parameter.in === 'path').map(({ name, schema }) => [name, validValues(schema, () => [])]),
    );
    const schema = requestBody?.content['application/json']?.schema;
    const made = fc.sample(fc.tuple(fc.record(inPath), schema ? validValues(schema, () => []) : fc.constant(undefined)), {
      numRuns: CALLS,
      // different people for each operation
      seed: 74 + at,
    });
    const requests = made.map(([values, body]) => {
      const address = path.replaceAll(/\{(\w+)\}/g, (__, name: string) => encodeURIComponent(String(values[name])) || 'x');
      return [address, { method, headers: FROM_OUR_PAGE, ...(schema && { rawBody: JSON.stringify(body) }) }] as const;
    });
    expect(await left(requests, LEAVES[name]?.[0])).toEqual({});
  });

  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const each = (make: (at: number) => readonly [string, Sent]) => Array.from({ length: CALLS }, (_, at) => make(at));
  it.each<[string, () => (readonly [string, Sent])[], number?]>([
    [
      'events that nobody at Stripe has signed',
      () => each((at) => ['/api/webhooks/stripe', { body: { id: `evt_${at}`, type: 'charge.dispute.created' } }]),
    ],
    [
      'launches that no platform has sent: the same problem is noted once in five seconds',
      () =>
        each((at) => [
          '/api/lti/launches',
          {
            headers: FROM_OUR_PAGE,
            body: { platform_id: school.platformId, state: `${at}`.repeat(43), browser: `${at}`.repeat(43), id_token: `${at}.b.c` },
          },
        ]),
      4,
    ],
    [
      'launches that are begun: each is forgotten after minutes',
      () =>
        each((at) => [
          '/api/lti/logins',
          { headers: FROM_OUR_PAGE, body: { platform_id: school.platformId, iss: school.lms.origin, login_hint: `${at}` } },
        ]),
      CALLS,
    ],
    [
      'answers of providers that nobody asked',
      () => each((at) => ['/sign-in/apple', { method: 'POST', headers: form, rawBody: `state=${at}&code=${at}` }]),
    ],
    [
      'sign-ins of programs that nobody knows',
      () => each((at) => [`/oauth/authorize?client_id=${at}&response_type=code&redirect_uri=https://bees.example`, {}]),
    ],
    [
      'tokens of programs that nobody knows',
      () =>
        each((at) => [
          '/oauth/token',
          { method: 'POST', headers: form, rawBody: `grant_type=refresh_token&refresh_token=${at}&client_id=${at}` },
        ]),
    ],
    [
      'people of a directory that is none',
      () =>
        each((at) => [
          '/scim/v2/Users',
          { bearer: `cw_scim_${at}`, headers: { 'Content-Type': 'application/scim+json' }, body: { userName: `${at}@example.com` } },
        ]),
    ],
    [
      'messages of agents without a key',
      () => each((at) => ['/mcp', { body: { jsonrpc: '2.0', id: at, method: 'initialize', params: {} } }]),
    ],
  ])('%s', async (_, requests, most) => expect(await left(requests(), most)).toEqual({}));
});
