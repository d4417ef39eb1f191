import { fetchFor } from '#domain/platform/network/outgoing.ts';
import { endAfterAnswer } from './end-of-answer.ts';

/** Limits on a vendor's answer, in bytes after decoding. */
export interface ByteBounds {
  /** Per answer: the longest lessons take a hundredth of it. */
  readonly total: number;
  /**
   * Per line: a stream's event is one line, and each concurrent call's parser buffers it whole. The last event of some vendors repeats the
   * answer: the longest lessons take a third of it.
   */
  readonly line: number;
  /** Per error body; the rest is cut off, since only the status matters. */
  readonly error: number;
}

export const VENDOR_BYTES: ByteBounds = { total: 32 * 1024 * 1024, line: 1024 * 1024, error: 64 * 1024 };

/** A vendor sent more than any valid answer holds. Handled like a malformed answer: another service is asked. */
export class TooManyBytes extends Error {
  constructor(what: string) {
    super(`the answer was cut off: ${what}`);
    this.name = 'TooManyBytes';
  }
}

const NEW_LINE = 10;
const fetchVendor = fetchFor('ai');

/**
 * Returns a `fetch` for vendors with limits on the bytes read. Clients read error bodies completely and buffer each line of a stream, so
 * one endless line would exhaust the worker's memory. Compressed answers are neither requested nor accepted: the runtime would expand them
 * before they could be counted, and 2 MB can become 2 GB.
 * @param end the event that completes a stream (`END_OF_ANSWER`); by default a stream ends with its connection
 */
export function boundedFetch(bounds: ByteBounds = VENDOR_BYTES, end?: RegExp): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set('accept-encoding', 'identity');
    const answer = await fetchVendor(input, { ...init, headers });
    const encoding = answer.headers.get('content-encoding') ?? 'identity';
    if (encoding !== 'identity') {
      await answer.body?.cancel();
      throw new TooManyBytes(`it came as ${encoding}, which was not asked for`);
    }
    if (!answer.body) return answer;
    const body = answer.ok ? answer.body.pipeThrough(counted(bounds)) : firstBytes(answer.body, bounds.error);
    const isStream = answer.ok && answer.headers.get('content-type')?.startsWith('text/event-stream');
    return new Response(end && isStream ? body.pipeThrough(endAfterAnswer(end)) : body, {
      status: answer.status,
      statusText: answer.statusText,
      headers: answer.headers,
    });
  };
}

/** Passes bytes through until a line or the total is too long. The error cancels the vendor's stream. */
function counted({ total, line }: ByteBounds): TransformStream<Uint8Array, Uint8Array> {
  let all = 0;
  let sinceNewLine = 0;
  return new TransformStream({
    transform(chunk, controller) {
      all += chunk.byteLength;
      const last = chunk.lastIndexOf(NEW_LINE);
      // a line that ends within the chunk is at most the buffered part plus the chunk, and chunks are small
      sinceNewLine = last < 0 ? sinceNewLine + chunk.byteLength : chunk.byteLength - last - 1;
      if (all > total) throw new TooManyBytes(`more than ${total} bytes`);
      if (sinceNewLine > line) throw new TooManyBytes(`a line of more than ${line} bytes`);
      controller.enqueue(chunk);
    },
  });
}

/** Returns the beginning of an error's body and cancels the vendor's stream. */
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
