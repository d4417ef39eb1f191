import { context, propagation, SpanKind, trace, TraceFlags, type Context } from '@opentelemetry/api';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { outgoing } from '#domain/platform/network/outgoing.ts';
import { traceStatements } from './trace-statements.ts';
import { chosenIds, setTracing } from './tracer.ts';

/**
 * Sends traces to an OpenTelemetry collector, if `OTEL_EXPORTER_OTLP_ENDPOINT` names one; otherwise nothing is loaded. The exporter, the batches
 * and the resource read the other standard `OTEL_*` variables themselves. Call it after `connectDatabase` and before the queues are opened.
 * @param service `service.name` of this process, e.g. `coursewright-api`
 * @returns sends what is left and stops
 */
export async function startTracing(service: string): Promise<() => Promise<void>> {
  const { tracing } = config();
  if (!tracing) return async () => undefined;
  const [sdk, exporter, resources, undici, { traceCalls }] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/instrumentation-undici'),
    import('#domain/vendors/llm/trace-calls.ts'),
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
      // the same in every process, because it follows from the trace id. Only a request begins a trace: idle queues would begin one with each poll
      shouldSample: (parent: Context, traceId: string, _name: string, kind: SpanKind) => {
        const above = trace.getSpanContext(parent);
        const isPart = above ? (above.traceFlags & TraceFlags.SAMPLED) !== 0 : kind === SpanKind.SERVER;
        return isPart ? ratio.shouldSample(parent, traceId) : { decision: sdk.SamplingDecision.NOT_RECORD };
      },
    },
    spanProcessors: [new sdk.BatchSpanProcessor(sending)],
  });
  provider.register();
  // vendors' addresses may hold keys in their query
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
    // the next one could not register beside it
    trace.disable();
    context.disable();
    propagation.disable();
  };
}
