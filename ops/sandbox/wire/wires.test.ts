import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  exercisesDocument,
  lessonDocument,
  outlineDocument,
  quizDocument,
  researchDocument,
  lessonCheckDocument,
  workshopDocument,
} from '#domain/generation/prompts/documents.ts';
import { z } from 'zod';
import { SERVICES } from '#contract/platform/ai-services.ts';
import { startSandbox, type Sandbox } from '../server.ts';
import { askOnce, askStreaming, promptOf, vendorModels } from '../testing/vendors.ts';
import { generateText } from 'ai';

const brief = {
  age: 30,
  topic: 'Urban gardening',
  learning_goals: 'Grow vegetables on a balcony',
  course_size: { modules: 3, lessons_per_module: 2, lesson_words: 300 },
};
const lesson = { module: 1, lesson: 0, title: '', objectives: [] };
const prompts = {
  outline: [outlineDocument, { brief }],
  research: [researchDocument, { brief }],
  lesson: [lessonDocument, { brief, lesson }],
  quiz: [quizDocument, { brief, lesson, practice: { kind: 'quiz', count: 3 } }],
  exercises: [exercisesDocument, { brief, lesson, practice: { kind: 'exercises', count: 2 } }],
  workshop: [workshopDocument, { brief, lesson }],
  review: [lessonCheckDocument, { brief, lesson, lesson_text: { content: 'Text.' } }],
} as const;
const purposes: Record<keyof typeof prompts, string> = {
  outline: 'outline',
  research: 'research',
  lesson: 'lesson',
  quiz: 'practice',
  exercises: 'practice',
  workshop: 'workshop',
  review: 'review',
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, reviseShare: 0 });
});
afterAll(() => sandbox.close());

describe('the real SDKs get valid answers', () => {
  for (const vendor of [...SERVICES, 'chat'] as const) {
    it(`${vendor}: every document, by JSON and by stream`, async () => {
      const model = vendorModels(sandbox.url)[vendor];
      for (const [name, [schema, parts]] of Object.entries(prompts)) {
        const prompt = promptOf(parts);
        const once = await askOnce({ model, schema, prompt });
        const streamed = await askStreaming({ model, schema, prompt });
        expect(streamed.failure).toBeNull();
        expect(streamed.output).toEqual(once.output);
        expect(once.finishReason).toBe('stop');
        expect(streamed.finishReason).toBe('stop');
        expect(once.usage.inputTokens).toBe(Math.ceil(`You write courses.${prompt}`.length / 4));
        expect(once.usage.outputTokens).toBeGreaterThan(5);
        expect(streamed.usage).toMatchObject({ inputTokens: once.usage.inputTokens, outputTokens: once.usage.outputTokens });
        if (name === 'lesson') expect(streamed.partials).toBeGreaterThan(3);
        const call = sandbox.calls(vendor === 'chat' ? 'openai' : vendor).at(-1);
        expect(call).toMatchObject({ purpose: purposes[name as keyof typeof prompts], status: 200, aborted: false });
      }
    });

    it(`${vendor}: prose when no schema is requested, also in a conversation`, async () => {
      const result = await generateText({
        model: vendorModels(sandbox.url)[vendor],
        maxRetries: 0,
        messages: [
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: 'Yes?' },
          { role: 'user', content: 'Tell me about volcanoes.' },
        ],
      });
      expect(result.text).toMatch(/volcanoes/);
    });

    it(`${vendor}: a token limit cuts the answer with the vendor's own reason`, async () => {
      const call = {
        model: vendorModels(sandbox.url)[vendor],
        schema: lessonDocument,
        prompt: promptOf({ brief, lesson }),
        maxOutputTokens: 40,
      };
      // xAI's SDK reads the reason of an incomplete answer only in streams.
      const reason = vendor === 'grok' ? 'other' : 'length';
      await expect(askOnce(call)).rejects.toMatchObject({
        name: 'AI_NoObjectGeneratedError',
        finishReason: reason,
        usage: { outputTokens: 40 },
      });
      expect((await askStreaming(call)).failure).toMatchObject({ name: 'AI_NoObjectGeneratedError', finishReason: 'length' });
    });
  }
});

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { target: 'draft-7' }) as Record<string, unknown>;
const good = schemaOf(lessonCheckDocument);
type Request = { path: string; headers: Record<string, string>; body: Record<string, unknown> };
const json = { 'content-type': 'application/json' };
const requests: Record<'anthropic' | 'openai' | 'chat' | 'xai' | 'gemini', () => Request> = {
  anthropic: () => ({
    path: '/anthropic/v1/messages',
    headers: { ...json, 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
    body: {
      model: 'claude-sonnet-5-5',
      max_tokens: 900,
      messages: [{ role: 'user', content: 'Hi' }],
      output_config: { format: { type: 'json_schema', schema: good } },
    },
  }),
  openai: () => ({
    path: '/openai/v1/responses',
    headers: { ...json, authorization: 'Bearer k' },
    body: {
      model: 'gpt-6.1-terra',
      input: [{ role: 'user', content: 'Hi' }],
      text: { format: { type: 'json_schema', strict: true, name: 'response', schema: good } },
    },
  }),
  chat: () => ({
    path: '/openai/v1/chat/completions',
    headers: { ...json, authorization: 'Bearer k' },
    body: {
      model: 'gpt-6.1-terra',
      messages: [{ role: 'user', content: 'Hi' }],
      response_format: { type: 'json_schema', json_schema: { strict: true, name: 'response', schema: good } },
    },
  }),
  xai: () => ({
    path: '/xai/v1/responses',
    headers: { ...json, authorization: 'Bearer k' },
    body: {
      model: 'grok-4.7',
      input: [{ role: 'user', content: 'Hi' }],
      text: { format: { type: 'json_schema', strict: true, name: 'response', schema: good } },
    },
  }),
  gemini: () => ({
    path: '/gemini/v1beta/models/gemini-3.8-flash:generateContent',
    headers: { ...json, 'x-goog-api-key': 'k' },
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema: good },
    },
  }),
};

async function send({ path, headers, body }: Request, raw = JSON.stringify(body)) {
  const response = await fetch(sandbox.url + path, { method: 'POST', headers, body: raw });
  return {
    status: response.status,
    body: (await response.json()) as { type?: string; error?: { type?: string; message?: string; status?: string; code?: unknown } },
  };
}

function withSchema(vendor: keyof typeof requests, schema: unknown): Request {
  const request = requests[vendor]();
  const text = JSON.stringify(request.body).replace(JSON.stringify(good), JSON.stringify(schema));
  return { ...request, body: JSON.parse(text) as Record<string, unknown> };
}

describe('strictness', () => {
  for (const vendor of Object.keys(requests) as (keyof typeof requests)[]) {
    it(`${vendor}: refuses what the vendor refuses, in the vendor's shape`, async () => {
      const request = requests[vendor];
      expect((await send(request())).status).toBe(200);

      const anonymous = request();
      const unauthorised = await send({
        ...anonymous,
        headers: { ...json, ...(vendor === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {}) },
      });
      expect(unauthorised.status).toBe(401);
      expect(unauthorised.body.error?.message).toMatch(/API key/);
      if (vendor === 'anthropic') expect(unauthorised.body).toMatchObject({ type: 'error', error: { type: 'authentication_error' } });
      if (vendor === 'gemini') expect(unauthorised.body.error).toMatchObject({ code: 401, status: 'UNAUTHENTICATED' });

      const other = request();
      if (vendor === 'gemini') other.path = other.path.replace('gemini-3.8-flash', 'gemini-1.0-pro');
      else other.body.model = 'model-of-yesterday';
      expect((await send(other)).status).toBe(404);

      const extra = request();
      extra.body.unheard_of = 1;
      const refused = await send(extra);
      expect(refused.status).toBe(400);
      expect(refused.body.error?.message).toMatch(/unheard_of/);

      expect((await send({ ...request(), headers: { ...request().headers, 'content-type': 'text/plain' } })).status).toBe(400);
      expect((await send(request(), '{"model":')).status).toBe(400);

      const role = JSON.stringify(request().body).replace('"role":"user"', '"role":"narrator"');
      expect((await send(request(), role)).status).toBe(400);
      const part = JSON.stringify(request().body)
        .replace('"content":"Hi"', '"content":[{"type":"smell","text":"x"}]')
        .replace('{"text":"Hi"}', '{"smell":"x"}');
      expect((await send(request(), part)).status).toBe(400);

      const huge = schemaOf(z.object(Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`property_number_${i}`, z.string()]))));
      expect((await send(withSchema(vendor, huge))).status).toBe(400);
    });
  }

  it('anthropic: max_tokens is required and constraint keywords are refused', async () => {
    const request = requests.anthropic();
    delete request.body.max_tokens;
    expect((await send(request)).body.error?.message).toBe('max_tokens: Field required');
    for (const schema of [
      z.object({ a: z.string().min(3) }),
      z.object({ a: z.int().max(5) }),
      z.object({ a: z.array(z.string()).min(2) }),
    ]) {
      expect((await send(withSchema('anthropic', schemaOf(schema)))).status).toBe(400);
    }
    expect((await send(withSchema('anthropic', { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }))).status).toBe(
      400,
    );
  });

  it.each(['openai', 'chat', 'xai'] as const)('%s: strict mode wants every property required and objects closed', async (vendor) => {
    const optional = await send(withSchema(vendor, schemaOf(z.object({ a: z.string(), b: z.string().optional() }))));
    expect(optional.status).toBe(400);
    expect(optional.body.error?.message).toMatch(/Missing 'b'/);
    expect((await send(withSchema(vendor, { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }))).status).toBe(400);
    expect((await send(withSchema(vendor, schemaOf(z.object({ a: z.string().nullable() }))))).status).toBe(200);
  });

  it('the SDK surfaces refusals as errors that are not retried', async () => {
    const wrong = vendorModels(sandbox.url).openai;
    await expect(
      askOnce({ model: wrong, schema: z.object({ a: z.string().optional() }), prompt: 'Hi', maxRetries: 2 }),
    ).rejects.toMatchObject({ statusCode: 400, isRetryable: false });
  });

  it('an unknown path is 404', async () => {
    expect((await fetch(`${sandbox.url}/openai/v1/engines`, { method: 'POST', body: '{}' })).status).toBe(404);
  });
});
