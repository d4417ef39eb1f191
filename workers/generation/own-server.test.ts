import { afterAll, beforeAll, expect, it } from 'vitest';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { eachService, SERVICES } from '#contract/platform/ai-services.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { config, type Config } from '#domain/platform/config.ts';
import { learnTraits } from '#domain/vendors/llm/profile/model-profile.commands.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { SHORT, usePipeline } from './pipeline.factory.ts';

const pipeline = usePipeline();
let other: Sandbox;
beforeAll(async () => {
  other = await startSandbox({ port: 0 });
});
afterAll(() => other.close());

/** Two of the installation's own servers, each with two models, which alternate as the services. */
function twoServers(contextTokens = 8_192): Partial<Config> {
  const compatible = { contextTokens, price: { input: 0, output: 0 } };
  const at = (sandbox: Sandbox, model: string) => ({ baseURL: `${sandbox.url}/ollama/v1`, apiKey: 'none', model, compatible });
  const one = pipeline.sandbox();
  const slots = [at(other, 'qwen3:8b'), at(one, 'qwen3:8b'), at(other, 'gemma3:4b'), at(one, 'llama3.2:3b')];
  return {
    vendors: eachService((service) => slots[SERVICES.indexOf(service) % slots.length]!),
    vendor: { ...config().vendor, callTimeoutMs: 1 },
  };
}

it('two servers of one’s own write a whole course, although three of ten answers are malformed, and it costs nothing', async () => {
  pipeline.configure(twoServers());
  await pipeline.control('PUT', 'faults', { service: 'local', mode: 'garbage', probability: 0.3 });
  const { run, runId, content } = await pipeline.write({ ...SHORT, topic: 'The night sky' });
  expect(run).toMatchObject({ status: 'completed', progress: 100 });
  const lessons = lessonsOf(content!);
  expect(lessons).toHaveLength(3);
  for (const { content: text } of lessons) expect(text.length).toBeGreaterThan(600);
  const calls = await pipeline.database
    .knex('vendor_call')
    .where({ run_id: runId })
    .select('service', 'model', 'cost_micro_usd', 'outcome');
  expect(new Set(calls.map(({ model }) => model))).toEqual(new Set(['qwen3:8b', 'gemma3:4b', 'llama3.2:3b']));
  for (const { cost_micro_usd: cost } of calls) expect(cost ?? 0).toBe(0);
  const events = await pipeline.database.knex('run_event').where({ run_id: runId }).pluck('text');
  expect(events.join('\n')).toMatch(/(?:qwen3:8b|gemma3:4b) wrote lesson/);
});

it('a lesson’s material is shortened for a small context window, and the list of calls says so', async () => {
  pipeline.configure(twoServers(4_300));
  const { run, runId } = await pipeline.write({ ...SHORT, topic: 'The night sky' });
  expect(run.status).toBe('completed');
  const details = await pipeline.database
    .knex('vendor_call')
    .where({ run_id: runId, outcome: 'ok' })
    .whereNotNull('detail')
    .pluck('detail');
  expect(details).toContainEqual(expect.stringMatching(/^shortened to fit 4300 tokens: /));
});

it('A34 one server with one model is enough: a course with checked quizzes, no call thrown away, its author named by the model', async () => {
  const [server] = Object.values(twoServers().vendors!);
  pipeline.configure({
    vendors: eachService((service) => ({ ...server!, ...(service !== 'claude' && { apiKey: '' }) })),
  });
  const { run, runId, content } = await pipeline.write(SHORT);
  expect([run.status, content!.quality_level]).toEqual(['completed', 'standard']);
  const lessons = lessonsOf(content!);
  for (const { written_with, reviewed_by, quiz, notes } of lessons) {
    expect([written_with, reviewed_by, notes]).toEqual([{ model: 'qwen3:8b', connection: 'own_server' }, null, []]);
    expect(quiz.length).toBeGreaterThan(0);
  }
  const calls = await pipeline.database.knex('vendor_call').where({ run_id: runId }).select('purpose', 'outcome', 'discarded');
  // outline, research, a workshop in each module, and for each lesson its text, its quiz and the check
  expect(calls).toHaveLength(2 + content!.modules.length + 3 * lessons.length);
  expect(calls.filter(({ outcome, discarded }) => outcome !== 'ok' || discarded)).toEqual([]);
});

it('two slots with one model are one service: it reads its own text once more, and that is no check', async () => {
  const { claude } = twoServers().vendors!;
  const same = { ...claude, baseURL: `${other.url}/ollama/v1` };
  pipeline.configure({ vendors: { ...eachService(() => ({ ...same, apiKey: '' })), claude, gemini: same } });
  const { runId, content } = await pipeline.write({ ...SHORT, topic: 'The night sky' });
  for (const { reviewed_by, quiz } of lessonsOf(content!)) expect([reviewed_by, quiz.length > 0]).toEqual([null, true]);
  const told = await pipeline.database.knex('run_event').where({ run_id: runId, event: 'lesson.reviewed' }).pluck('text');
  expect(told).toEqual(
    lessonsOf(content!).map(() => expect.stringMatching(/ once more\. It also wrote it, so the lesson counts as not checked\.$/)),
  );
});

it('a course that no connected model has context for is refused before anything is charged, with the number', async () => {
  pipeline.configure(twoServers(2_048));
  const accountId = await givenOwner({ tokens: 1_000 });
  await expect(pipeline.write({ ...SHORT, topic: 'The night sky', duration: '6 months' }, accountId)).rejects.toMatchObject({
    code: 'vendors.context_too_small',
    message: expect.stringMatching(/a context of 2,048 tokens, and this course needs \d,\d{3}\./),
  });
  expect(await pipeline.database.knex('run').where({ account_id: accountId })).toEqual([]);
  expect(await pipeline.database.knex('token_hold').where({ owner_id: accountId })).toEqual([]);
});

it('learnt limits of a model count too; it is asked last if another one can do it', async () => {
  pipeline.configure(twoServers());
  const { claude, openai } = config().vendors;
  for (const at of [claude, openai]) await learnTraits(at, { context: 2_048 }, 'it refused a longer request');
  const { run, runId } = await pipeline.write({ ...SHORT, topic: 'The night sky' });
  expect(run.status).toBe('completed');
  const asked = await pipeline.database.knex('vendor_call').where({ run_id: runId }).distinct().pluck('service');
  expect(asked).toEqual(expect.arrayContaining(['gemini', 'grok']));
  for (const small of ['claude', 'openai']) expect(asked).not.toContain(small);
});
