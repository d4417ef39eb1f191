import { expect, it } from 'vitest';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { config, type Config } from '#domain/platform/config.ts';
import type { CallRecord } from '#ops/sandbox/control/call-log.ts';
import { usePipeline } from './pipeline.factory.ts';

/** A model that writes lessons but cannot write a quiz. */
const UNABLE = 'qwen3:8b';
const PROSE = 'Certainly! Here is your quiz. Question one: what do bees eat? The answer is nectar.';
let spoilt: (call: CallRecord) => boolean;
const { database, write, configure, processAtOnce, sandbox } = usePipeline({
  answer: (call, composed) => (spoilt(call) ? PROSE : composed),
});

/** Connects the installation's own servers to these services, and nothing to the others. */
function connect(models: Partial<Record<Service, string>>): void {
  const of = (service: Service) => ({
    baseURL: `${sandbox().url}/ollama/v1`,
    apiKey: models[service] ? 'none' : '',
    model: models[service] ?? '',
    compatible: { contextTokens: 8_192, price: { input: 0, output: 0 } },
  });
  configure({
    vendors: { ...config().vendors, ...Object.fromEntries(SERVICES.map((service) => [service, of(service)])) } as Config['vendors'],
  });
}
/** The calls for the questions of lessons; a workshop is practice too, and a task of its own. */
const quizCalls = (runId: string, model: string) =>
  database
    .knex('vendor_call')
    .where({ run_id: runId, purpose: 'practice', model })
    .whereIn('step_id', database.knex('step').where({ run_id: runId }).whereLike('key', 'practice:%').select('id'));
const lines = (runId: string, event: string) => database.knex('run_event').where({ run_id: runId, event }).orderBy('id').pluck('text');

it('a task that a model has failed three times in a run is not given to it again there; the next one is asked', async () => {
  connect({ openai: UNABLE, claude: 'gemma3:4b' });
  processAtOnce(1);
  spoilt = ({ model, purpose }) => model === UNABLE && purpose === 'practice';
  const { runId, content } = await write({});
  const lessons = lessonsOf(content!);
  expect(lessons.map(({ quiz }) => quiz.length > 0)).toEqual(Array.from({ length: 9 }, () => true));
  expect(await quizCalls(runId, UNABLE)).toHaveLength(3);
  expect(await quizCalls(runId, 'gemma3:4b')).toHaveLength(9);
  // and it writes all other parts assigned to it
  expect(await database.knex('vendor_call').where({ run_id: runId, model: UNABLE, purpose: 'review', outcome: 'ok' })).not.toHaveLength(0);
  expect((await lines(runId, 'service.failed')).at(-1)).toMatch(
    new RegExp(`^Lesson 1\\.[123]: 3 answers from ${UNABLE} could not be used\\. It will not be asked for this again in this run\\.$`),
  );
});

it('if there is no other, the steps say so, and name the model', async () => {
  connect({ claude: UNABLE });
  processAtOnce(1);
  spoilt = ({ purpose }) => purpose === 'practice';
  const { runId, content } = await write({});
  const lessons = lessonsOf(content!);
  for (const { notes } of lessons) expect(notes).toEqual(['no_practice']);
  // at most the first call of each lesson, and a repeated one with the problem: some never begin
  const calls = await quizCalls(runId, UNABLE);
  expect(calls.length).toBeGreaterThanOrEqual(3);
  expect(calls.length).toBeLessThanOrEqual(10);
  expect(await lines(runId, 'step.failed')).toContain(
    `The practice of lesson 3.3 could not be written: the answers from ${UNABLE} cannot be used.`,
  );
});

it('a model that gets the form right after being told the problem is still asked', async () => {
  connect({ claude: UNABLE });
  processAtOnce(1);
  const asked = new Map<string, number>();
  // the first answer for each lesson
  spoilt = ({ purpose, key }) => {
    asked.set(key, (asked.get(key) ?? 0) + 1);
    return purpose === 'practice' && asked.get(key) === 1;
  };
  const { runId, content } = await write({});
  expect(lessonsOf(content!).every(({ quiz }) => quiz.length > 0)).toBe(true);
  expect(await quizCalls(runId, UNABLE)).toHaveLength(18);
});
