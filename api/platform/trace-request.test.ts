import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { startTracing } from '#domain/platform/tracing/start-tracing.ts';
import { startTraceReceiver, type TraceReceiver } from '#ops/testing/trace-receiver.ts';
import { requestSpan } from '#domain/platform/tracing/trace-context.ts';

const api = useTestApi();
let receiver: TraceReceiver;
let stopTracing: () => Promise<void>;

beforeAll(async () => {
  receiver = await startTraceReceiver(0);
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url);
  setConfig({ ...config(), tracing: { endpoint: receiver.url, ratio: 1 } });
  stopTracing = await startTracing('coursewright-api', () => import('#domain/vendors/llm/trace-calls.ts'));
});
afterAll(async () => {
  await receiver.close();
  vi.unstubAllEnvs();
});

it('a request is the root of the trace that its id names, with its statements and without its path', async () => {
  const requestId = '01a210f6-22ee-7121-b313-e9a75dde7a67';
  const headers = { 'X-Request-Id': requestId };
  expect((await api.call('/api/market/courses?q=unmistakable', { headers })).status).toBe(200);
  await api.call('/api/courses/of-nobody', { headers: { 'X-Request-Id': 'a-request-of-a-script' } });
  await stopTracing();

  const [root, ...others] = receiver.spans.filter(({ traceId }) => traceId === '01a210f622ee7121b313e9a75dde7a67').toReversed();
  expect(root).toMatchObject({
    service: 'coursewright-api',
    spanId: requestSpan(requestId).spanId,
    parentId: null,
    name: expect.stringMatching(/^GET \w+$/),
    isError: false,
    attributes: { 'request.id': requestId, 'http.response.status_code': 200 },
  });
  expect(others.length).toBeGreaterThan(0);
  expect(new Set(others.map(({ parentId }) => parentId))).toEqual(new Set([root!.spanId]));
  const { traceId } = requestSpan('a-request-of-a-script');
  expect(receiver.spans.find((span) => span.traceId === traceId && span.parentId === null)).toBeDefined();
  expect(JSON.stringify(receiver.spans)).not.toMatch(/unmistakable|of-nobody/);
});
