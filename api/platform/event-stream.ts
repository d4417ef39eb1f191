import type * as z from 'zod/mini';

/** Interval of keep-alive comments: proxies and browsers drop a connection that stays silent for long. */
const STILL_HERE_MS = 15_000;
const STILL_HERE = ': still here\n\n';

/**
 * Streams server-sent events, each validated against its declaration and sent as one line of JSON. The stream ends with its source, or when
 * the caller disconnects or the process is asked to stop; the source is closed then too.
 * @throws when an event does not match its declaration: the connection breaks, so the bug is noticed
 */
export async function* eventStream(
  events: AsyncIterable<unknown>,
  { schema, signal, everyMs = STILL_HERE_MS }: { schema: z.ZodMiniType; signal: AbortSignal; everyMs?: number },
): AsyncGenerator<string> {
  const source = events[Symbol.asyncIterator]();
  const gone = new Promise<'gone'>((resolve) => signal.addEventListener('abort', () => resolve('gone'), { once: true }));
  let next = source.next();
  try {
    // headers are flushed with the first bytes, and the client waits for them to know it is connected
    yield STILL_HERE;
    while (!signal.aborted) {
      let timer: NodeJS.Timeout | undefined;
      const quiet = new Promise<'quiet'>((resolve) => (timer = setTimeout(() => resolve('quiet'), everyMs)));
      const what = await Promise.race([next, quiet, gone]).finally(() => clearTimeout(timer));
      if (what === 'gone') return;
      if (what === 'quiet') {
        yield STILL_HERE;
        continue;
      }
      if (what.done) return;
      yield `data: ${JSON.stringify(schema.parse(what.value))}\n\n`;
      next = source.next();
    }
  } finally {
    // a pending `next` settles only with its next event; its rejection is no longer awaited
    next.catch(() => undefined);
    void source.return?.().catch(() => undefined);
  }
}
