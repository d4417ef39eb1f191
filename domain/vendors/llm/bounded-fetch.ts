/** What a vendor may send, in bytes after any decoding. */
export interface ByteBounds {
  /** Of one answer in all: the longest lessons are a hundredth of it. */
  readonly total: number;
  /**
   * Between two line ends: an event of a stream stands in one line, and its parser holds the line whole, in each of the calls that run at once. The last
   * event of some vendors repeats the answer: the longest lessons are a third of it.
   */
  readonly line: number;
  /** Of the body of an error; the rest is cut off, the status is what counts. */
  readonly error: number;
}

export const VENDOR_BYTES: ByteBounds = { total: 32 * 1024 * 1024, line: 1024 * 1024, error: 64 * 1024 };

/** A vendor sent more than any answer of ours can be. It goes the way of a broken answer: another service is asked. */
export class TooManyBytes extends Error {
  constructor(what: string) {
    super(`the answer was cut off: ${what}`);
    this.name = 'TooManyBytes';
  }
}

const NEW_LINE = 10;

/**
 * `fetch` for vendors, with bounds on what is read. Clients read error bodies whole and hold a line of a stream until it ends, so without bounds one
 * endless line takes the memory of the whole worker. Compressed answers are not asked for and not accepted: the runtime would expand them before anybody
 * could count, and 2 MB can become 2 GB.
 */
export function boundedFetch(bounds: ByteBounds = VENDOR_BYTES, send: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set('accept-encoding', 'identity');
    const answer = await send(input, { ...init, headers });
    const encoding = answer.headers.get('content-encoding') ?? 'identity';
    if (encoding !== 'identity') {
      await answer.body?.cancel();
      throw new TooManyBytes(`it came as ${encoding}, which was not asked for`);
    }
    if (!answer.body) return answer;
    const body = answer.ok ? answer.body.pipeThrough(counted(bounds)) : firstBytes(answer.body, bounds.error);
    return new Response(body, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
  };
}

/** Passes bytes on until a line, or all of it, is too long. The error cancels the vendor's stream. */
function counted({ total, line }: ByteBounds): TransformStream<Uint8Array, Uint8Array> {
  let all = 0;
  let sinceNewLine = 0;
  return new TransformStream({
    transform(chunk, controller) {
      all += chunk.byteLength;
      const last = chunk.lastIndexOf(NEW_LINE);
      // a line that ends within the chunk is at most as long as what was held plus the chunk, and chunks are small
      sinceNewLine = last < 0 ? sinceNewLine + chunk.byteLength : chunk.byteLength - last - 1;
      if (all > total) throw new TooManyBytes(`more than ${total} bytes`);
      if (sinceNewLine > line) throw new TooManyBytes(`a line of more than ${line} bytes`);
      controller.enqueue(chunk);
    },
  });
}

/** The beginning of an error's body; the vendor's stream is let go. */
function firstBytes(body: ReadableStream<Uint8Array>, most: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let left = most;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      const part = value?.subarray(0, left);
      if (part && part.byteLength > 0) controller.enqueue(part);
      left -= part?.byteLength ?? 0;
      if (!done && left > 0) return;
      controller.close();
      await reader.cancel().catch(() => undefined);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
