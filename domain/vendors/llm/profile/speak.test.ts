import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { aiService, SERVICES, type Service, type Wire } from '#contract/platform/ai-services.ts';
import { config, setConfig, type Config } from '#domain/platform/config.ts';
import type { VendorSettings } from '#domain/platform/settings/model-settings.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { callModel } from '../call-model.ts';
import { askModel } from '../llm.client.ts';
import { VendorFailure } from '../vendor-failure.ts';
import { learnTraits } from './model-profile.commands.ts';
import { profileOf } from './model-profile.queries.ts';
import { declareAnswer } from '../answer-schema.ts';
import { REFUSALS } from './refusals.ts';
import type { Json } from './wire-forms.ts';

/** How the stand-in answers a request; null: as the protocol prescribes. */
type Way = (body: Json, res: ServerResponse, req: IncomingMessage) => boolean;

const test = useTestDatabase();
const TITLE = JSON.stringify({ title: 'Bees' });
const bodies: Json[] = [];
let way: Way = () => false;
let url: string;
let usual: Config;
const server = createServer(async (req, res) => {
  let text = '';
  for await (const part of req) text += String(part);
  const body = JSON.parse(text || '{}') as Json;
  bodies.push(body);
  if (!way(body, res, req)) answer(body, res, String(req.url));
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  usual = config();
  setConfig({ ...usual, privateConnections: true });
});
afterAll(() => {
  setConfig(usual);
  server.close();
});
beforeEach(async () => {
  await test.knex('model_trait').delete();
  bodies.length = 0;
  way = () => false;
});

const events = (...all: readonly unknown[]) => all.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');
const stream = (res: ServerResponse, text: string) => void res.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);
const chunk = (delta: Json, end: string | null = null) => ({ choices: [{ index: 0, delta, finish_reason: end }] });
const refuse = (res: ServerResponse, status: number, message: string) => {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
  return true;
};

/** Each protocol's shortest answer, as a stream and as a whole. */
function answer(body: Json, res: ServerResponse, address: string): void {
  const usage = { input_tokens: 7, output_tokens: 9 };
  if (address.endsWith('/chat/completions')) {
    if (body['stream'] !== true) {
      const whole = { choices: [{ index: 0, message: { role: 'assistant', content: TITLE }, finish_reason: 'stop' }] };
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
    } else stream(res, `${events(chunk({ content: TITLE }), chunk({}, 'stop'))}data: [DONE]\n\n`);
  } else if (address.endsWith('/messages')) {
    const isTool = Array.isArray(body['tools']);
    stream(
      res,
      events(
        { type: 'message_start', message: { usage } },
        {
          type: 'content_block_start',
          index: 0,
          content_block: isTool ? { type: 'tool_use', id: 't', name: 'json', input: {} } : { type: 'text', text: '' },
        },
        {
          type: 'content_block_delta',
          index: 0,
          delta: isTool ? { type: 'input_json_delta', partial_json: TITLE } : { type: 'text_delta', text: TITLE },
        },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: isTool ? 'tool_use' : 'end_turn' }, usage },
        { type: 'message_stop' },
      ),
    );
  } else if (address.endsWith('/responses')) {
    const item = {
      type: 'message',
      id: 'm',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: TITLE, annotations: [] }],
    };
    const response = { id: 'r', object: 'response', created_at: 1, model: 'm', status: 'completed', output: [item], usage };
    if (body['stream'] !== true) return void res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(response));
    stream(
      res,
      events(
        { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
        { type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: TITLE, logprobs: [] },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response },
      ),
    );
  } else
    stream(
      res,
      events({
        candidates: [{ content: { parts: [{ text: TITLE }] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 9 },
      }),
    );
}

const TITLED = z.object({ title: z.string() });

async function ask(service: Service, own: boolean, more: Partial<VendorSettings> = {}, schema = TITLED, stable = 0) {
  const settings: VendorSettings = {
    baseURL: `${url}${own ? '/v1' : new URL(aiService(service).address).pathname}`,
    apiKey: 'secret-key-0123',
    model: own ? 'qwen3:8b' : aiService(service).model,
    compatible: own ? { contextTokens: 8_192, price: null } : null,
    ...more,
  };
  const vendors = { ...usual.vendors, [service]: settings };
  setConfig({ ...usual, vendors, privateConnections: true });
  const { result } = await callModel({
    service,
    purpose: 'lesson',
    settings,
    instructions: 'Write.',
    prompt: '<brief>{}</brief>',
    schema,
    stable,
    maxOutputTokens: 5_000,
    signal: new AbortController().signal,
    isProbe: false,
  });
  return { result, profile: await profileOf(settings) };
}
const askOwn = (more: Partial<VendorSettings> = {}) => ask('openai', true, more);
const BEES = { value: { title: 'Bees' } };
const schemaIsSaid = (body: Json) => JSON.stringify(body).includes('"title') || JSON.stringify(body).includes('\\"title');

describe('a refused parameter', () => {
  const stillThere: Readonly<Record<string, (body: Json) => boolean>> = {
    stream_options: (body) => body['stream_options'] !== undefined,
    stream: (body) => body['stream'] === true,
    most_output: (body) => Number(body['max_tokens']) > 4_096,
    limit: (body) => body['max_tokens'] !== undefined,
    schema: (body) => body['response_format'] !== undefined,
    system: (body) => JSON.stringify(body['messages']).includes('"role":"system"'),
  };
  const examples = REFUSALS.filter(({ trait }) => trait in stillThere).flatMap(({ trait, examples: all }) =>
    all.filter((words) => !/max_completion_tokens"/.test(words)).map((words) => [trait, words] as const),
  );
  it.each(examples)('is replaced within the call, and learnt: %s: %s', async (trait, words) => {
    way = (body, res) => stillThere[trait]!(body) && refuse(res, 400, words);
    // a maximum of 8,192 does not reject a limit of 5,000
    if (trait === 'most_output' && !words.includes('4096')) return;
    const { result, profile } = await askOwn();
    expect(result).toEqual(BEES);
    expect(profile).toHaveProperty(trait);
    const last = bodies.at(-1)!;
    expect(last['max_tokens'] ?? last['max_completion_tokens']).toBeGreaterThan(0);
    expect(schemaIsSaid(last)).toBe(true);
    // the next call begins as the profile says
    bodies.length = 0;
    expect((await askOwn()).result).toEqual(BEES);
    expect(bodies).toHaveLength(1);
  });

  it('without a reason, leads to the plainest form', async () => {
    way = (body, res) => (body['response_format'] !== undefined || body['stream_options'] !== undefined) && refuse(res, 400, 'Bad Request');
    expect(await askOwn()).toMatchObject({ result: BEES, profile: { schema: 'prompt', stream_options: false } });
  });

  it('that has no replacement is a refusal with its cause, once', async () => {
    way = (_, res) => refuse(res, 400, 'prompt contains something that is wrong with your key phrase');
    const { result } = await askOwn();
    expect(result).toMatchObject({ reason: 'refused_parameter' });
    expect(bodies).toHaveLength(1);
  });
});

it('if only words make a model follow the form of its answer, it sees a worked example, which it must not repeat', async () => {
  const schema = declareAnswer('a title', z.object({ title: z.string() }), { title: 'Tea, from leaf to cup' });
  const shown = () => bodies.map((body) => JSON.stringify(body['messages']).includes('from leaf to cup'));
  await ask('openai', true, { model: 'qwen3:4b' }, schema);
  expect(shown()).toEqual([false]);
  bodies.length = 0;
  way = (body, res) => body['response_format'] !== undefined && refuse(res, 400, 'response_format is not supported');
  await ask('openai', true, { model: 'qwen3:4b' }, schema);
  bodies.length = 0;
  expect((await ask('openai', true, { model: 'qwen3:4b' }, schema)).result).toEqual(BEES);
  expect(shown()).toEqual([true]);
  const copied = JSON.stringify({ title: 'Tea, from leaf to cup' });
  way = (_, res) => (stream(res, `${events(chunk({ content: copied }), chunk({}, 'stop'))}data: [DONE]\n\n`), true);
  expect((await ask('openai', true, { model: 'qwen3:4b' }, schema)).result).toMatchObject({
    repairHint: expect.stringContaining('repeats the example'),
  });
});

describe('a server that is known to hold answers to schemas', () => {
  const at = () => ({ baseURL: `${url}/v1`, model: 'qwen3:8b' });
  const words = () => bodies.map((body) => JSON.stringify(body['messages']).includes('JSON Schema'));
  const says =
    (text: string, finish = 'stop'): Way =>
    (_, res) => (stream(res, `${events(chunk({ content: text }), chunk({}, finish))}data: [DONE]\n\n`), true);
  beforeEach(() => learnTraits(at(), { schema_enforced: true }, 'a test'));

  it('gets the schema as a parameter only', async () => {
    expect(await askOwn()).toMatchObject({ result: BEES, profile: { schema_enforced: true } });
    expect(words()).toEqual([false]);
    expect(JSON.stringify(bodies[0]!['response_format'])).toContain('"title"');
  });

  it.each([
    ['is not JSON', says('Bees.'), null],
    ['stands between other words', says(`Here it is: ${TITLE}`), BEES],
    ['lacks a field', says('{"hive":"Bees","bees":2}'), null],
    ['fills its spaces until its limit', says(`{"title":${' '.repeat(400)}`, 'length'), null],
  ])('is no longer trusted when an answer %s: the next call describes the schema again', async (_, how, result) => {
    way = how;
    const first = await askOwn();
    expect(first.profile.schema_enforced).toBe(false);
    if (result) expect(first.result).toEqual(result);
    else expect(first.result).toBeInstanceOf(VendorFailure);
    way = () => false;
    expect((await askOwn()).result).toEqual(BEES);
    expect(words()).toEqual([false, true]);
  });

  it('stays trusted when an answer is cut off, or refused for another reason', async () => {
    way = says('{"title":"Be', 'length');
    expect((await askOwn()).profile.schema_enforced).toBe(true);
    way = (_, res) => refuse(res, 503, 'Try later');
    expect((await askOwn()).profile.schema_enforced).toBe(true);
  });

  it('is told the schema within the call in which it begins to refuse it', async () => {
    way = (body, res) => body['response_format'] !== undefined && refuse(res, 400, 'response_format is not supported');
    expect(await askOwn()).toMatchObject({ result: BEES, profile: { schema: 'prompt' } });
    expect([words()[0], words().at(-1)]).toEqual([false, true]);
    bodies.length = 0;
    await askOwn();
    expect(JSON.stringify(bodies[0]!['messages']).split('JSON Schema')).toHaveLength(2);
  });

  it('only an answer to a schema that the prompt did not describe shows it', async () => {
    await learnTraits(at(), { schema_enforced: false }, 'a test');
    expect((await askOwn()).profile.schema_enforced).toBe(false);
    expect(words()).toEqual([true]);
  });
});

describe('an answer', () => {
  const says = (...all: readonly unknown[]) => ((_body, res) => (stream(res, `${events(...all)}data: [DONE]\n\n`), true)) as Way;
  it.each([
    ['in reasoning_content', says(chunk({ reasoning_content: TITLE }), chunk({}, 'stop')), { text: 'reasoning_content' }],
    ['in reasoning', says(chunk({ reasoning: TITLE }), chunk({}, 'stop')), { text: 'reasoning' }],
    [
      'in the call of a tool',
      says(chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'json', arguments: TITLE } }] }), chunk({}, 'tool_calls')),
      { text: 'tool_call' },
    ],
    ['that ends with eos', says(chunk({ content: TITLE }), chunk({}, 'eos')), { ending: 'eos' }],
    ['that ends with stop_sequence', says(chunk({ content: TITLE }), chunk({}, 'stop_sequence')), { ending: 'stop_sequence' }],
    ['that ends without a word', says(chunk({ content: TITLE })), { ending: '' }],
    ['whose stream just closes', ((_, res) => (stream(res, events(chunk({ content: TITLE }))), true)) as Way, { ending: '' }],
    [
      'that is called a file',
      ((_, res) => (
        res.writeHead(200, { 'content-type': 'application/octet-stream' }).end(events(chunk({ content: TITLE }, 'stop'))),
        true
      )) as Way,
      { ending: 'stop' },
    ],
    [
      'as a whole although a stream was asked for',
      ((_, res) => (res.end(JSON.stringify({ choices: [{ message: { content: TITLE }, finish_reason: 'stop' }] })), true)) as Way,
      { stream: 'whole' },
    ],
    [
      'in the call of a function, as before there were tools',
      says(chunk({ function_call: { name: 'json', arguments: TITLE } }), chunk({}, 'function_call')),
      { text: 'tool_call' },
    ],
    [
      'in lines of JSON that no event is named before',
      ((_, res) => (res.end([chunk({ content: TITLE }), chunk({}, 'stop')].map((part) => JSON.stringify(part)).join('\n')), true)) as Way,
      { stream: 'whole' },
    ],
    ['beside an error that is empty', says({ error: '', ...chunk({ content: TITLE }) }, chunk({}, 'stop')), { ending: 'stop' }],
  ])('is read: %s', async (_, how, learnt) => {
    way = how;
    expect(await askOwn()).toMatchObject({ result: BEES, profile: learnt });
  });

  it('behind an address without /v1 is found', async () => {
    way = (_, res, req) => !req.url!.startsWith('/v1') && refuse(res, 404, '404 page not found');
    expect(await askOwn({ baseURL: url })).toMatchObject({ result: BEES, profile: { path: '/v1' } });
  });
});

describe('a response that is not an answer', () => {
  const sends =
    (status: number, text: string, type = 'application/json'): Way =>
    (_, res) => (res.writeHead(status, { 'content-type': type }).end(text), true);
  const half = '{"title":"Be';
  it.each([
    ['200 with an error', sends(200, '{"error":{"message":"Provider returned error","code":502}}'), 'vendors.unavailable', null],
    [
      '200 with an error in its stream',
      sends(200, events({ error: { message: 'Provider returned error', code: 502 } }), 'text/event-stream'),
      'vendors.unavailable',
      null,
    ],
    [
      'a limit in its stream',
      sends(200, events({ error: { message: 'Slow down', code: 429 } }), 'text/event-stream'),
      'vendors.rate_limited',
      null,
    ],
    [
      'an error in a field of its own',
      sends(200, `${events(chunk({ content: half }))}error: {"code":500,"message":"Internal error"}\n\n`, 'text/event-stream'),
      'vendors.unavailable',
      null,
    ],
    [
      'an error in an event of its own',
      sends(200, `${events(chunk({ content: TITLE }))}event: error\ndata: {"message":"Overloaded"}\n\n`, 'text/event-stream'),
      'vendors.unavailable',
      null,
    ],
    [
      'a context that is too small, in its stream',
      sends(200, events({ error: { message: 'the input length exceeds the context length' } }), 'text/event-stream'),
      'vendors.broken_output',
      'context_too_small',
    ],
    [
      'a filter of contents, in its stream',
      sends(200, events(chunk({ content: half }), { error: { message: 'blocked', code: 'content_filter' } }), 'text/event-stream'),
      'vendors.refused',
      null,
    ],
    ['200 with JSON that is no answer', sends(200, '{"success":false,"errors":[{"message":"No capacity"}]}'), 'vendors.unavailable', null],
    ['a web page', sends(200, '<!doctype html><p>Sign in', 'text/html'), 'vendors.unavailable', null],
    [
      'a part that is no JSON',
      sends(200, `${events(chunk({ content: half }))}data: {"id":"x\n\ndata: [DONE]\n\n`, 'text/event-stream'),
      'vendors.unavailable',
      null,
    ],
    ['half of one without a word', sends(200, events(chunk({ content: half })), 'text/event-stream'), 'vendors.unavailable', null],
    [
      'half of one that says error',
      sends(200, events(chunk({ content: half }), chunk({}, 'error')), 'text/event-stream'),
      'vendors.unavailable',
      null,
    ],
    [
      'a refusal in plain words',
      sends(200, events(chunk({ content: "I'm sorry, but I can't help with that." }), chunk({}, 'stop')), 'text/event-stream'),
      'vendors.refused',
      null,
    ],
    [
      'a wrong key',
      sends(400, '{"error":{"message":"API key not valid. Please pass a valid API key."}}'),
      'vendors.unavailable',
      'wrong_key',
    ],
    [
      'an empty account',
      sends(429, '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}'),
      'vendors.unavailable',
      'no_credit',
    ],
    ['no credits', sends(402, '{"error":{"message":"Insufficient credits"}}'), 'vendors.unavailable', 'no_credit'],
    [
      'no such model',
      sends(404, '{"error":{"message":"model \\"qwen3:8b\\" not found, try pulling it first"}}'),
      'vendors.unavailable',
      'unknown_model',
    ],
    ['no such path', sends(404, '{"detail":"Not Found"}'), 'vendors.unavailable', 'no_such_path'],
    [
      'an unverified organisation',
      sends(403, '{"error":{"message":"Your organization must be verified to use the model"}}'),
      'vendors.unavailable',
      'unverified_organisation',
    ],
  ] as const)('is distinguished: %s', async (_, how, code, reason) => {
    way = how;
    const { result } = await askOwn();
    expect(result).toBeInstanceOf(VendorFailure);
    expect(result).toMatchObject({ code, reason });
  });

  it('a context that is too small is known by the number in the refusal', async () => {
    const words = "This model's maximum context length is 4096 tokens. However, you requested 6000 tokens.";
    way = (_, res) => refuse(res, 400, words);
    expect(await askOwn()).toMatchObject({ result: { reason: 'context_too_small' }, profile: { context: 4_096 } });
    expect(bodies).toHaveLength(1);
  });
});

it('a request that was too long is shortened to the named limit, within the same attempt; if the task itself does not fit, the number is reported', async () => {
  const tokens = (body: Json) => JSON.stringify(body['messages']).length / 4 + Number(body['max_tokens']);
  let most = 4_096;
  way = (body, res) => tokens(body) > most && refuse(res, 400, `This model's maximum context length is ${most} tokens.`);
  await askOwn();
  await test.knex('model_trait').delete();
  const research = JSON.stringify({ facts: Array.from({ length: 400 }, (_, n) => `Fact ${n} about how bees find their way home`) });
  const request = {
    service: 'openai' as const,
    model: 'qwen3:14b',
    purpose: 'lesson' as const,
    instructions: 'Write.',
    prompt: `<brief>{}</brief><research>${research}</research>`,
    schema: declareAnswer('a greeting', z.object({ title: z.string() })),
    maxOutputTokens: 3_000,
    lane: 'interactive' as const,
    accountId: null,
    runId: null,
    stepId: null,
    signal: new AbortController().signal,
  };
  expect((await askModel(request)).value).toEqual(BEES.value);
  most = 600;
  await test.knex('model_trait').delete();
  await expect(askModel({ ...request, model: 'qwen3:4b', prompt: 'x'.repeat(12_000) })).rejects.toThrow(/longer than the 510 tokens/);
});

describe('the vendors', () => {
  const held = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'], additionalProperties: false };
  const schema = expect.objectContaining(held) as unknown;
  /**
   * Every field, and why it is there: unneeded fields are not sent. Sources: the SDKs' code of these versions, and the vendors' references.
   */
  const WANTED: Readonly<Record<Wire, (model: string) => Json>> = {
    // docs.claude.com/en/api/messages; @ai-sdk/anthropic, anthropic-language-model.ts
    messages: (model) => ({
      model,
      max_tokens: 5_000,
      stream: true,
      system: [{ type: 'text', text: 'Write.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: '<brief>{}</brief>' }] }],
      output_config: { effort: 'low', format: { type: 'json_schema', schema } },
      // nobody reads the summary either, but it shows that a model which thinks for long is still alive
      thinking: { type: 'adaptive', display: 'summarized' },
    }),
    // developers.openai.com/api/reference/responses; @ai-sdk/openai, openai-responses-language-model.ts: no summary
    responses: (model) => ({
      model,
      max_output_tokens: 5_000,
      stream: true,
      input: [
        { role: 'developer', content: 'Write.' },
        { role: 'user', content: [{ type: 'input_text', text: '<brief>{}</brief>' }] },
      ],
      text: { format: { type: 'json_schema', strict: true, name: 'response', schema } },
      reasoning: { effort: 'low' },
    }),
    // docs.x.ai/docs/api-reference; @ai-sdk/xai, xai-responses-language-model.ts
    'xai-responses': (model) => ({
      model,
      max_output_tokens: 5_000,
      stream: true,
      input: [
        { role: 'system', content: 'Write.' },
        { role: 'user', content: [{ type: 'input_text', text: '<brief>{}</brief>' }] },
      ],
      text: { format: { type: 'json_schema', strict: true, name: 'response', schema } },
      reasoning: { effort: 'low' },
    }),
    // ai.google.dev/api/generate-content; @ai-sdk/google, google-language-model.ts
    'generate-content': () => ({
      systemInstruction: { parts: [{ text: 'Write.' }] },
      contents: [{ role: 'user', parts: [{ text: '<brief>{}</brief>' }] }],
      generationConfig: {
        maxOutputTokens: 5_000,
        responseMimeType: 'application/json',
        responseJsonSchema: schema,
        thinkingConfig: { thinkingLevel: 'low' },
      },
    }),
    // platform.openai.com/docs/api-reference/chat; @ai-sdk/openai-compatible, openai-compatible-chat-language-model.ts
    chat: (model) => ({
      model,
      max_tokens: 5_000,
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        // not every compatible server accepts schemas, so the prompt states the schema too
        { role: 'system', content: expect.stringMatching(/^Write[.]\n\nAnswer with one JSON object .*"title"/) },
        { role: 'user', content: '<brief>{}</brief>' },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'response', strict: true, schema } },
    }),
  };
  it.each(SERVICES)('get only the parameters we need: %s', async (service) => {
    const { wire, model } = aiService(service);
    expect((await ask(service, false)).result).toEqual(BEES);
    expect(bodies).toEqual([WANTED[wire](model)]);
  });
  it('one’s own server gets only the parameters we need', async () => {
    expect((await askOwn()).result).toEqual(BEES);
    expect(bodies).toEqual([WANTED.chat('qwen3:8b')]);
  });

  it('Claude is told the repeated beginning of a conversation, and no other vendor, because they cache it themselves', async () => {
    for (const service of SERVICES) await ask(service, false, {}, TITLED, 7);
    const kept = { type: 'text', text: '<brief>', cache_control: { type: 'ephemeral' } };
    const claude = bodies[SERVICES.indexOf('claude')]!;
    expect(claude['messages']).toEqual([{ role: 'user', content: [kept, { type: 'text', text: '{}</brief>' }] }]);
    expect(JSON.stringify(bodies.filter((body) => body !== claude))).not.toMatch(/cache_control|"<brief>"/);
  });

  const said = (body: Json) => JSON.stringify(body);
  const REFUSED: readonly (readonly [string, Service, (body: Json) => boolean, string])[] = [
    ['an unverified organisation', 'openai', (body) => body['stream'] === true, 'Your organization must be verified to stream this model.'],
    [
      'an old model',
      'openai',
      (body) => 'reasoning' in body,
      "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
    ],
    [
      'a model without schemas',
      'openai',
      (body) => said(body).includes('json_schema'),
      "Invalid parameter: 'text.format' of type 'json_schema' is not supported with this model.",
    ],
    ['an old model', 'claude', (body) => said(body).includes('effort'), 'This model does not support the effort parameter.'],
    [
      'a small model',
      'claude',
      (body) => Number(body['max_tokens']) > 4_096,
      'max_tokens: 5000 > 4096, which is the maximum allowed number of output tokens',
    ],
    [
      'a model without schemas',
      'claude',
      (body) => said(body).includes('json_schema'),
      'output_config.format: structured outputs are not supported',
    ],
    ['an old model', 'grok', (body) => 'reasoning' in body, 'Argument not supported on this model: reasoning_effort'],
    ['an open model', 'gemini', (body) => 'systemInstruction' in body, 'Developer instruction is not enabled for models/gemma-3-27b-it'],
    ['an open model', 'gemini', (body) => said(body).includes('application/json'), 'JSON mode is not enabled for models/gemma-3-27b-it'],
    ['an old model', 'gemini', (body) => said(body).includes('thinkingConfig'), 'Thinking level is not supported for this model.'],
  ];
  it.each(REFUSED)('get a replacement after a refusal: %s of %s', async (_, service, isRefused, words) => {
    way = (body, res) => isRefused(body) && refuse(res, 400, words);
    expect((await ask(service, false)).result).toEqual(BEES);
    const last = bodies.at(-1)!;
    expect(schemaIsSaid(last)).toBe(true);
    expect(said(last)).toMatch(/"max_(?:output_)?tokens":\d|"maxOutputTokens":\d/);
    expect(said(last)).toContain('Write.');
  });
});
