import { createHash } from 'node:crypto';
import { propagation, ROOT_CONTEXT, trace, TraceFlags, type Context, type SpanContext } from '@opentelemetry/api';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Hex digits of a trace id and of a span id, by OpenTelemetry's specification. */
const TRACE_ID = 32;
const SPAN_ID = 16;

/**
 * Returns the ids of a request's span. They are derived from the request's id, which every run stores, so that later work on the run, even
 * after a crash, continues the same trace, and logs lead to it. The trace id of a UUID is the UUID without its hyphens.
 */
export function requestSpan(requestId: string): Readonly<Pick<SpanContext, 'traceId' | 'spanId'>> {
  const hash = createHash('sha256').update(requestId).digest('hex');
  const traceId = UUID.test(requestId) ? requestId.replaceAll('-', '') : hash.slice(0, TRACE_ID);
  return { traceId, spanId: hash.slice(TRACE_ID, TRACE_ID + SPAN_ID) };
}

/** Returns the context for spans in a request's trace, below its span. Whether they are sampled follows from the trace id. */
export const contextOf = (requestId: string): Context =>
  trace.setSpanContext(ROOT_CONTEXT, { ...requestSpan(requestId), isRemote: true, traceFlags: TraceFlags.SAMPLED });

/** Returns that context as `bullmq-otel` stores it in a job's options. */
export function jobTrace(requestId: string): string {
  const carrier: Record<string, string> = {};
  propagation.inject(contextOf(requestId), carrier);
  return JSON.stringify(carrier);
}
