import * as z from 'zod/mini';

const attempt = z.string();

/** The signals by which two browsers connect. Each attempt has an id, so that signals of an older attempt are dropped. */
const signalSchema = z.discriminatedUnion('type', [
  /** Requests an offer; sent by the peer that answers. */
  z.object({ type: z.literal('hello') }),
  z.object({ type: z.literal('offer'), attempt, sdp: z.string() }),
  z.object({ type: z.literal('answer'), attempt, sdp: z.string() }),
  z.object({
    type: z.literal('candidate'),
    attempt,
    candidate: z.object({
      candidate: z.optional(z.string()),
      sdpMid: z.optional(z.nullable(z.string())),
      sdpMLineIndex: z.optional(z.nullable(z.number())),
      usernameFragment: z.optional(z.nullable(z.string())),
    }),
  }),
  z.object({ type: z.literal('media'), isMuted: z.boolean(), hasCamera: z.boolean(), isSharing: z.boolean() }),
]);
export type Signal = z.infer<typeof signalSchema>;

/** Parses a signal from another browser; null if it is invalid. */
export function readSignal(data: string): Signal | null {
  try {
    const parsed = signalSchema.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
