import { tokensOf, withoutCode } from '#domain/platform/prose/plain-prose.ts';

const SENTENCE = /[^\n.!?。！？।؟]+[.!?。！？।؟]*/gu;
/** A refrain is shorter, and comes less often; a model in a loop does not stop before its tokens end. */
const REPEATED = { sentence: { words: 5, times: 6 }, section: { words: 12, times: 3 } } as const;
/** Sentences among which the same ones are counted: a text of many sections may say 'Write it down' in each. */
const WINDOW = 40;

/** Tells whether so many of `WINDOW` parts in a row are the same. */
function comesOften(parts: readonly string[], { words, times }: { words: number; times: number }, window: number): boolean {
  const said = parts.map((part) => tokensOf(part)).map((tokens) => (tokens.length >= words ? tokens.join(' ') : null));
  const last = new Map<string, number[]>();
  return said.some((part, at) => {
    if (part === null) return false;
    const places = [...(last.get(part) ?? []), at].slice(-times);
    last.set(part, places);
    return places.length === times && at - places[0]! < window;
  });
}

/**
 * Tells whether a text says the same again and again: a sentence, or a section. Counted where it happens: a loop at the end of a long lesson is a
 * small share of its words.
 */
export function isLooping(markdown: string): boolean {
  const prose = withoutCode(markdown);
  return (
    comesOften(prose.match(SENTENCE) ?? [], REPEATED.sentence, WINDOW) || comesOften(prose.split(/\n\s*\n/), REPEATED.section, Infinity)
  );
}
