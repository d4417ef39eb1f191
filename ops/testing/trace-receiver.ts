import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as it arrived, with the process that recorded it. */
export interface ReceivedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Null for the root of its trace. */
  readonly parentId: string | null;
  readonly name: string;
  readonly ms: number;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

export interface TraceReceiver {
  /** Value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  close(): Promise<void>;
}

/** The used part of OTLP/JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). */
interface Attribute {
  readonly key: string;
  readonly value: { stringValue?: string; intValue?: string | number; doubleValue?: number; boolValue?: boolean };
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly name: string;
        readonly startTimeUnixNano: string;
        readonly endTimeUnixNano: string;
        readonly status: { readonly code?: number };
        readonly attributes: readonly Attribute[];
      }[];
    }[];
  }[];
}

const valuesOf = (attributes: readonly Attribute[]): ReceivedSpan['attributes'] =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.boolValue ?? Number(value.intValue ?? value.doubleValue ?? 0)]),
  );

function spansOf({ resourceSpans }: Export): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service: String(valuesOf(resource.attributes)['service.name']),
        traceId: span.traceId,
        spanId: span.spanId,
        parentId: span.parentSpanId || null,
        name: span.name,
        ms: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
        isError: span.status.code === 2,
        attributes: valuesOf(span.attributes),
      })),
    ),
  );
}

/**
 * Receives traces as a collector does, by OTLP over HTTP as JSON, for tests and for a first look, and keeps them in memory.
 * @param port 0 lets the system choose
 * @param onSpans receives the spans of one request
 */
export async function startTraceReceiver(
  port: number,
  onSpans: (spans: readonly ReceivedSpan[]) => void = () => undefined,
): Promise<TraceReceiver> {
  const received: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    if (request.url !== '/v1/traces') return void response.writeHead(404).end();
    const spans = spansOf((await json(request)) as Export);
    received.push(...spans);
    onSpans(spans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: received,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
