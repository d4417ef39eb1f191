import * as z from 'zod/mini';

/**
 * A statement in a lesson that is based on a passage of the learner's own sources. `supported`: the passage contains the quote word for
 * word, and a second service confirms that it supports the sentence; `unsupported`: the second service denies it; `unchecked`: no service
 * could check it, or the sentence was changed since; `not_found`: no passage contains the quote. Only `supported` citations are shown as
 * sourced.
 */
export const citationSchema = z.object({
  /** Its number n in the marker `[^n]` after the sentence. */
  marker: z.int(),
  state: z.enum(['supported', 'unsupported', 'unchecked', 'not_found']),
  quote: z.string(),
  /** Null when no passage contains the quote. */
  passage: z.nullable(z.object({ source_id: z.string(), source_name: z.string(), number: z.int(), page: z.nullable(z.int()) })),
});
export type Citation = z.infer<typeof citationSchema>;
