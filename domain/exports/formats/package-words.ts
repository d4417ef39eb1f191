import { toSentence } from '#contract/platform/sentence.contract.ts';

const SENTENCES = {
  complete: toSentence('Mark as complete'),
  completed: toSentence('Completed.'),
  alone: toSentence('No learning system was found: progress is not kept.'),
  silent: toSentence('The learning system did not answer: progress is not kept.'),
  unsent: toSentence('It could not be reported. Please try again.'),
  leave: toSentence('Back to the learning system'),
  ended: toSentence('This visit has ended. Open the lesson again from the learning system.'),
} as const;

/** What the pages of a package for learning systems say beside their lessons. */
export type PackageWords = Readonly<Record<keyof typeof SENTENCES, string>>;

/** Returns what the pages of a package say. @param t says a sentence in the language of the course */
export const packageWords = (t: (english: string) => string): PackageWords =>
  Object.fromEntries(Object.entries(SENTENCES).map(([name, { key }]) => [name, t(key)])) as Record<keyof typeof SENTENCES, string>;
