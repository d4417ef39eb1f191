import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { config, type Config } from '#domain/platform/config.ts';
import { forgetLimits } from '#domain/vendors/llm/llm.client.ts';
import { patience } from '#ops/testing/slowness.ts';
import { startOtherModel, type Body, type OtherModel, type Way } from './other-model.factory.ts';
import { usePipeline } from './pipeline.factory.ts';

const pipeline = usePipeline();
let server: OtherModel;
beforeAll(async () => {
  server = await startOtherModel(() => pipeline.sandbox().url);
});
afterAll(() => server.close());
beforeEach(async () => {
  forgetLimits();
  await pipeline.database.knex('model_trait').delete();
});

const [LESSONS, MODULES] = [12, 4];
/** Outline, research, for each module its texts and its workshop, and for each lesson its quiz and the check by the same model. */
const CALLS = 2 + 2 * MODULES + 2 * LESSONS;

/** Connects only this service. */
function connect(service: Service, settings: Partial<Config['vendors'][Service]>): void {
  const vendors = Object.fromEntries(
    SERVICES.map((one) => [
      one,
      { ...config().vendors[one], apiKey: '', ...(one === service && { apiKey: 'sk-0123456789', ...settings }) },
    ]),
  );
  pipeline.configure({ vendors: vendors as Config['vendors'] });
}
const OWN = { model: 'qwen3:8b', compatible: { contextTokens: 32_768, price: { input: 0, output: 0 } } };

/** Writes a course of twelve lessons with a model that behaves this way. @returns its calls */
async function writeWith(way: Way) {
  server.change(way);
  const { run, runId, content } = await pipeline.write({ topic: 'Lighthouses of the coast', duration: '2 weeks' }, undefined, 200_000);
  expect([run.status, content?.quality_level, content?.missing_lessons]).toEqual(['completed', 'standard', 0]);
  const lessons = lessonsOf(content!);
  expect(lessons).toHaveLength(LESSONS);
  for (const { quiz, notes, title } of lessons) expect([quiz.length > 0, notes], title).toEqual([true, []]);
  const calls = await pipeline.database
    .knex('vendor_call')
    .where({ run_id: runId })
    .orderBy('id')
    .select('purpose', 'outcome', 'discarded', 'detail');
  expect(calls.filter(({ discarded }) => discarded)).toEqual([]);
  return calls;
}
const says = (body: Body, word: string): boolean => JSON.stringify(body).includes(word);

it(
  'an organisation that OpenAI has not verified writes a whole course: it may neither stream nor see thoughts',
  { timeout: patience(240_000) },
  async () => {
    connect('openai', { baseURL: `${server.url}/openai/v1`, model: 'gpt-6.1-terra', compatible: null });
    const unverified = 'Your organization must be verified to';
    const calls = await writeWith({
      refuses: (body) => {
        if ('summary' in (body['reasoning'] as object)) return `${unverified} generate reasoning summaries.`;
        return body['stream'] === true ? `${unverified} stream this model.` : null;
      },
    });
    expect(calls.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    expect(calls).toHaveLength(CALLS);
    // outline and research begin together, and each discovers it separately
    expect(server.refused.length).toBeLessThanOrEqual(2);
  },
);

it(
  'an old model writes a whole course: it accepts max_tokens, but no schemas and no separate instructions',
  { timeout: patience(240_000) },
  async () => {
    connect('claude', { ...OWN, baseURL: `${server.url}/ollama/v1` });
    const calls = await writeWith({
      refuses: (body) => {
        if ('max_completion_tokens' in body) return 'Unrecognized request argument supplied: max_completion_tokens';
        if (says(body, 'json_schema"')) return "response_format 'json_schema' is not supported";
        return says(body, '"role":"system"') ? 'System role not supported' : null;
      },
    });
    expect(calls.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    expect(calls).toHaveLength(CALLS);
    expect(server.refused.length).toBeLessThanOrEqual(4);
  },
);

it(
  'a model that thinks for long writes a whole course: a limit that its thoughts have used up grows once',
  { timeout: patience(240_000) },
  async () => {
    connect('claude', { ...OWN, model: 'gemma3:4b', baseURL: `${server.url}/ollama/v1` });
    // more than a check's initial limit
    const calls = await writeWith({ thoughts: 4_000 });
    const hit = calls.filter(({ outcome }) => outcome !== 'ok');
    for (const { detail } of hit) expect(detail).toMatch(/truncated at \d+ tokens/);
    // for each purpose whose limit was too low (that of a module is not), the calls in progress at that time, of which this server accepts one or two
    expect(new Set(hit.map(({ purpose }) => purpose))).toEqual(new Set(['research', 'review']));
    expect(hit.length).toBeLessThanOrEqual(5);
    expect(calls).toHaveLength(CALLS + hit.length);
  },
);
