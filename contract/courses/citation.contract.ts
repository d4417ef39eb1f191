import * as z from 'zod/mini';

/**
 * A place in a lesson that rests on a passage of its learner's own sources. `supported`: the quote stands in the passage word for word, and a
 * second service says that it bears its sentence out; `unsupported`: it says the opposite; `unchecked`: none could be asked, or the sentence was
 * changed since; `not_found`: no passage has the quote. Only the first is shown as from the sources.
 */
export const citationSchema = z.object({
  /** Stands in the lesson's text as `[^1]`, behind its sentence. */
  marker: z.int(),
  state: z.enum(['supported', 'unsupported', 'unchecked', 'not_found']),
  quote: z.string(),
  /** Null where no passage has the quote. */
  passage: z.nullable(z.object({ source_id: z.string(), source_name: z.string(), number: z.int(), page: z.nullable(z.int()) })),
});
export type Citation = z.infer<typeof citationSchema>;
