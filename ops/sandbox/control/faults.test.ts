import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { lessonDocument } from '#domain/generation/prompts/documents.ts';
import { startSandbox, type Sandbox } from '../server.ts';
import { askOnce, askStreaming, control, promptOf, vendorModels } from '../testing/vendors.ts';
import { SERVICES } from '#contract/platform/ai-services.ts';

const prompt = promptOf({
  brief: { age: 30, topic: 'Chess', course_size: { modules: 3, lessons_per_module: 2, lesson_words: 200 } },
  lesson: { module: 0, lesson: 0 },
});
const call = { schema: lessonDocument, prompt };
const WAIT = { timeout: 60_000 };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.close());
afterEach(async () => {
  await control(sandbox.url, 'DELETE', 'faults');
  await control(sandbox.url, 'PUT', 'latency', { ms: 0 });
});
const fault = async (body: Record<string, unknown>) => expect((await control(sandbox.url, 'PUT', 'faults', body)).status).toBe(200);
const lastCall = (service: string) => sandbox.calls(service).at(-1);

describe.each(SERVICES)('faults as the SDK of %s sees them', (service) => {
  const model = () => vendorModels(sandbox.url)[service];

  it('down: the connection breaks before any answer', async () => {
    await fault({ service, mode: 'down' });
    await expect(askOnce({ model: model(), ...call })).rejects.toMatchObject({
      name: 'AI_APICallError',
      isRetryable: true,
      statusCode: undefined,
    });
    expect(lastCall(service)).toMatchObject({ status: 0, aborted: false, fault: 'down', purpose: 'lesson' });
  });

  it.each(['429', '500', '529'])('%s: a retryable status, with retry-after when given', async (mode) => {
    await fault({ service, mode, retry_after_s: 7 });
    const failed = await askOnce({ model: model(), ...call }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ statusCode: Number(mode), isRetryable: true, responseHeaders: { 'retry-after': '7' } });
    const streamed = await askStreaming({ model: model(), ...call });
    expect(streamed.failure).toMatchObject({ statusCode: Number(mode) });
    expect(lastCall(service)).toMatchObject({ status: Number(mode), output_tokens: 0 });
  });

  it('garbage: 200 with a body that is not JSON, or a stream whose text is not', async () => {
    await fault({ service, mode: 'garbage' });
    await expect(askOnce({ model: model(), ...call })).rejects.toMatchObject({ name: 'AI_APICallError', statusCode: 200 });
    expect((await askStreaming({ model: model(), ...call })).failure).toMatchObject({ name: 'AI_NoObjectGeneratedError' });
  });

  it('fenced: the JSON is inside a code fence', async () => {
    await fault({ service, mode: 'fenced' });
    const failed = (await askOnce({ model: model(), ...call }).catch((error: unknown) => error)) as { name: string; text: string };
    expect(failed.name).toBe('AI_NoObjectGeneratedError');
    expect(failed.text).toMatch(/^```json\n\{[\s\S]*\}\n```$/);
  });

  it('truncate: the text stops early with the reason length', async () => {
    await fault({ service, mode: 'truncate' });
    const failed = await askOnce({ model: model(), ...call }).catch((error: unknown) => error);
    // xAI's SDK reads the reason of an incomplete answer only in streams.
    expect(failed).toMatchObject({ name: 'AI_NoObjectGeneratedError', finishReason: service === 'grok' ? 'other' : 'length' });
    expect((await askStreaming({ model: model(), ...call })).failure).toMatchObject({ finishReason: 'length' });
  });

  it('cut: the connection breaks in the middle of the answer', async () => {
    await fault({ service, mode: 'cut' });
    await expect(askOnce({ model: model(), ...call })).rejects.toMatchObject({ name: 'AI_APICallError' });
    const streamed = await askStreaming({ model: model(), ...call });
    expect(streamed.partials).toBeGreaterThan(0);
    expect(streamed.failure).not.toBeNull();
    await vi.waitFor(() => expect(lastCall(service)).toMatchObject({ status: 200, fault: 'cut', aborted: false }), WAIT);
  });

  it('hang: no headers come until the client gives up, and the call is marked aborted', async () => {
    await fault({ service, mode: 'hang' });
    await expect(askOnce({ model: model(), ...call, abortSignal: AbortSignal.timeout(150) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await vi.waitFor(() => expect(lastCall(service)).toMatchObject({ status: 0, aborted: true }), WAIT);
  });

  it('slow: ten times the latency', async () => {
    await control(sandbox.url, 'PUT', 'latency', { ms: 30 });
    await fault({ service, mode: 'slow' });
    await askOnce({ model: model(), ...call });
    expect(lastCall(service)?.ms).toBeGreaterThanOrEqual(299);
  });
});

describe('the calls that a fault meets', () => {
  it('times counts down and the next call is normal again', async () => {
    await fault({ service: 'claude', mode: '500', times: 2 });
    const model = vendorModels(sandbox.url).claude;
    for (let i = 0; i < 2; i++) await expect(askOnce({ model, ...call })).rejects.toMatchObject({ statusCode: 500 });
    expect((await askOnce({ model, ...call })).finishReason).toBe('stop');
  });

  it('* means every service without its own fault; one service can be cleared alone', async () => {
    await fault({ service: '*', mode: '500' });
    await fault({ service: 'grok', mode: '429' });
    const models = vendorModels(sandbox.url);
    await expect(askOnce({ model: models.gemini, ...call })).rejects.toMatchObject({ statusCode: 500 });
    await expect(askOnce({ model: models.grok, ...call })).rejects.toMatchObject({ statusCode: 429 });
    await control(sandbox.url, 'DELETE', 'faults?service=*');
    expect((await askOnce({ model: models.gemini, ...call })).finishReason).toBe('stop');
    await expect(askOnce({ model: models.grok, ...call })).rejects.toMatchObject({ statusCode: 429 });
  });

  it('probability meets a share of the calls', async () => {
    await fault({ service: 'openai', mode: '500', probability: 0.5 });
    const model = vendorModels(sandbox.url).openai;
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => askOnce({ model, ...call })));
    const failed = results.filter((result) => result.status === 'rejected').length;
    expect(failed).toBeGreaterThan(12);
    expect(failed).toBeLessThan(48);
  });
});
