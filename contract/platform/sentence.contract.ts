import * as z from 'zod/mini';
import { inNotation, messagesIn } from './message.ts';

/**
 * A sentence of the product as data, for translation: an English ICU message, which is its stable key (decision 0024), and the values of
 * its arguments. It accompanies the finished English sentence; if absent, that sentence has no values and is its own key.
 */
export const sentenceSchema = z.object({ key: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) });
export type Sentence = z.infer<typeof sentenceSchema>;

/** Builds a sentence. Call it with a literal pattern: a check compares the dictionaries with the source. */
export const toSentence = (key: string, values: Sentence['values'] = {}): Sentence => ({ key, values });

const english = /* @__PURE__ */ messagesIn('en-US', {});

/** Renders the sentence in English: `2,500 tokens are reserved.` */
export const inEnglish = ({ key, values }: Sentence): string => english(key, inNotation(key, values, 'en-US'));

/** Returns a sentence in its stored and sent form: the finished text, and its data if it has values. */
export function written(value: string | Sentence): { text: string; words: Sentence | null } {
  if (typeof value === 'string') return { text: value, words: null };
  return { text: inEnglish(value), words: Object.keys(value.values).length > 0 ? value : null };
}
