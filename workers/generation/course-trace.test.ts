import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { requestSpan } from '#domain/platform/tracing/trace-context.ts';
import { openQueueBackend, type QueueBackend } from '#queues/platform/queue-backend.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { startTracing } from '#domain/platform/tracing/start-tracing.ts';
import { isTracing } from '#domain/platform/tracing/tracer.ts';
import { startTraceReceiver, type ReceivedSpan, type TraceReceiver } from '#ops/testing/trace-receiver.ts';
import { startHeartbeat, type Heartbeat } from '../platform/heartbeat.ts';
import { createStepRunner } from '../platform/run-step.ts';
import { PROCESSORS } from '../processors.ts';
import { SHORT, usePipeline } from './pipeline.factory.ts';

const { database, configure, sandbox, write } = usePipeline();
let receiver: TraceReceiver;
let backend: QueueBackend;
let heartbeat: Heartbeat;
let stopTracing: () => Promise<void>;

/** Each test begins with the pipeline's own configuration, and the exporter sends to the currently configured address. */
const trace = () => configure({ tracing: { endpoint: receiver.url, ratio: 1 } });
beforeEach(trace);
beforeAll(async () => {
  receiver = await startTraceReceiver(0);
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url);
  trace();
  stopTracing = await startTracing('coursewright-worker', () => import('#domain/vendors/llm/trace-calls.ts'));
  backend = await openQueueBackend({ databaseUrl: database.url, redisUrl: null, isTraced: isTracing() });
  setJobSink((deliveries) => backend.addJobs(deliveries), backend.isStanding);
  heartbeat = startHeartbeat();
  const runner = createStepRunner({ worker: 'queue', heartbeat, processors: PROCESSORS });
  await backend.startWorkers({ lanes: ['interactive', 'batch'], concurrency: 8, handle: runner.run });
});
afterAll(async () => {
  heartbeat.stop();
  await receiver.close();
  vi.unstubAllEnvs();
});

it('a course and its editing are one trace, from the request to every call of a service and every statement, without a word of its texts', async () => {
  const topic = 'Zebrafish and their unmistakable stripes';
  const { run, runId } = await write({ ...SHORT, topic });
  expect(run.status).toBe('completed');
  const { request_id: requestId } = (await database.knex('run').where({ id: runId }).first('request_id'))!;
  const calls = sandbox().calls();
  await backend.close(1_000);
  await stopTracing();

  const { traceId, spanId } = requestSpan(requestId);
  const spans = receiver.spans.filter((span) => span.traceId === traceId);
  const named = (pattern: RegExp): ReceivedSpan[] => spans.filter(({ name }) => pattern.test(name));
  const runs = await database.knex('run').where({ id: runId }).orWhere({ parent_id: runId }).select('id', 'kind');
  expect(runs.map(({ kind }) => kind).toSorted()).toEqual(['course', 'course-edit']);
  // an editor begins with the texts of the course as steps that nobody executes
  const steps = await database
    .knex('step')
    .where((of) => of.where({ run_id: runId }).orWhereIn('job', ['edit-course', 'apply-edits', 'finish-editing']));
  const worked = spans.filter(({ attributes }) => attributes['run.id'] !== undefined);
  expect(worked.map(({ attributes }) => attributes['step.key']).toSorted()).toEqual(steps.map(({ key }) => key).toSorted());
  // each step's job is a child of the request, and the step a child of its job
  const jobs = named(/^process /);
  expect(jobs).toHaveLength(steps.length);
  expect(new Set(jobs.map(({ parentId }) => parentId))).toEqual(new Set([spanId]));
  const known = new Set([spanId, ...spans.map((span) => span.spanId)]);
  expect(spans.filter(({ parentId }) => !known.has(parentId!))).toEqual([]);
  const requests = spans.filter(({ attributes }) => String(attributes['url.full'] ?? '').startsWith(sandbox().url));
  expect(requests).toHaveLength(calls.length);
  expect(named(/^(?:select|insert|update) step$/).length).toBeGreaterThan(steps.length);
  // idle queues record nothing
  expect(receiver.spans.filter(({ traceId: id }) => id !== traceId).map(({ name }) => name)).toEqual([]);
  const text = JSON.stringify(receiver.spans);
  expect(text).not.toContain('Zebrafish');
  expect(text).not.toContain('sandbox-key');
  expect(text).not.toMatch(/@example/);
});
