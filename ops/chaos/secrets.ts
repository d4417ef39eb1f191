import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { signIn } from '../testing/client.ts';
import { knownTopic } from '../testing/known-topic.ts';
import { startStack } from '../testing/stack.ts';
import knexFactory from 'knex';

/**
 * `npm run chaos -- secrets`: a separate installation logs at its most verbose level while every endpoint is called with a mark in every text: with
 * valid requests, and again with malformed ones, while services, mail and payments fail. No process's log may contain the mark, a token, a
 * recovery code, or an authenticator's secret. The exit code is 1 when one does.
 */
const MARK = 'zqsecret';
const PASSWORD = `${MARK}-Password-1`;
const EMAIL = `${MARK}.learner@example.com`;

/** The used part of a JSON Schema in the OpenAPI document. */
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** Generates a value that matches a schema, with the mark in every text field that accepts it. */
function valueOf(schema: Schema, userId: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return valueOf(schema.anyOf[0]!, userId);
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, of]) => [name, name === 'user_id' ? userId : valueOf(of, userId)]),
    );
  if (schema.type === 'array') return schema.items ? [valueOf(schema.items, userId)] : [];
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 30, 1);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'null') return null;
  if (schema.format === 'email') return EMAIL;
  if (schema.format === 'uuid') return userId;
  if (schema.format === 'date-time') return new Date(Date.now() + 86_400_000).toISOString();
  return `${MARK} text of a person`;
}

/** Calls that would end the test for all users, or for this one. */
const LEFT_OUT = /logout|delete.?account|requestdeletion|endsession|revoke/i;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const stack = await startStack({ LOG_LEVEL: 'trace', SANDBOX_LATENCY_MS: '0' });
const found = new Set<string>();
const counts = { calls: 0, accepted: 0, failed: 0 };
try {
  const control = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${stack.sandboxUrl}/control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} control/${path}: ${answer.status} ${await answer.text()}`);
  };
  const json = { 'content-type': 'application/json' };
  const post = (path: string, body: object) => fetch(stack.url + path, { method: 'POST', headers: json, body: JSON.stringify(body) });
  const names = { first_name: `${MARK}First`, last_name: `${MARK}Last` };
  const answer = await post('/api/auth/register', { email: EMAIL, password: PASSWORD, ...names, terms_accepted: true });
  const registered = (await answer.json()) as SessionAnswer;
  await post('/api/auth/login', { email: EMAIL, password: `${MARK} guess` });
  await post('/api/auth/forgot-password', { email: EMAIL });
  const client = await signIn(stack.url, { email: EMAIL, password: PASSWORD });
  // two-step sign-in needs a verified address
  const knex = knexFactory({ client: 'pg', connection: stack.record().databaseUrl, pool: { min: 0, max: 1 } });
  await knex('account').where({ email: EMAIL }).update({ email_verified_at: knex.fn.now() });
  await knex.destroy();
  const setUp = (await client.request('POST', '/api/auth/second-factor/setup', { password: PASSWORD })).body;

  const file = new FormData();
  file.append('file', new File([`# ${MARK}\n\n${`A sentence of ${MARK} that somebody keeps to themselves. `.repeat(40)}`], `${MARK}.md`));
  const bearer = { authorization: `Bearer ${registered.access_token}` };
  await fetch(`${stack.url}/api/sources`, { method: 'POST', headers: bearer, body: file });
  const form = { age: 30, topic: knownTopic(`Bees, ${MARK}`), learning_goals: `${MARK} goals`, specific_skills: `${MARK} skills` };
  const first = await client.start(form);
  await client.finish(first.task_id, { timeoutMs: 180_000 });

  const document = (await client.request('GET', '/api/openapi.json')).body as { paths: Record<string, Record<string, Operation>> };
  const walk = async (): Promise<void> => {
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, { operationId, requestBody }] of Object.entries(operations)) {
        if (LEFT_OUT.test(operationId)) continue;
        const address = path
          .replaceAll('{user_id}', client.userId)
          .replaceAll(/\{token\}/g, MARK)
          .replaceAll(/\{\w+\}/g, first.task_id);
        const schema = requestBody?.content['application/json']?.schema;
        const bodies = schema ? [valueOf(schema, client.userId), { [MARK]: { text: MARK } }] : [undefined];
        for (const body of bodies) {
          const query = method === 'get' ? `?q=${MARK}&query=${MARK}&search=${MARK}` : '';
          const answer = await client.request(method.toUpperCase(), `${address}${query}`, body).catch(() => null);
          counts.calls += 1;
          if (answer && answer.status < 300) counts.accepted += 1;
          if (answer && answer.status >= 500) counts.failed += 1;
        }
      }
  };
  await walk();
  for (const service of ['*', 'mail', 'stripe']) await control('PUT', 'faults', { service, mode: service === 'mail' ? 'down' : '500' });
  await control('PUT', 'faults', { service: 'claude', mode: 'garbage' });
  const broken = await client.start({ ...form, topic: knownTopic(`Tides, ${MARK}`) });
  await walk();
  await pause(20_000);
  await control('DELETE', 'faults');
  await client.finish(broken.task_id, { timeoutMs: 180_000 });
  await pause(3_000);

  const secrets = [MARK, registered.access_token, registered.refresh_token, setUp?.secret].filter((one) => typeof one === 'string');
  const encoded = secrets.flatMap((secret) => [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64').slice(0, -4),
  ]);
  for (const line of stack.output().split('\n')) for (const secret of encoded) if (line.includes(secret)) found.add(line.slice(0, 400));
  const lines = stack.output().split('\n').length;
  console.log(
    `${counts.calls} calls, ${counts.accepted} accepted, ${counts.failed} answered 5xx; ${lines} lines of log, ${found.size} with something of a person`,
  );
} finally {
  await stack.stop();
}
for (const line of [...found].slice(0, 20)) console.log(`  ${line}`);
process.exit(found.size === 0 && counts.accepted > 50 ? 0 : 1);
