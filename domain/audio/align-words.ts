import { diffArrays } from 'diff';
import type { SpokenWord } from '#contract/voice/voice.contract.ts';

const plain = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Gives the words of a text times, by what was heard of it: words that were heard as they are written take their times from there, those
 * between them share what is left in proportion to their length.
 * @param heard in order; empty when nothing is known but the length
 * @param seconds length of the sound
 */
export function alignWords(words: readonly string[], heard: readonly SpokenWord[], seconds: number): SpokenWord[] {
  const times: ({ start: number; end: number } | null)[] = words.map(() => null);
  let at = 0;
  let other = 0;
  const changes = diffArrays(
    heard.map(({ text }) => plain(text)),
    words.map(plain),
  );
  for (const { count, added, removed } of changes) {
    if (!added && !removed) for (let n = 0; n < count; n += 1) times[at + n] = inside(heard[other + n]!, seconds);
    if (!removed) at += count;
    if (!added) other += count;
  }
  const aligned: SpokenWord[] = [];
  for (let n = 0; n < words.length;) {
    const known = times[n];
    if (known) {
      aligned.push({ text: words[n]!, ...known });
      n += 1;
      continue;
    }
    let next = n;
    while (next < words.length && !times[next]) next += 1;
    aligned.push(...spread(words.slice(n, next), aligned.at(-1)?.end ?? 0, times[next]?.start ?? seconds));
    n = next;
  }
  return aligned;
}

const inside = ({ start, end }: SpokenWord, seconds: number) => {
  const from = Math.min(Math.max(0, start), seconds);
  return { start: from, end: Math.min(Math.max(from, end), seconds) };
};

/** Shares a stretch of time among words, in proportion to their length. */
function spread(words: readonly string[], from: number, to: number): SpokenWord[] {
  const letters = words.reduce((sum, word) => sum + word.length + 1, 0);
  let start = from;
  return words.map((text) => {
    const end = start + (Math.max(0, to - from) * (text.length + 1)) / letters;
    const word = { text, start, end };
    start = end;
    return word;
  });
}
