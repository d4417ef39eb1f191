import { context, propagation, SpanKind, trace, TraceFlags, type Context, SpanStatusCode, type Span } from '@opentelemetry/api';
import type { Knex } from 'knex';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { outgoing } from '#domain/platform/network/outgoing.ts';
import { chosenIds, setTracing } from './tracer.ts';

/**
 * Starts sending traces to an OpenTelemetry collector, if `OTEL_EXPORTER_OTLP_ENDPOINT` names one; otherwise nothing is loaded. The
 * exporter, the batches and the resource read the other standard `OTEL_*` variables themselves. Call it after `connectDatabase` and before
 * the queues are opened.
 * @param service `service.name` of this process, e.g. `coursewright-api`
 * @param loadTracer loads the module that records the services' calls as spans
 * @returns a function that sends the remaining spans and stops
 */
export async function startTracing(service: string, loadTracer: () => Promise<{ traceCalls(): void }>): Promise<() => Promise<void>> {
  const { tracing } = config();
  if (!tracing) return async () => undefined;
  const [sdk, exporter, resources, undici, { traceCalls }] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/instrumentation-undici'),
    loadTracer(),
  ]);
  const random = new sdk.RandomIdGenerator();
  const ratio = new sdk.TraceIdRatioBasedSampler(tracing.ratio);
  const sending = new exporter.OTLPTraceExporter();
  const send = sending.export.bind(sending);
  sending.export = (spans, done) => outgoing('traces', () => send(spans, done));
  const provider = new sdk.NodeTracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': service })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    idGenerator: {
      generateTraceId: () => chosenIds()?.traceId ?? random.generateTraceId(),
      generateSpanId: () => chosenIds()?.spanId ?? random.generateSpanId(),
    },
    sampler: {
      // the same in every process, because it is derived from the trace id. Only a request starts a trace: idle queues would start one with
      // each poll
      shouldSample: (parent: Context, traceId: string, _name: string, kind: SpanKind) => {
        const above = trace.getSpanContext(parent);
        const isPart = above ? (above.traceFlags & TraceFlags.SAMPLED) !== 0 : kind === SpanKind.SERVER;
        return isPart ? ratio.shouldSample(parent, traceId) : { decision: sdk.SamplingDecision.NOT_RECORD };
      },
    },
    spanProcessors: [new sdk.BatchSpanProcessor(sending)],
  });
  provider.register();
  // vendors' addresses may contain keys in their query
  new undici.UndiciInstrumentation({
    requireParentforSpans: true,
    startSpanHook: ({ origin, path }) => ({ 'url.full': `${origin}${path.split('?')[0]}`, 'url.query': '' }),
  }).setTracerProvider(provider);
  traceCalls();
  traceStatements(database());
  setTracing(true);
  return async () => {
    setTracing(false);
    await provider.shutdown();
    // a second provider could not register beside it
    trace.disable();
    context.disable();
    propagation.disable();
  };
}

/** Knex's events about one statement carry the same id. */
interface Statement {
  readonly __knexQueryUid: string;
  readonly sql: string;
}

/** The first word of a statement or of its first `with`, and the first table it names: enough to distinguish statements in a list. */
const VERB = /^\s*(?:with\s+\w+\s+as\s*\(\s*)?(?<verb>\w+)/i;
const TABLE = /\b(?:from|into|update)\s+"?(?!set\b|of\b|skip\b)(?<table>[a-z]\w*)(?!\w|"?\s*\()/i;
/** Longer statements are cut in spans, in characters. */
const TEXT_AT_MOST = 2_000;

/**
 * Records every statement that Knex sends while a sampled span is active as a span. The text has placeholders only: values are always
 * bound, and not recorded.
 */
function traceStatements(knex: Knex): void {
  const running = new Map<string, Span>();
  knex.on('query', ({ __knexQueryUid: id, sql }: Statement) => {
    const parent = trace.getActiveSpan();
    if (!parent?.isRecording()) return;
    const verb = VERB.exec(sql)?.groups!['verb']!.toLowerCase() ?? 'statement';
    const table = TABLE.exec(sql)?.groups!['table'];
    const name = table ? `${verb} ${table}` : verb;
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name, 'db.query.text': sql.slice(0, TEXT_AT_MOST) };
    running.set(id, trace.getTracer('coursewright').startSpan(name, { kind: SpanKind.CLIENT, attributes }));
  });
  const end = (id: string, code?: string): void => {
    const span = running.get(id);
    running.delete(id);
    if (code !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', code);
    span?.end();
  };
  knex.on('query-response', (_: unknown, { __knexQueryUid: id }: Statement) => end(id));
  knex.on('query-error', (error: Error & { code?: string }, { __knexQueryUid: id }: Statement) => end(id, error.code ?? error.name));
}
