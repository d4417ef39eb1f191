import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PASSWORD, send } from '#api/testing/test-api.ts';
import { LUMEN } from '#contract/platform/further-service.factory.ts';
import { givenTokens } from '#domain/billing/ledger/wallet.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { patience } from '#ops/testing/slowness.ts';
import { freePorts } from './stack.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PRELOADED = path.join(import.meta.dirname, 'further-service.preload.ts');
const WITHIN = { timeout: 180_000, interval: 100 };
const database = useTestDatabase();
const children: ChildProcess[] = [];
const dataDir = mkdtempSync(path.join(tmpdir(), 'coursewright-further-'));
let origin: string;
let sandbox: string;
let operator: { bearer: string; userId: string };

/** Starts one of the product's programs with the row; `output` is its output so far. */
function start(program: string, env: Record<string, string>): { child: ChildProcess; output: () => string } {
  const output: string[] = [];
  const child = spawn(process.execPath, ['--import', PRELOADED, path.join(root, program)], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_POOL: '5',
      LOG_LEVEL: 'info',
      SANDBOX_LATENCY_MS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  return { child, output: () => output.join('') };
}

/** Starts a whole installation: preparing the database, as on every start, adds the service. */
beforeAll(async () => {
  const [port, adminPort, workerAdminPort, sandboxPort, smtpPort] = (await freePorts(5)).map(String) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const env = {
    PORT: port,
    ADMIN_PORT: adminPort,
    WORKER_ADMIN_PORT: workerAdminPort,
    SANDBOX_PORT: sandboxPort,
    SANDBOX_SMTP_PORT: smtpPort,
    PUBLIC_ORIGIN: `http://localhost:${port}`,
  };
  origin = `http://127.0.0.1:${port}`;
  sandbox = `http://127.0.0.1:${sandboxPort}`;
  const { child: preparing, output } = start('ops/scripts/prepare.ts', env);
  const [code] = (await once(preparing, 'exit')) as [number];
  if (code !== 0) throw new Error(output());
  start('ops/sandbox/main.ts', env);
  const programs = [start('api/main.ts', env), start('workers/main.ts', env)];
  const isReady = (address: string) =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const address of [`${origin}/api/health/ready`, `http://127.0.0.1:${workerAdminPort}/health/ready`])
    await vi
      .waitUntil(() => isReady(address), WITHIN)
      .catch(async (cause: unknown) => {
        const said = await fetch(address).then((answer) => answer.text(), String);
        throw new Error(`${address}: ${said}\n${programs.map((one) => one.output()).join('\n')}`, { cause });
      });

  const { json } = await send(origin, '/api/auth/register', {
    body: { email: 'admin@example.com', password: PASSWORD, first_name: 'Ada', last_name: 'Okafor', terms_accepted: true },
  });
  operator = { bearer: json.access_token, userId: json.user.user_id };
  await database
    .knex('account')
    .where({ id: operator.userId })
    .update({ roles: ['operator', 'admin'] });
  await givenTokens(operator.userId, 100_000);
}, patience(400_000));
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = async (method: string, target: string, body?: object) => {
  const answer = await send(origin, target, { method, bearer: operator.bearer, ...(body && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json;
};
const connect = (service: string, base: string, model: string) =>
  ask('PUT', `/api/operator/connections/${service}`, { kind: 'vendor', base_url: `${sandbox}/${base}`, key: 'sk-0123456789abcdef', model });

it(
  'a fifth service is a row: connected, assigned, priced, and seen in a course, and the mentor answers with it',
  { timeout: patience(240_000) },
  async () => {
    // connected: its models are listed by its wire, and the list price is the row's
    const { models } = await ask('POST', '/api/operator/connections/lumen/models', {
      kind: 'vendor',
      base_url: `${sandbox}/lumen/v1`,
      key: 'sk-0123456789abcdef',
    });
    expect(models).toEqual([LUMEN.model]);
    await connect('claude', 'anthropic/v1', 'claude-sonnet-5-5');
    const { connections } = await connect('lumen', 'lumen/v1', LUMEN.model);
    expect(connections.find(({ service }: { service: string }) => service === 'lumen')).toMatchObject({
      state: 'connected',
      model: LUMEN.model,
      suggested_model: LUMEN.model,
      price: { input: 3, output: 9 },
      listed_since: '2026-01-01',
    });
    expect((await send(origin, '/api/about')).json.connected_services).toEqual(['claude', 'lumen']);

    // cast: an operator gives it the lessons
    await database.knex('default_cast').insert({ role: 'lesson', service: 'lumen' as never, model: null });
    const started = await send(origin, '/api/generate-course', {
      bearer: operator.bearer,
      headers: { prefer: 'respond-async' },
      body: {
        user_id: operator.userId,
        age: 30,
        topic: 'Insect hotels',
        learning_goals: 'Keep one colony',
        duration: '1 week intensive',
        content_depth: 'overview',
      },
    });
    expect(started.status, started.text).toBe(202);
    const read = () => ask('GET', `/api/generate-course/status/${started.json.task_id}`);
    await expect.poll(async () => (await read()).status, { timeout: 180_000 }).toBe('completed');

    // seen: in the status, whose four services stay as specified, and as the author of each lesson
    const status = await read();
    expect(Object.keys(status.services).slice(0, 4)).toEqual(['grok', 'claude', 'gemini', 'openai']);
    expect(status.services).toMatchObject({ lumen: 'completed', grok: 'pending' });
    expect(new Set(status.items.map(({ service }: { service: string }) => service))).toEqual(new Set(['lumen']));
    const { content } = (await database.knex('course_version').where({ course_id: status.result.course_id }).first('content'))!;
    const lessons = content.modules.flatMap((module: { lessons: object[] }) => module.lessons);
    expect(lessons[0]).toMatchObject({
      written_by: 'lumen',
      reviewed_by: 'claude',
      written_with: { model: LUMEN.model, connection: 'vendor' },
    });

    // priced: each call by the row's prices
    const calls = await database.knex('vendor_call').where({ service: 'lumen', outcome: 'ok', purpose: 'lesson' });
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) expect(call.cost_micro_usd).toBe(call.input_tokens! * 3 + call.output_tokens! * 9);

    // the mentor is asked for by its name
    await send(origin, '/api/mentor/messages', {
      bearer: operator.bearer,
      body: { message_id: '0197a1b2-0000-7000-8000-000000000042', message: 'When do bees swarm?', ai_engine: 'lumen' },
    });
    expect(await database.knex('mentor_message').where({ sender: 'other' }).first()).toMatchObject({ state: 'sent', engine_used: 'lumen' });
  },
);

it('the database refuses a name without a row', async () => {
  await expect(database.knex('default_cast').insert({ role: 'review', service: 'nobody' as never, model: null })).rejects.toThrow(
    'default_cast_service_known',
  );
  await expect(
    database.knex('mentor_session').insert({ id: randomUUID(), account_id: operator.userId, title: 'Bees', engine: 'nobody' as never }),
  ).rejects.toThrow('mentor_session_engine_known');
});
