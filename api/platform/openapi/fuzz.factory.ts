import * as fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { spoiled, validValues, type KnownIds, type Schema } from '#api/testing/schema-values.factory.ts';
import { FROM_OUR_PAGE, PASSWORD, useTestApi, type Person, type Received, type Sent } from '#api/testing/test-api.ts';
import { ALARM_KINDS } from '#contract/billing/alarms.contract.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { startEngine } from '#domain/kinds.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { givenFullAccount } from '#domain/settings/export/full-account.factory.ts';
import { putFile } from '#domain/vendors/files/file-store.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { openApiDocument } from './openapi.ts';

/** Fixed, so that failures are reproducible. */
const SEED = 35;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description?: string;
  readonly required: boolean;
  readonly schema: Schema;
}
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly security: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** Sends requests generated from the OpenAPI document; call it once at the top of a test file. */
export function useFuzz() {
  const api = useTestApi({ generateWaitMs: 0 });
  const document = openApiDocument({ origin: 'https://courses.example.com', sessionCookie: '__Host-cw' });
  const OPERATIONS: Operation[] = Object.entries(document['paths'] as Record<string, Record<string, object>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      ...(operation as Omit<Operation, 'method' | 'path'>),
    })),
  );
  /** Operations that end the session or the account with which they are called. */
  const ENDS_SESSIONS = /^\/api\/(auth|user|passkeys|second-factor)/;
  const METHODS = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'];
  const inOrder = OPERATIONS.toSorted(
    (one, other) =>
      Number(ENDS_SESSIONS.test(one.path)) - Number(ENDS_SESSIONS.test(other.path)) ||
      METHODS.indexOf(one.method) - METHODS.indexOf(other.method),
  );

  const idsByTable = new Map<string, readonly string[]>();
  const people: Partial<Record<'learner' | 'operator', Person>> = {};
  let count = 0;
  let sandbox: Sandbox;

  async function signIn(email: string): Promise<Person> {
    const { json } = await api.call('/api/auth/login', { body: { email, password: PASSWORD } });
    return { userId: json.user.user_id, email, accessToken: json.access_token, refreshToken: json.refresh_token, cookie: '' };
  }

  startEngine();

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
    setConfig({ ...config(), google: { ...config().google, ...sandboxGoogle(sandbox.url) } });
    const { accountId, email } = await givenFullAccount('fuzz');
    const { knex } = api.database;
    await knex('second_factor').where({ account_id: accountId }).del();
    people.learner = await signIn(email);
    people.operator = await givenOperator();
    // data that the factory leaves out because no export reads it: a known kind of alarm, and the bytes of files
    await knex('billing_alarm').update({ kind: ALARM_KINDS[0] });
    for (const { id, type } of await knex('media_object').select('id', 'type')) await putFile(`media/${id}`, Buffer.alloc(1), type);
    const { rows: tables } = await knex.raw(
      `select table_name as name from information_schema.columns where table_schema = current_schema() and column_name = 'id' and data_type = 'uuid'`,
    );
    for (const { name } of tables) idsByTable.set(name, await knex(name).limit(4).pluck('id'));
  });

  afterAll(() => sandbox.close());

  async function givenOperator(): Promise<Person> {
    const person = await api.givenPerson(`operator-${(count += 1)}@example.com`);
    await api.database
      .knex('account')
      .where({ id: person.userId })
      .update({ roles: ['learner', 'creator', 'operator'], email_verified_at: new Date() });
    return person;
  }

  /** Returns ids from the tables that a name such as `voice_note_id` might mean. */
  const knownIds: KnownIds = (name) => {
    const [, subject] = /^(.+)_ids?$/.exec(name) ?? [];
    if (!subject) return [];
    if (subject === 'user') return [people.learner!.userId];
    const table =
      { task: 'run', person: 'account', session: 'mentor_session', message: 'chat_message', code: 'market_code' }[subject] ?? subject;
    return [...idsByTable].flatMap(([found, ids]) => (found.includes(table) ? ids : [])).slice(0, 12);
  };

  const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  /** Half of a surrogate pair cannot be encoded in an address. */
  const encoded = (value: unknown): string => encodeURIComponent(asText(value).toWellFormed());

  /** One path can stand for several; the description then says whose id it is. */
  const ownName = (name: string, description = ''): string => /^The (\w+)\.$/.exec(description)?.[1] ?? name;

  /** Generates an address and the data sent to it. */
  function requests(operation: Operation, make: typeof spoiled): fc.Arbitrary<[string, Sent]> {
    const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    const [inPath, inQuery] = ['path', 'query'].map((place) => operation.parameters.filter((one) => one.in === place));
    const ids = Object.fromEntries(
      inPath!.map(({ name, description, schema }) => [name, validValues(schema, knownIds, ownName(name, description))]),
    );
    const query =
      inQuery!.length === 0
        ? fc.constant({})
        : make(
            {
              type: 'object',
              properties: Object.fromEntries(inQuery!.map(({ name, schema }) => [name, schema])),
              required: inQuery!.filter(({ required }) => required).map(({ name }) => name),
            },
            knownIds,
          );
    return fc
      .tuple(fc.record(ids), query, content ? make(content.schema, knownIds) : fc.constant(undefined))
      .map(([values, asked, body]) => {
        const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(values[name]) || 'x');
        const search = Object.entries(asked ?? {}).map(([name, value]) => `${name}=${encoded(value)}`);
        const sent: Sent = {
          method: operation.method,
          ...(content && (type === 'application/json' ? { rawBody: JSON.stringify(body) } : asForm(body))),
        };
        return [search.length > 0 ? `${address}?${search.join('&')}` : address, sent] as [string, Sent];
      });
  }

  function asForm(body: unknown): Sent {
    const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
    const part = ([name, value]: [string, unknown]) => {
      const isFile = name === 'file' || name === 'image' || name === 'files';
      const head = isFile ? `; filename="a.pdf"\r\nContent-Type: application/pdf` : '';
      return `--fuzz\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${asText(value ?? '').toWellFormed()}\r\n`;
    };
    return { rawBody: `${fields.map(part).join('')}--fuzz--\r\n`, headers: { 'Content-Type': 'multipart/form-data; boundary=fuzz' } };
  }

  /** Calls an operation as its intended caller; if an earlier call ended that caller's session, another takes their place. */
  async function callAsUsual({ operationId, path, security }: Operation, [address, sent]: [string, Sent]): Promise<Received> {
    if (security.length === 0) return api.call(address, { ...sent, headers: { ...sent.headers, ...FROM_OUR_PAGE } });
    const role = path.startsWith('/api/operator') ? 'operator' : 'learner';
    const answer = await api.call(address, { ...sent, bearer: people[role]!.accessToken });
    if (answer.status !== 401) return answer;
    people[role] =
      role === 'operator'
        ? await givenOperator()
        : await api.givenPerson(`learner-${operationId.toLowerCase()}-${(count += 1)}@example.com`);
    return api.call(address, { ...sent, bearer: people[role].accessToken });
  }

  /** Some services are not running in this test; operations that need them return a code of their own. */
  const isDeclared = ({ operationId }: Operation, { json }: Pick<Received, 'json'>): boolean =>
    ENDPOINTS.find(({ name }) => name === operationId)!.errors.includes(json?.code);

  /**
   * Sends every operation of the OpenAPI document valid requests, and as many that differ from valid ones in one place, as learner,
   * operator and visitor. No answer may be an internal error.
   * @param samplesFor the number of each kind
   */
  async function expectNoErrors(samplesFor: (operation: Operation) => number): Promise<void> {
    const failures: string[] = [];
    for (const [at, operation] of inOrder.entries()) {
      const [valid, wrong] = [requests(operation, validValues), requests(operation, spoiled)];
      const samples = [valid, wrong].flatMap((made) => fc.sample(made, { numRuns: samplesFor(operation), seed: SEED + at }));
      for (const request of samples) {
        const answer = await callAsUsual(operation, request).catch((error: Error) => ({
          status: 599,
          text: error.message,
          json: undefined,
        }));
        if (answer.status >= 500 && !isDeclared(operation, answer))
          failures.push(`${operation.method} ${request[0]} ${request[1].rawBody ?? ''}: ${answer.status} ${answer.text}`.slice(0, 600));
      }
    }
    expect(failures).toEqual([]);
  }

  return { expectNoErrors };
}
