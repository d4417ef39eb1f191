import { createWriteStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { startTraceReceiver } from '../testing/trace-receiver.ts';
import { summarise } from './trace-summary.ts';

/** `npm run traces`: a small collector for one's own machine. Writes every span as a line of JSON; Ctrl-C prints the largest trace. */
const { values } = parseArgs({ options: { port: { type: 'string', default: '4318' }, file: { type: 'string', default: 'traces.jsonl' } } });
const file = createWriteStream(values.file);
const receiver = await startTraceReceiver(Number(values.port), (spans) => {
  for (const span of spans) file.write(`${JSON.stringify(span)}\n`);
});
console.log(
  `Traces sent to OTEL_EXPORTER_OTLP_ENDPOINT=${receiver.url} are written to ${values.file}. Ctrl-C stops and prints the largest.`,
);

process.once('SIGINT', async () => {
  await receiver.close();
  file.end();
  const traces = [...Map.groupBy(receiver.spans, ({ traceId }) => traceId).values()];
  const largest = traces.toSorted((a, b) => b.length - a.length)[0];
  console.log(largest ? summarise(largest).join('\n') : 'no spans arrived');
});
