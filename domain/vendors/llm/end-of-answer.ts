import type { Wire } from '#contract/platform/ai-services.ts';

/**
 * Matches the event with which a vendor says that its answer is complete, or has failed for good. Inside a text its quotes would be
 * escaped, so a match is always a field.
 */
export const END_OF_ANSWER: Readonly<Record<Wire, RegExp>> = {
  messages: /"type"\s*:\s*"message_stop"/,
  responses: /"type"\s*:\s*"response\.(?:completed|incomplete|failed)"/,
  'xai-responses': /"type"\s*:\s*"response\.(?:completed|incomplete|failed)"|^data:\s*\[DONE\]/,
  'generate-content': /"finishReason"\s*:\s*"/,
  chat: /^data:\s*\[DONE\]/,
};

/** How long the connection may stay open after that event: the vendor usually closes it at once, and it can be reused. */
const GRACE_MS = 250;

const NEW_LINE = 10;

/**
 * Ends a stream of events soon after the event that completes its answer, whether or not the vendor closes the connection: a complete
 * answer must not be lost to a chunk timeout.
 */
export function endAfterAnswer(end: RegExp): TransformStream<Uint8Array, Uint8Array> {
  let line: Uint8Array[] = [];
  let timer: NodeJS.Timeout | null = null;
  const isEnd = () => end.test(Buffer.concat(line).toString('latin1'));
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      if (timer) return;
      let from = 0;
      for (let at = chunk.indexOf(NEW_LINE); at >= 0 && !timer; at = chunk.indexOf(NEW_LINE, from)) {
        line.push(chunk.subarray(from, at));
        if (isEnd()) timer = setTimeout(() => controller.terminate(), GRACE_MS);
        line = [];
        from = at + 1;
      }
      line.push(chunk.subarray(from));
    },
    flush: () => clearTimeout(timer ?? undefined),
    cancel: () => clearTimeout(timer ?? undefined),
  });
}
