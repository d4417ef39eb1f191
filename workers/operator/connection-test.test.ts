import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionTest } from '#contract/operator/service-connections.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { listServiceModels, testServiceConnection, type Entered } from '#domain/operator/connections/connection.commands.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { learnTraits } from '#domain/vendors/llm/profile/model-profile.commands.ts';
import { profileOf } from '#domain/vendors/llm/profile/model-profile.queries.ts';
import { usePipeline } from '../generation/pipeline.factory.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/outgoing: connection refused/);

const { database, sandbox } = usePipeline();
const WAIT = { timeout: 60_000, interval: 20 };
const MODEL = 'qwen3:8b';
const HOLDS = 32_768;

/** The parts of a request's body for which a server may refuse it. */
interface Body {
  readonly response_format?: object;
  readonly max_tokens?: number;
  readonly messages?: readonly { readonly content: string }[];
}
interface Refused {
  readonly status: number;
  readonly body: unknown;
}

/** What happens to further calls: each is refused, delayed, or answered with another text. */
interface Weather {
  readonly refuses?: (body: Body) => Refused | null;
  readonly says?: string;
  readonly waitMs?: number;
  /** It accepts a schema and ignores it: its answers have the form that the prompt describes, and otherwise none. */
  readonly ignoresSchema?: boolean;
}

/**
 * Starts a server like Ollama that answers as the sandbox does: nothing is at its address without `/v1`, and it reports what its loaded
 * model holds. `/openai` answers as OpenAI does.
 */
function startServer() {
  let weather: Weather = {};
  let words = '';
  let calls = 0;
  const server = createServer(async (request, response) => {
    const url = request.url ?? '/';
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    const text = await readText(request);
    if (url === '/api/ps') return send(200, { models: [{ name: MODEL, context_length: HOLDS }] });
    if (!/^\/(?:openai\/|v1\/|api\/)/.test(url)) return send(404, '404 page not found');
    if (request.method === 'POST' && url !== '/api/show') {
      calls += 1;
      words = text;
      if (weather.waitMs) await sleep(weather.waitMs);
      const refused = weather.refuses?.(JSON.parse(text) as Body);
      if (refused) return send(refused.status, refused.body);
      const says = weather.ignoresSchema && !text.includes('JSON Schema') ? 'A sparrow eats seeds.' : weather.says;
      if (says !== undefined) {
        const choice = { index: 0, message: { role: 'assistant', content: says }, finish_reason: 'stop' };
        return send(200, { id: 'c', object: 'chat.completion', created: 1, model: MODEL, choices: [choice] });
      }
    }
    const target = url.startsWith('/openai') ? url : `/ollama${url}`;
    const answer = await fetch(`${sandbox().url}${target}`, {
      method: request.method!,
      headers: { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' },
      ...(text !== '' && { body: text }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(await answer.text());
  });
  return {
    listen: async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')),
    close: () => server.closeAllConnections(),
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    calls: () => calls,
    /** The last call's body. */
    words: () => words,
    befalls: (next: Weather) => {
      weather = next;
      calls = 0;
    },
  };
}

const server = startServer();
const befalls = server.befalls;
/** Refuses every call in the same way, or those that match. */
const refuse =
  (status: number, message: string, rest: object = {}, holds: (body: Body) => boolean = () => true) =>
  (body: Body): Refused | null =>
    holds(body) ? { status, body: { error: { message, type: 'invalid_request_error', param: null, code: null, ...rest } } } : null;

let accountId: string;
beforeAll(async () => {
  await server.listen();
  accountId = await givenOwner();
});
afterAll(() => server.close());
beforeEach(async () => {
  befalls({});
  await database.knex('model_trait').delete();
});

type Tested = Entered & { readonly model: string; readonly context_tokens?: number; readonly price?: { input: number; output: number } };
const admin = () => ({ accountId, isAdmin: true, requestId: randomUUID() });
const runOf = (id: string) => database.knex('run').where({ id }).first();
const start = (entered: Tested) => testServiceConnection(entered, admin());
async function ended(id: string) {
  await vi.waitUntil(async () => ['completed', 'failed', 'cancelled'].includes((await runOf(id))!.status), WAIT);
  return (await runOf(id))!;
}
async function tested(entered: Tested): Promise<ConnectionTest> {
  const run = await ended(await start(entered));
  expect(run.status).toBe('completed');
  return run.result as ConnectionTest;
}
const own = (base_url: string, more: Partial<Tested> = {}): Tested => ({
  service: 'claude',
  kind: 'compatible',
  base_url,
  model: MODEL,
  ...more,
});
describe('a test of a connection', () => {
  it('has a lesson and its quiz written with the prompts of courses, and reports what it learnt, for an address without /v1', async () => {
    const listed = await listServiceModels({ service: 'claude', kind: 'compatible', base_url: server.url }, admin());
    expect(listed).toEqual({
      models: [MODEL, 'gemma3:4b', 'llama3.2:3b'],
      others: ['nomic-embed-text:latest'],
      baseURL: `${server.url}/v1`,
      problem: null,
    });
    const test = await tested(own(server.url));
    // the third one shows whether a schema is held that no word describes
    expect(server.calls()).toBe(3);
    expect(test).toMatchObject({
      problem: null,
      base_url: `${server.url}/v1`,
      is_path_added: true,
      schema: 'json_schema',
      context_tokens: HOLDS,
      cost_micro_usd: 0,
      remarks: [],
    });
    expect(test.needed_tokens).toBeLessThan(8_192);
    expect(test.lesson_words).toBeGreaterThan(150);
    expect(test.questions).toBeGreaterThan(0);
    expect(test.words_a_second).toBeGreaterThan(0);
    expect(test.tokens).toBeGreaterThan(500);
    // saving the discovered address starts with the facts already learnt
    expect(await profileOf({ baseURL: test.base_url, model: MODEL })).toMatchObject({
      context: HOLDS,
      words_a_second: test.words_a_second,
    });
  });

  it('learns that a server holds answers to schemas, and describes none to it any more', async () => {
    await tested(own(`${server.url}/v1`));
    expect(await profileOf({ baseURL: `${server.url}/v1`, model: MODEL })).toMatchObject({ schema_enforced: true });
    expect(server.words()).toContain('write the questions');
    expect(server.words()).not.toContain('JSON Schema');
  });

  it('learns that a server accepts schemas and ignores them, and goes on describing them', async () => {
    befalls({ ignoresSchema: true });
    expect(await tested(own(`${server.url}/v1`))).toMatchObject({ problem: null, schema: 'prompt' });
    expect(await profileOf({ baseURL: `${server.url}/v1`, model: MODEL })).toMatchObject({ schema_enforced: false });
    expect(server.words()).toContain('JSON Schema');
  });

  it('forgets earlier facts and measures again', async () => {
    const at = { baseURL: `${server.url}/v1`, model: MODEL };
    await learnTraits(at, { schema: 'prompt', most_output: 10, context: 100 }, 'long ago');
    expect(await tested(own(at.baseURL))).toMatchObject({ problem: null, schema: 'json_schema', context_tokens: HOLDS });
    expect(await profileOf(at)).not.toHaveProperty('most_output');
  });

  it('replaces parameters that a server refuses, and reports what enforces the form of its answers', async () => {
    befalls({ refuses: refuse(400, 'This response_format type is unavailable now', {}, (body) => 'response_format' in body) });
    expect(await tested(own(`${server.url}/v1`))).toMatchObject({ problem: null, schema: 'prompt', is_path_added: false });
  });

  it('waits while a server loads its model', async () => {
    let refusals = 0;
    befalls({
      refuses: () =>
        refusals++ < 2 ? { status: 503, body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } } } : null,
    });
    expect(await tested(own(`${server.url}/v1`))).toMatchObject({ problem: null });
    expect(refusals).toBeGreaterThan(2);
  });

  it('is stopped by the person who started it, and stores no key', async () => {
    befalls({ waitMs: 30_000 });
    const id = await start(own(`${server.url}/v1`, { key: 'a-key-of-a-server-0123' }));
    const sealed = () => database.knex('connection_test').where({ run_id: id }).first('settings_sealed');
    expect((await sealed())!.settings_sealed!.includes('a-key-of-a-server')).toBe(false);
    await vi.waitUntil(async () => (await database.knex('step').where({ run_id: id }).first('state'))?.state === 'running', WAIT);
    await cancelRun({ runId: id, accountId, keep: false });
    expect((await runOf(id))!.status).toBe('cancelled');
    expect((await sealed())!.settings_sealed).toBeNull();
    expect(JSON.stringify(await runOf(id))).not.toContain('a-key-of-a-server');
  });

  it('pressed twice is one run; its key is deleted when it has ended', async () => {
    const [one, other] = await Promise.all([start(own(`${server.url}/v1`)), start(own(`${server.url}/v1`))]);
    expect(other).toBe(one);
    await ended(one);
    expect((await database.knex('connection_test').where({ run_id: one }).first())!.settings_sealed).toBeNull();
  });

  it('costs the model’s price for its tokens, which counts as the installation’s spending', async () => {
    const test = await tested(own(`${server.url}/v1`, { price: { input: 1, output: 2 } }));
    expect(test.cost_micro_usd).toBeGreaterThan(test.tokens!);
    expect(await database.knex('service_spend_day').where({ service: 'claude' }).first('micro_usd')).toMatchObject({
      micro_usd: expect.toSatisfy((sum: unknown) => Number(sum) >= test.cost_micro_usd!),
    });
  });
});

const vendor = (service: Service, path: string, model: string): Tested => ({
  service,
  kind: 'vendor',
  base_url: `${server.url}${path}/v1`,
  key: 'sk-stand-in-000000000000',
  model,
});

it('Gemini is tested on Vertex AI by the key file of a service account', async () => {
  const { url } = sandbox();
  const key = await (await fetch(`${url}/vertex/service-account.json`)).text();
  const base_url = `${url}/vertex/v1/projects/sandbox-project/locations/global/publishers/google`;
  const test = await tested({ service: 'gemini', kind: 'vertex', base_url, key, model: 'gemini-3.8-flash' });
  expect(test).toMatchObject({ problem: null, context_tokens: null });
  expect(test.cost_micro_usd).toBeGreaterThan(0);
});

describe('a test distinguishes problems', () => {
  it('without the key, even if a service repeats it', async () => {
    const key = 'a-key-of-a-server-0123';
    befalls({ refuses: refuse(403, `The key ${key} is not allowed here.`) });
    const test = await tested(own(`${server.url}/v1`, { key }));
    expect(test.problem).toEqual({ code: 'wrong_key', detail: expect.stringContaining('[key]') });
    expect(JSON.stringify(test)).not.toContain(key);
  });

  it.each([
    ['wrong_key', refuse(401, 'Incorrect API key provided: none.', { code: 'invalid_api_key' })],
    ['no_credit', refuse(402, 'Insufficient credits. Add more using https://openrouter.ai/settings/credits', { code: 402 })],
    ['unknown_model', refuse(404, `model '${MODEL}' not found`, { type: 'not_found_error' })],
    ['no_such_path', () => ({ status: 404, body: '404 page not found' })],
    ['refused_parameter', refuse(400, "Unsupported parameter: 'messages' is not supported with this model.", { param: 'messages' })],
    ['too_many_requests', refuse(429, 'Rate limit reached for requests.', { code: 'rate_limit_exceeded' })],
    ['failed', refuse(500, 'The server had an error.')],
  ] as const)('%s', async (code, refuses) => {
    befalls({ refuses });
    const { problem, lesson_words: words } = await tested(own(`${server.url}/v1`));
    expect([problem?.code, words]).toEqual([code, 0]);
  });

  it('an unverified organisation, for which even the whole answer is refused', async () => {
    befalls({
      refuses: refuse(
        403,
        'Your organization must be verified to use the model `gpt-6.1-terra`. Please go to the settings and click on Verify Organization.',
      ),
    });
    expect((await tested(vendor('openai', '/openai', 'gpt-6.1-terra'))).problem?.code).toBe('unverified_organisation');
  });

  it('nothing answers', async () => {
    expect((await tested(own('http://127.0.0.1:9/v1'))).problem?.code).toBe('not_reachable');
  });

  it('a context that is too small for a course, with both numbers', async () => {
    const window = 1_500;
    const tokens = ({ messages = [], max_tokens: most = 0 }: Body) => messages.reduce((sum, { content }) => sum + content.length / 4, most);
    befalls({ refuses: refuse(400, `This model's maximum context length is ${window} tokens.`, {}, (body) => tokens(body) > window) });
    const test = await tested(own(`${server.url}/v1`, { model: 'gemma3:4b' }));
    expect(test).toMatchObject({ problem: { code: 'context_too_small' }, context_tokens: window });
    expect(test.needed_tokens).toBeGreaterThan(window);
  });

  it('a model that answers in prose, and one whose lesson is unusable', async () => {
    befalls({ says: 'Salve!' });
    expect((await tested(own(`${server.url}/v1`))).problem?.code).toBe('no_structured_answer');
    befalls({ says: JSON.stringify({ content: 'Bees fly home.', objectives: ['Fly'], key_takeaways: ['Home'] }) });
    expect((await tested(own(`${server.url}/v1`))).problem).toMatchObject({
      code: 'no_usable_lesson',
      detail: expect.stringMatching(/characters/),
    });
  });
});
