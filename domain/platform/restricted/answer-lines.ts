import { setImmediate } from 'node:timers/promises';

/** Writes values as lines of JSON, for an answer that is too long to be parsed at once. */
export function* linesOf(values: Iterable<unknown>): Generator<Uint8Array> {
  for (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`);
}

/**
 * Reads lines of JSON, as many at a time as a chunk completes; other requests are served in between.
 * @throws SyntaxError if a line is not JSON
 */
export async function* batchesIn(chunks: Iterable<Uint8Array>): AsyncGenerator<unknown[]> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for (const chunk of chunks) {
    const [first, ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
    parts.push(first!);
    if (lines.length === 0) continue;
    const whole = [parts.join(''), ...lines.slice(0, -1)];
    parts = [lines.at(-1)!];
    yield whole.map((line) => JSON.parse(line) as unknown);
    await setImmediate();
  }
  if (parts.join('') !== '') throw new SyntaxError('the last line has no end');
}
