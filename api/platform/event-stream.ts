import type * as z from 'zod/mini';

/** A proxy or a browser gives up a connection on which nothing is heard for long. */
const STILL_HERE_MS = 15_000;
const STILL_HERE = ': still here\n\n';

/**
 * Server-sent events: each is held against its declaration and sent as one line of JSON. It ends with its source, or when the caller has gone or the
 * process is asked to stop; the source is ended then too.
 * @throws when an event is not as declared: the connection breaks, which is seen
 */
export async function* eventStream(
  events: AsyncIterable<unknown>,
  { schema, signal, everyMs = STILL_HERE_MS }: { schema: z.ZodMiniType; signal: AbortSignal; everyMs?: number },
): AsyncGenerator<string> {
  const source = events[Symbol.asyncIterator]();
  const gone = new Promise<'gone'>((resolve) => signal.addEventListener('abort', () => resolve('gone'), { once: true }));
  let next = source.next();
  try {
    // headers go out with the first bytes, and a watcher wants to know that it watches
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
    // one that waits for its next event ends when that comes
    next.catch(() => undefined);
    void source.return?.().catch(() => undefined);
  }
}
