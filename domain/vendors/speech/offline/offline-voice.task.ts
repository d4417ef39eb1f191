// Speaks with eSpeak NG in a separate process that `speak-offline.command.ts` starts: the program is GPL-3, and the text it reads is
// untrusted.
import startEspeak from '@echogarden/espeak-ng-emscripten';
import * as z from 'zod';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';

const requestSchema = z.object({ text: z.string(), voice: z.string() });
export type VoiceRequest = z.infer<typeof requestSchema>;

/** Sample rate of its sound, in Hz. */
export const OFFLINE_RATE = 22_050;

const espeak = await startEspeak();
const voices = await new espeak.eSpeakNGWorker();

/** Returns the words with their times in seconds, and the sound: mono, 16 bits, little-endian. */
export const work: RestrictedWork = (value) => {
  const { text, voice } = requestSchema.parse(value);
  const characters = [...text];
  const chunks: Uint8Array[] = [];
  const words: { text: string; start: number; end: number }[] = [];
  let reached = 0;
  voices.set_voice(voice);
  voices.synthesize(text, (sound, events) => {
    if (sound) chunks.push(new Uint8Array(sound.buffer, sound.byteOffset, sound.byteLength).slice());
    for (const { type, text_position: position, word_length: length, audio_position: ms } of events ?? []) {
      // for some languages it reports the sounds of a whole sentence at the beginning, which say nothing about words
      if (type !== 'word' || position <= reached) continue;
      reached = position;
      const before = words.at(-1);
      if (before) before.end = ms / 1000;
      words.push({ text: characters.slice(position - 1, position - 1 + length).join(''), start: ms / 1000, end: ms / 1000 });
    }
  });
  const bytes = Buffer.concat(chunks);
  const last = words.at(-1);
  if (last) last.end = bytes.length / 2 / OFFLINE_RATE;
  return { value: words, bytes };
};
