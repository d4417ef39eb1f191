import * as z from 'zod';

/** Where traces go; see `startTracing`. */
export interface TracingSettings {
  /** Address of the collector. */
  readonly endpoint: string;
  /** Share of the requests whose traces are recorded, 0-1. */
  readonly ratio: number;
}

/**
 * Environment variables for traces, named by OpenTelemetry's specification; its SDK reads the others, such as OTEL_EXPORTER_OTLP_HEADERS.
 */
export const TRACING_ENVIRONMENT = {
  /** Address of a collector, e.g. http://localhost:4318. If unset, no traces are recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Full address for traces, if it differs. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_SDK_DISABLED: z.stringbool().default(false),
  /** Address of a trace in the tool that displays it, with {trace_id} in it; the console links runs to it. */
  TRACE_URL: z
    .url({ protocol: /^https?$/ })
    .includes('{trace_id}')
    .optional(),
};
const environment = z.object(TRACING_ENVIRONMENT);

/** Returns null when no collector is configured. */
export const readTracingSettings = (e: z.infer<typeof environment>): TracingSettings | null =>
  e.OTEL_EXPORTER_OTLP_ENDPOINT && !e.OTEL_SDK_DISABLED
    ? { endpoint: e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? e.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: e.OTEL_TRACES_SAMPLER_ARG }
    : null;
