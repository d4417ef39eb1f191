import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes, type Context, type Span } from '@opentelemetry/api';
import { contextOf, requestSpan } from './trace-context.ts';

/** Name of our instrumentation in every span. */
const tracer = () => trace.getTracer('coursewright');

/** Option of every AI SDK call: spans must not record the texts of people and services. */
export const NO_TEXTS = { recordInputs: false, recordOutputs: false } as const;

let isStarted = false;
/** Ids for the span being started; null: random ids. */
let chosen: ReturnType<typeof requestSpan> | null = null;

/** Tells whether this process records traces. */
export const isTracing = (): boolean => isStarted;
export const setTracing = (next: boolean): void => void (isStarted = next);
/** Supplies the ids to the SDK's generator. */
export const chosenIds = (): typeof chosen => chosen;

/** Runs `work` in the span of a request, which is the root of its trace. */
export function inRequestSpan<T>(requestId: string, name: string, work: (span: Span) => Promise<T>): Promise<T> {
  chosen = requestSpan(requestId);
  const span = tracer().startSpan(name, { kind: SpanKind.SERVER, root: true });
  chosen = null;
  return inside(span, trace.setSpan(ROOT_CONTEXT, span), work);
}

/** Runs a step's work in a span below the job that delivered it, or below its run's request when no job did. */
export function inStepSpan<T>(requestId: string, name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T> {
  const parent = trace.getActiveSpan() ? context.active() : contextOf(requestId);
  const span = tracer().startSpan(name, { attributes }, parent);
  return inside(span, trace.setSpan(parent, span), work);
}

/** An error's message may hold a person's words, so only its class and code are recorded. */
async function inside<T>(span: Span, active: Context, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await context.with(active, () => work(span));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error instanceof Error ? ((error as { code?: string }).code ?? error.name) : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}
