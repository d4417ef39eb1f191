import { isObject } from '../wire/wire.ts';
import type { Tag } from './read-tags.ts';

/** Shorter words are ignored, except in scripts that write a word as one character. */
const WORD_LETTERS = 4;
/** The share of a point's words an answer must contain to make the point. */
const MET_SHARE = 0.4;

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= WORD_LETTERS || /\p{Script=Han}/u.test(word)),
  );

/** A point is met when the answer contains enough of its words: a real service understands sentences. */
export function composeGrading(tags: Partial<Record<Tag, unknown>>): object {
  const asked = isObject(tags.asked) ? tags.asked : {};
  const given = isObject(tags.given_answer) ? String(tags.given_answer['text']) : '';
  const rubric = listOf(asked['rubric']);
  const points = rubric.length > 0 ? rubric : [String(asked['question'])];
  const said = wordsOf(given);
  const graded = points.map((point) => {
    const words = [...wordsOf(point)];
    const isMet = words.length > 0 && words.filter((word) => said.has(word)).length >= words.length * MET_SHARE;
    return { point, is_met: isMet, reason: isMet ? 'Your answer says this.' : 'Your answer does not say this.' };
  });
  const missing = graded.filter(({ is_met }) => !is_met).length;
  return {
    graded_points: graded,
    feedback: missing === 0 ? 'Nothing is missing.' : 'Look at what is missing, and read that passage again.',
  };
}
