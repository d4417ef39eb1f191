import * as z from 'zod/mini';

/** Limits of a field's parts, in characters and entries, and of a number's size. */
export const FIELD_BOUNDS = { unit: 40, options: 8, option: 500, feedback: 2_000, accepted: 12, line: 300, number: 1e15 } as const;

const text = (most: number) => z.string().check(z.maxLength(most));
const id = text(60);

/** `tolerance`: the largest accepted difference from the answer, in its unit. `unit` is empty for a plain number. */
const numberField = z.object({
  kind: z.literal('number'),
  answer: z.number().check(z.gte(-FIELD_BOUNDS.number), z.lte(FIELD_BOUNDS.number)),
  tolerance: z.number().check(z.gte(0), z.lte(FIELD_BOUNDS.number)),
  unit: text(FIELD_BOUNDS.unit),
});
/** `feedback`: why somebody would choose this wrong option, and why it is wrong; the right option has none. */
const choiceField = z.object({
  kind: z.literal('choice'),
  options: z
    .array(z.object({ id, text: text(FIELD_BOUNDS.option), feedback: z.optional(text(FIELD_BOUNDS.feedback)) }))
    .check(z.maxLength(FIELD_BOUNDS.options)),
  answer_id: id,
});
/** A short line. `accepted`: every right spelling, the best first. `code`: compared exactly but for white space. */
const lineField = z.object({
  kind: z.literal('line'),
  accepted: z.array(text(FIELD_BOUNDS.line)).check(z.maxLength(FIELD_BOUNDS.accepted)),
  code: z.boolean(),
});

/** A field in a text that the reader fills and the page checks by itself, so it carries its answer. */
export const askedFieldSchema = z.discriminatedUnion('kind', [numberField, choiceField, lineField]);
export type AskedField = z.infer<typeof askedFieldSchema>;
