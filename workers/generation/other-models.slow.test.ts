import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { config, type Config } from '#domain/platform/config.ts';
import { forgetLimits } from '#domain/vendors/llm/llm.client.ts';
import { startStandIn, type StandIn } from '#ops/models/stand-in/stand-in.ts';
import { refuse, type Way } from '#ops/models/ways/way.ts';
import { usePipeline } from './pipeline.factory.ts';

const pipeline = usePipeline();
let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn();
});
afterAll(() => standIn.close());
beforeEach(async () => {
  forgetLimits();
  await pipeline.database.knex('model_trait').delete();
});

const LESSONS = 12;
/** Outline, research, and of each lesson its text, its quiz and the check of that by itself. */
const CALLS = 2 + 3 * LESSONS;

/** Connects one service and nobody else. */
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

/** Has a course of twelve lessons written by one model that does so. @returns its calls, and how many requests it refused */
async function writeWith(way: Pick<Way, 'refuses' | 'delivery'>) {
  standIn.change({ ways: [{ id: 'way', kind: 'wire', source: '', servers: '', must: 'right', ...way }], seed: 1, rate: 1 });
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
  return { calls, refused: standIn.calls.filter(({ status }) => status !== 200) };
}
const inside = (body: object, ...names: string[]) =>
  names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], body);

it(
  'an organisation that OpenAI has not verified writes a whole course: it may neither stream nor see thoughts',
  { timeout: 240_000 },
  async () => {
    connect('openai', { baseURL: `${standIn.url}/openai/v1`, model: 'gpt-6.1-terra', compatible: null });
    const unverified = 'Your organization must be verified to';
    const { calls, refused } = await writeWith({
      refuses: (call) =>
        refuse(
          400,
          `${unverified} generate reasoning summaries.`,
          {},
          ({ body }) => inside(body, 'reasoning', 'summary') !== undefined,
        )(call) ?? refuse(400, `${unverified} stream this model.`, {}, ({ body }) => body['stream'] === true)(call),
    });
    expect(calls.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    expect(calls).toHaveLength(CALLS);
    // outline and research begin together, and each finds out by itself
    expect(refused.length).toBeLessThanOrEqual(2);
  },
);

it(
  'an old model writes a whole course: it knows max_tokens, but no schemas and no instructions of their own',
  { timeout: 240_000 },
  async () => {
    connect('claude', { ...OWN, baseURL: `${standIn.url}/v1` });
    const { calls, refused } = await writeWith({
      refuses: (call) =>
        refuse(
          400,
          'Unrecognized request argument supplied: max_completion_tokens',
          {},
          ({ body }) => 'max_completion_tokens' in body,
        )(call) ??
        refuse(400, "response_format 'json_schema' is not supported", {}, ({ schema }) => schema !== null)(call) ??
        refuse(400, 'System role not supported', {}, ({ body }) => JSON.stringify(body['messages']).includes('"role":"system"'))(call),
    });
    expect(calls.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    expect(calls).toHaveLength(CALLS);
    expect(refused.length).toBeLessThanOrEqual(4);
  },
);

/** Tokens that it thinks before each answer, which count as its output: more than a review may have at first. */
const THOUGHTS = 4_000;

it(
  'a model that thinks for long writes a whole course: a limit that its thoughts have used up grows once',
  { timeout: 240_000 },
  async () => {
    connect('claude', { ...OWN, baseURL: `${standIn.url}/v1` });
    const thinking = { field: 'reasoning_content', text: 'Let me think about {this} for a while. '.repeat(THOUGHTS / 10) };
    const { calls } = await writeWith({
      delivery: ({ mostTokens, inputTokens }, text) => {
        const room = Math.max(0, (mostTokens ?? Infinity) - THOUGHTS) * 4;
        const output = Math.min(mostTokens ?? Infinity, THOUGHTS + Math.ceil(text.length / 4));
        return {
          thinking,
          usage: { input: inputTokens, output },
          ...(text.length > room && { text: text.slice(0, room), finish: 'length' }),
        };
      },
    });
    const hit = calls.filter(({ outcome }) => outcome !== 'ok');
    for (const { detail } of hit) expect(detail).toMatch(/truncated at \d+ tokens/);
    // for each purpose whose limit was too low the calls that were under way together, of which this server takes one or two
    expect(new Set(hit.map(({ purpose }) => purpose))).toEqual(new Set(['research', 'lesson', 'review']));
    expect(hit.length).toBeLessThanOrEqual(5);
    expect(calls).toHaveLength(CALLS + hit.length);
  },
);
