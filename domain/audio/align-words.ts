import { diffArrays } from 'diff';
import type { SpokenWord } from '#contract/voice/voice.contract.ts';
import { WITHOUT_BLANKS } from './spoken-parts.ts';

const plain = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What is compared: a word; sign by sign where words are not set apart, because services divide such texts in different ways. */
function comparable(word: string): string[] {
  const said = plain(word);
  return WITHOUT_BLANKS.test(said) ? [...said] : [said];
}

/**
 * Gives the words of a text times, by what was heard of it: words that were heard as they are written take their times from there, those
 * between them share what is left in proportion to their length.
 * @param heard in order; empty when nothing is known but the length
 * @param seconds length of the sound
 */
export function alignWords(words: readonly string[], heard: readonly SpokenWord[], seconds: number): SpokenWord[] {
  const wanted = words.map(comparable);
  const times = alignSigns(
    wanted.flat(),
    heard.flatMap(({ text, start, end }) => spread(comparable(text), start, end)),
    seconds,
  );
  let at = 0;
  return words.map((text, n) => {
    const { start } = times[at]!;
    at += wanted[n]!.length;
    return { text, start, end: times[at - 1]!.end };
  });
}

function alignSigns(wanted: readonly string[], heard: readonly SpokenWord[], seconds: number): SpokenWord[] {
  const times: ({ start: number; end: number } | null)[] = wanted.map(() => null);
  let at = 0;
  let other = 0;
  const changes = diffArrays(
    heard.map(({ text }) => text),
    [...wanted],
  );
  for (const { count, added, removed } of changes) {
    if (!added && !removed) for (let n = 0; n < count; n += 1) times[at + n] = inside(heard[other + n]!, seconds);
    if (!removed) at += count;
    if (!added) other += count;
  }
  const aligned: SpokenWord[] = [];
  for (let n = 0; n < wanted.length;) {
    const known = times[n];
    if (known) {
      aligned.push({ text: wanted[n]!, ...known });
      n += 1;
      continue;
    }
    let next = n;
    while (next < wanted.length && !times[next]) next += 1;
    aligned.push(...spread(wanted.slice(n, next), aligned.at(-1)?.end ?? 0, times[next]?.start ?? seconds));
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
