import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { atSandbox } from '#domain/platform/settings/model-settings.ts';
import { database } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { patience } from '#ops/testing/slowness.ts';
import { startWorkerProcess, type WorkerProcess } from '../platform/worker-process.ts';
import { PROCESSORS } from '../processors.ts';

/** A worker in this process, against the sandbox; the api is a separate process, which is killed. */
const store = useTestDatabase({ workerAdminPort: 0 });
const dataDir = mkdtempSync(path.join(tmpdir(), 'coursewright-agent-'));
let sandbox: Sandbox;
let worker: WorkerProcess;
let api: ChildProcess;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 5 });
  setConfig({ ...config(), vendors: atSandbox(config().vendors, sandbox.url), spend: { userCents: 0, installCents: 0 } });
  worker = await startWorkerProcess({ lanes: ['interactive'], processors: PROCESSORS, periodic: {} });
});
afterAll(async () => {
  api.kill('SIGKILL');
  await worker?.drain();
  await sandbox?.close();
  rmSync(dataDir, { recursive: true });
});

/** @returns its address, which is different each time */
async function startApi(): Promise<string> {
  let output = '';
  api = spawn(process.execPath, [path.join(import.meta.dirname, '../../api/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      DATABASE_URL: store.url,
      DATABASE_POOL: '5',
      PORT: '0',
      ADMIN_PORT: '0',
      PUBLIC_ORIGIN: 'http://localhost:3000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  api.stdout!.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 60_000 }).toContain('api is listening');
  return `http://127.0.0.1:${JSON.parse(output.split('\n').find((text) => text.includes('api is listening'))!).port}`;
}

async function connect(origin: string, key: string): Promise<Client> {
  const agent = new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await agent.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin), { authProvider: { token: async () => key } }));
  return agent;
}

const use = async (agent: Client, name: string, args: Record<string, unknown> = {}, heard?: unknown[]) => {
  const answer = await agent.callTool({ name, arguments: args }, heard && { onprogress: (progress) => void heard.push(progress) });
  expect(answer.isError, JSON.stringify(answer.content)).not.toBe(true);
  return { data: answer.structuredContent as any, text: answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n') };
};

it(
  'an agent has a course written, reads it and answers its reviews; the api is killed in between, and the agent continues',
  { timeout: patience(300_000) },
  async () => {
    const accountId = await givenOwner();
    const { secret } = await givenKey({ accountId, scopes: ['courses:read', 'generate', 'learn'], dayBudget: 1_000 });
    let agent = await connect(await startApi(), secret);
    const { data: quote } = await use(agent, 'quote_course', {
      topic: 'Keeping bees',
      learning_goals: 'Look after one hive for a year',
      age: 30,
      duration: '1 week intensive',
    });
    const order = { quote_id: quote.quote_id, confirm: true };
    const { data: begun } = await use(agent, 'write_course', order);

    // in the middle of writing, a client that follows the run loses the connection
    const lost = use(agent, 'follow_run', { task_id: begun.task_id, seconds: 50 }).then(
      () => 'told',
      () => 'cut off',
    );
    await expect
      .poll(async () => (await database()('run').where({ id: begun.task_id }).first('status'))?.status, { timeout: 60_000 })
      .toBe('running');
    api.kill('SIGKILL');
    expect(await lost).toBe('cut off');

    agent = await connect(await startApi(), secret);
    // it sends its order again, because it does not know whether the first arrived
    expect((await use(agent, 'write_course', order)).data.task_id).toBe(begun.task_id);
    const heard: unknown[] = [];
    let run: { status: string; course_id: string };
    do run = (await use(agent, 'follow_run', { task_id: begun.task_id, seconds: 50 }, heard)).data;
    while (run.status === 'queued' || run.status === 'running');
    expect(run.status).toBe('completed');
    expect(heard.length).toBeGreaterThan(0);
    expect(await database()('course').where({ account_id: accountId })).toHaveLength(1);

    const { course_id } = run;
    const { data: outline } = await use(agent, 'read_course', { course_id });
    const [lesson] = outline.modules[0].lessons;
    const { text } = await use(agent, 'read_lesson', { course_id, lesson_id: lesson.lesson_id });
    const questions = JSON.parse(/\(JSON; answer_question marks them\):\n(\[.*\])/.exec(text)![1]!) as {
      question_id: string;
      kind: string;
      options?: { id: string }[];
    }[];
    const asked = questions.find(({ kind }) => kind === 'single' || kind === 'true_false')!;
    await use(agent, 'answer_question', {
      course_id,
      lesson_id: lesson.lesson_id,
      question_id: asked.question_id,
      chosen_ids: [asked.options![0]!.id],
    });
    await database()('review_card').update({ due_at: new Date() });
    const { data: due } = await use(agent, 'due_reviews', { course_id });
    expect(due.due).toBeGreaterThan(0);
    for (const card of due.cards) {
      const { data: marked } = await use(agent, 'answer_question', {
        course_id,
        lesson_id: card.lesson_id,
        question_id: card.question_id,
        chosen_ids: [card.options[0].id],
      });
      expect(Date.parse(marked.due_at)).toBeGreaterThan(Date.now());
    }
    await use(agent, 'complete_lesson', { course_id, lesson_id: lesson.lesson_id });
    await agent.close();
  },
);
