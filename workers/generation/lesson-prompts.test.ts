import { afterAll, beforeAll, expect, it } from 'vitest';
import { SERVICES } from '#contract/platform/status.contract.ts';
import type { Config } from '#domain/platform/config.ts';
import type { CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { startOtherModel, type Body, type OtherModel } from './other-model.factory.ts';
import { usePipeline } from './pipeline.factory.ts';

const pipeline = usePipeline();
let server: OtherModel;
beforeAll(async () => {
  server = await startOtherModel(() => pipeline.sandbox().url);
});
afterAll(() => server.close());

/**
 * Share of the modules' prompts that is identical from the first byte, and so can be found in a vendor's prompt cache. Measured: 0.86, some
 * 1,480 tokens.
 */
const SHARED = 0.84;

/** Returns the prompt of a call from its first byte: the instructions, then the question. */
const saidIn = (body: Body): string => JSON.stringify(body['messages']);

function commonBeginning(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let end = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, end))) end -= 1;
  return first.slice(0, end);
}

it('the prompts of a run’s modules are the same, byte for byte, up to the module itself, with a summary of each of the others, and those of other steps up to their lesson', async () => {
  const compatible = { contextTokens: 16_384, price: { input: 0, output: 0 } };
  const vendor = { baseURL: `${server.url}/ollama/v1`, apiKey: 'none', model: 'qwen3:8b', compatible };
  pipeline.configure({ vendors: Object.fromEntries(SERVICES.map((service) => [service, vendor])) as Config['vendors'] });
  const { run, runId } = await pipeline.write({ topic: 'Lighthouses of the coast', duration: '2 weeks' });
  expect(run.status).toBe('completed');
  const lessons = server.bodies.map(saidIn).filter((said) => said.includes('Write this module of the course'));
  const { plan }: { plan: CoursePlan } = await pipeline.database.knex('course_run').where({ run_id: runId }).first('plan');
  expect(lessons).toHaveLength(4);

  const shared = commonBeginning(lessons);
  expect(shared.slice(shared.lastIndexOf('<'))).toBe(JSON.stringify('<module>{"module":').slice(1, -1));
  const length = lessons.reduce((sum, text) => sum + text.length, 0) / lessons.length;
  expect(shared.length / length).toBeGreaterThan(SHARED);

  for (const { lessons: planned } of plan!.modules)
    for (const { title, summary } of planned)
      for (const said of [title, summary.slice(0, 60)])
        expect(shared).toContain(JSON.stringify(JSON.stringify(said).slice(1, -1)).slice(1, -1));
  // without sources there are no instructions on citing them
  expect(shared).not.toContain('passage');

  const beginningOf = (words: string) => {
    const calls = server.bodies.map(saidIn).filter((said) => said.includes(words));
    expect(calls.length, words).toBeGreaterThan(1);
    return commonBeginning(calls);
  };
  expect(beginningOf('You write the questions')).toContain('</brief>');
  expect(beginningOf('You write the workshop')).toContain('</brief>');
  expect(beginningOf('You review a lesson')).toContain('</course>');
});
