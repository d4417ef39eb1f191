import type { Sound } from './read-wav.ts';

/** A word with its times in seconds. */
export interface RecognisedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const WINDOW_S = 0.4;
/** Amplitudes below this, of 32767, are silence. */
const QUIET = 400;
const WORDS = 'the bees keep their hive warm through winter and gather near water when spring brings flowers again'.split(' ');

/**
 * Fakes a transcription: a word for every 0.4 seconds of sound, chosen by loudness and pitch. The same sound always yields the same words.
 */
export function recogniseWords({ samples, rate }: Sound): RecognisedWord[] {
  const size = Math.round(WINDOW_S * rate);
  const words: RecognisedWord[] = [];
  for (let from = 0; from + size / 2 < samples.length; from += size) {
    const part = samples.subarray(from, from + size);
    const loud = Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
    if (loud < QUIET) continue;
    const crossings = part.reduce((count, sample, index) => count + (index > 0 && sample >= 0 !== part[index - 1]! >= 0 ? 1 : 0), 0);
    const word = WORDS[(Math.round(Math.log2(loud)) + Math.round(crossings / 20)) % WORDS.length]!;
    words.push({ word, start: from / rate, end: Math.min(from + size, samples.length) / rate });
  }
  return words;
}

/** Returns the words as a sentence, as a service writes them. */
export function asSentence(words: readonly RecognisedWord[]): string {
  const text = words.map(({ word }) => word).join(' ');
  return text === '' ? '' : `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}
