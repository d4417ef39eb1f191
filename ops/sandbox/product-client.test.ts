import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { outlineDocument } from '#domain/generation/prompts/documents.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { callsSettled } from '#domain/vendors/llm/settle-call.command.ts';
import { askModel } from '#domain/vendors/llm/llm.client.ts';
import { VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { startSandbox, type Sandbox } from './server.ts';

const PATHS: Record<Service, string> = { claude: 'anthropic/v1', openai: 'openai/v1', grok: 'xai/v1', gemini: 'gemini/v1beta' };
const BRIEF = { topic: 'Beekeeping', course_size: { modules: 3, lessons_per_module: 2, lesson_words: 200 } };

const test = useTestDatabase();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  const { vendors, vendor, ...rest } = config();
  const at = (service: Service) => ({ ...vendors[service], baseURL: `${sandbox.url}/${PATHS[service]}` });
  const all = { claude: at('claude'), openai: at('openai'), grok: at('grok'), gemini: at('gemini') };
  setConfig({ ...rest, vendors: all, vendor: { ...vendor, firstChunkTimeoutMs: 300 } });
});
beforeEach(async () => {
  // a call that is settled at the same time would lock the two rows in the other order
  await callsSettled();
  await test.knex.raw('truncate vendor_lane, vendor_call');
});
afterEach(() => control('DELETE', 'faults'));
afterAll(() => sandbox.close());

const control = (method: string, path: string, body?: object) =>
  fetch(`${sandbox.url}/control/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

const ask = (service: Service, maxOutputTokens = 8_000) =>
  askModel({
    service,
    purpose: 'outline',
    instructions: 'You plan courses.',
    prompt: `<brief>${JSON.stringify(BRIEF)}</brief>`,
    schema: outlineDocument,
    maxOutputTokens,
    lane: 'interactive',
    accountId: uuidv7(),
    runId: uuidv7(),
    stepId: uuidv7(),
    signal: new AbortController().signal,
  });

describe.each(SERVICES)('the product’s client and the sandbox as %s', (service) => {
  it('agree on a request and its answer, with usage', async () => {
    const answer = await ask(service);
    expect(answer.value.modules).toHaveLength(3);
    expect(answer.inputTokens).toBeGreaterThan(10);
    expect(answer.outputTokens).toBeGreaterThan(100);
    await callsSettled();
    expect(await test.knex('vendor_call').first()).toMatchObject({ outcome: 'ok', cost_micro_usd: expect.any(Number) });
  });

  it('agree on a fenced answer', async () => {
    await control('PUT', 'faults', { service, mode: 'fenced', times: 1 });
    expect((await ask(service)).value.modules).toHaveLength(3);
  });

  it.each([
    ['down', 'vendors.unavailable', 'unavailable'],
    ['500', 'vendors.unavailable', 'unavailable'],
    ['529', 'vendors.unavailable', 'unavailable'],
    ['cut', 'vendors.unavailable', 'unavailable'],
    ['429', 'vendors.rate_limited', 'rate_limited'],
    ['hang', 'vendors.timed_out', 'timed_out'],
    ['garbage', 'vendors.broken_output', 'broken'],
    ['truncate', 'vendors.broken_output', 'broken'],
  ])('agree on the fault %s', async (mode, code, outcome) => {
    await control('PUT', 'faults', { service, mode, times: 1, ...(mode === '429' && { retry_after_s: 9 }) });
    const error = await ask(service).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(VendorFailure);
    expect(error).toMatchObject({ service, code, ...(mode === '429' && { retryAfterMs: 9_000 }) });
    await callsSettled();
    expect(await test.knex('vendor_call').orderBy('started_at', 'desc').first()).toMatchObject({ service, outcome });
  });

  it('agree on an answer that its limit cuts off', async () => {
    const error = await ask(service, 50).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'vendors.broken_output', message: expect.stringContaining('truncated') });
  });
});
