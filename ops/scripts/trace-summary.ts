import type { ReceivedSpan } from '../testing/trace-receiver.ts';

/** Digits of the counts. */
const WIDTH = 6;

/**
 * Summarises one trace: its processes, whether every span's parent has arrived, and its spans by name.
 * @returns lines to print
 */
export function summarise(spans: readonly ReceivedSpan[]): string[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const roots = spans.filter(({ parentId }) => parentId === null);
  const loose = spans.filter(({ parentId }) => parentId !== null && !ids.has(parentId));
  const names = Map.groupBy(spans, ({ service, name }) => `${service}  ${name}`);
  const rows = [...names].toSorted(([, a], [, b]) => b.length - a.length);
  return [
    `trace ${spans[0]?.traceId}: ${spans.length} spans, ${roots.length} root (${roots.map(({ name }) => name).join(', ')}), ${loose.length} without their parent`,
    ...rows.map(([name, same]) => {
      const ms = same.reduce((sum, span) => sum + span.ms, 0);
      return `${String(same.length).padStart(WIDTH)}  ${name}  ${Math.round(ms)} ms`;
    }),
  ];
}
