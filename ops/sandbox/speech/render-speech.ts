import { wavOf } from '#domain/vendors/speech/wav.ts';

const RATE = 24_000;
const WORD_S = 0.4;

/** Fakes a voice: a tone for every word of a text, as a WAV file. The same text always gives the same sound. */
export function renderSpeech(text: string, voice: string): Uint8Array {
  const words = text.split(/\s+/).filter(Boolean);
  const size = Math.round(WORD_S * RATE);
  const samples = Buffer.alloc(2 * size * Math.max(1, words.length));
  const low = 110 + (voice.length % 5) * 20;
  for (const [n, word] of words.entries())
    for (let at = 0; at < size; at += 1) {
      const swell = Math.sin((Math.PI * at) / size);
      samples.writeInt16LE(Math.round(6_000 * swell * Math.sin((2 * Math.PI * (low + 10 * word.length) * at) / RATE)), 2 * (n * size + at));
    }
  return wavOf(samples, RATE);
}
