import * as z from 'zod/mini';

const attempt = z.string();

/** What two browsers say to each other to connect. Each connection that is tried has an id, so that what belongs to an older one is dropped. */
const signalSchema = z.discriminatedUnion('type', [
  /** "I am here, offer me something": from the one of two who answers. */
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

/** Reads what came from somebody else's browser; null when it is nothing of ours. */
export function readSignal(data: string): Signal | null {
  try {
    const parsed = signalSchema.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
