import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';

// The script runs as a separate process, as for a user, against a server that implements the contract.
const SCRIPT = fileURLToPath(new URL('./course.ts', import.meta.url));
const user = {
  user_id: 'u1',
  email: 'learner@example.com',
  first_name: 'L',
  last_name: 'L',
  name: 'A L',
  subscription_status: 'free',
  subscription_plan: null,
  subscription_expires: null,
  trial_used: false,
  courses_saved: [],
  roles: ['learner'],
};
const lesson = {
  lesson_id: 'l1',
  index: '0_0',
  title: 'The hive',
  content: 'Bees live there.',
  objectives: [],
  key_takeaways: [],
  duration_minutes: 20,
  quiz: [],
  exercises: [],
  written_by: 'claude',
  reviewed_by: null,
  notes: [],
  completed: false,
  bookmarked: false,
  pinned: false,
};
const course = {
  course_id: 'c1',
  task_id: null,
  version: 1,
  title: 'Bees',
  description: 'A first year.',
  reading_place: null,
  difficulty: 'beginner',
  duration: '2 weeks',
  language: 'english',
  age_group: 'Adults',
  learning_objectives: [],
  expert_insights: [],
  industry_relevance: [],
  missing_lessons: 0,
  modules: [{ title: 'Spring', summary: '', lessons: [lesson] }],
  estimated_total_duration: '20 min',
  status: 'generated',
  progress: 0,
  saved_at: null,
  created_at: '2026-03-01T10:00:00.000Z',
  quality_level: 'high',
};
const envelope = (changes: Partial<StatusEnvelope>): StatusEnvelope => ({
  task_id: 'run-1',
  kind: 'course',
  status: 'running',
  progress: 10,
  stage: 'outline',
  title: null,
  language: 'english',
  topic: 'Bees',
  created_at: '',
  started_at: null,
  finished_at: null,
  services: { grok: 'pending', claude: 'pending', gemini: 'pending', openai: 'pending' },
  items: [],
  log: [],
  queue_position: null,
  eta: null,
  stopped: false,
  poll_after_ms: 10,
  tokens: { reserved: 0, charged: 0 },
  ...changes,
});
const item = {
  id: 'l1',
  module: 0,
  module_title: 'Spring',
  lesson: 0,
  title: 'The hive',
  state: 'completed',
  readable: true,
  service: 'claude',
} as const;
const COMPLETED = envelope({
  status: 'completed',
  progress: 100,
  stage: 'done',
  title: 'Bees',
  items: [item],
  result: { course_id: 'c1' },
});

let states: StatusEnvelope[];
let accessTokens: string[];
let posted: { body: Record<string, unknown>; prefer: string | undefined } | null;
let server: Server;
let url: string;
let dir: string;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'coursewright-course-'));
  server = createServer(async (request, response) => {
    const body = JSON.parse((await readText(request)) || 'null');
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const problem = (status: number, detail: string, errors?: unknown) =>
      answer(status, { type: 'about:blank', title: detail, status, detail, code: 'x', request_id: 'r', errors });
    const call = `${request.method} ${request.url}`;
    if (call === 'POST /api/auth/login') {
      if (body.password === 'wrong') return problem(401, 'Wrong email or password.');
      return answer(200, { access_token: 'first', refresh_token: 'renewal', user });
    }
    if (call === 'POST /api/auth/refresh') return answer(200, { access_token: 'second', refresh_token: 'renewal-2' });
    if (!accessTokens.includes(request.headers.authorization?.replace('Bearer ', '') ?? ''))
      return problem(401, 'The access token has expired.');
    if (call === 'POST /api/generate-course') {
      if (body.difficulty === 'silly')
        return problem(400, 'The request is not valid.', [{ path: 'difficulty', message: 'must be one of beginner, expert' }]);
      posted = { body, prefer: request.headers.prefer as string | undefined };
      return answer(202, states[0]);
    }
    if (call === 'GET /api/generate-course/status/run-1') return answer(200, states.length > 1 ? states.shift() : states[0]);
    if (call === 'GET /api/caller') return answer(200, { user_id: 'u1', key: null });
    if (call === 'GET /api/courses/u1/c1') return answer(200, { course });
    return problem(404, 'Run not found.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true });
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  states = [envelope({}), envelope({ progress: 25, stage: 'lessons', title: 'Bees', items: [item] }), COMPLETED];
  accessTokens = ['first', 'second'];
  posted = null;
});

function start(...words: string[]) {
  const child = spawn(process.execPath, [SCRIPT, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  const result = Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { child, result: result.then(([out, err, code]) => ({ out, err, code })) };
}
const run = (...words: string[]) => start(...words).result;

describe('npm run course', () => {
  it('starts a run, prints its progress by line, and prints the course', async () => {
    const { out, err, code } = await run('Bees', '--goals', 'Honey', '--url', url);
    expect(posted).toMatchObject({ body: { topic: 'Bees', learning_goals: 'Honey', age: 30 }, prefer: 'respond-async' });
    expect(err.trim().split('\n')).toEqual([
      ' 10 % · outline'.trim(),
      ' 25 % · lessons · 1 of 1 lessons readable · Bees',
      '100 % · done · 1 of 1 lessons readable · Bees',
    ]);
    expect(out).toMatch(/^# Bees\n\nA first year\./);
    expect(out).toMatch(/### 1\.1 The hive\n[^]*Bees live there\./);
    expect(code).toBe(0);
  });

  it('writes the course to --out, and renews an access token that expired on the way', async () => {
    accessTokens = ['second'];
    const file = path.join(dir, 'my course.md');
    const { out, err, code } = await run('Bees', '--url', url, '--out', file);
    expect([out, code]).toEqual(['', 0]);
    expect(readFileSync(file, 'utf8')).toMatch(/^# Bees/);
    expect(err).toContain('Bees, 1 modules, 20 min.');
  });

  it('uses an API key instead of signing in', async () => {
    accessTokens = ['cwk_live_1'];
    expect((await run('Bees', '--url', url, '--key', 'cwk_live_1')).code).toBe(0);
    expect((await run('Bees', '--url', url, '--key', 'cwk_live_2')).err).toContain('The server answered 401');
  });

  it('on Ctrl-C says that the run continues and how to watch it again, which works', async () => {
    states = [envelope({})];
    const file = path.join(dir, 'later.md');
    const { child, result } = start('Bees', '--url', url, '--out', file);
    child.stderr.once('data', () => child.kill('SIGINT'));
    const { err, code } = await result;
    expect(code).toBe(130);
    expect(err).toContain(`npm run course -- --run run-1 --url ${url} --out ${JSON.stringify(file)}`);

    states = [COMPLETED];
    posted = null;
    expect((await run('--run', 'run-1', '--url', url, '--out', file)).code).toBe(0);
    expect(posted).toBeNull();
    expect(readFileSync(file, 'utf8')).toMatch(/^# Bees/);
  });

  it('reports why there is no course', async () => {
    states = [envelope({ status: 'failed', error: { code: 'vendors.all_down', detail: 'None of the AI services could be reached.' } })];
    const { out, err, code } = await run('Bees', '--url', url);
    expect([out, code]).toEqual(['', 1]);
    expect(err.trim().split('\n').at(-1)).toBe('No course: None of the AI services could be reached. (vendors.all_down)');
  });

  it.each([
    [
      'a wrong password',
      () => ['Bees', '--url', url, '--password', 'wrong'],
      'Signing in as learner@example.com failed: Wrong email or password.',
    ],
    [
      'a refused field',
      () => ['Bees', '--url', url, '--difficulty', 'silly'],
      'The server answered 400: The request is not valid (difficulty: must be one of beginner, expert).',
    ],
    ['an unknown run', () => ['--run', 'nope', '--url', url], 'The server answered 404: Run not found.'],
    [
      'no server',
      () => ['Bees', '--url', 'http://127.0.0.1:9'],
      "No answer from http://127.0.0.1:9: is the server running? Start it with 'npm start', or name another one with --url.",
    ],
  ])('reports %s in one line', async (_name, words, message) => {
    expect(await run(...words())).toEqual({ out: '', err: `${message}\n`, code: 1 });
  });

  it('exits with 2 if no topic is named, and prints the usage if there are no words at all', async () => {
    expect(await run('--age', '12')).toEqual({ out: '', err: 'Name a topic: npm run course -- "<topic>"\n', code: 2 });
    const { out, err, code } = await run();
    expect([out, code]).toEqual(['', 2]);
    expect(err).toMatch(/^Usage: npm run course -- /);
    expect(await run('--help')).toMatchObject({ err: '', code: 0 });
  });
});
