import * as z from 'zod/mini';

/**
 * A sentence of ours as data, for those who say it in another language: an English pattern, which is its stable name (decision 0010), and
 * what stands in its `{placeholders}`. Numbers decide plural forms. It travels beside the finished English sentence; where it is absent
 * that sentence has nothing put in and is its own pattern.
 */
export const sentenceSchema = z.object({ key: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) });
export type Sentence = z.infer<typeof sentenceSchema>;

/** A sentence to be said. The pattern is a literal wherever this is called: the dictionaries are checked against the source. */
export const say = (key: string, values: Sentence['values'] = {}): Sentence => ({ key, values });

/** The sentence in English: `2,500 tokens are set aside for it.` */
export const inEnglish = ({ key, values }: Sentence): string =>
  key.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? placeholder);
  });

/** What is written down or sent of a sentence: finished, and as data when something was put in. */
export function written(said: string | Sentence): { text: string; words: Sentence | null } {
  if (typeof said === 'string') return { text: said, words: null };
  return { text: inEnglish(said), words: Object.keys(said.values).length > 0 ? said : null };
}
