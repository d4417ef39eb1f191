import * as z from 'zod';
import { lookup } from '#contract/platform/lookup.ts';
import type { SpokenWord } from '#contract/voice/voice.contract.ts';
import { restricted } from '#domain/platform/restricted/restricted-process.ts';
import type { TurnOf } from '#domain/platform/turns/turns.ts';
import { wavOf } from '../wav.ts';
import { OFFLINE_RATE, type VoiceRequest } from './offline-voice.task.ts';

/** Limits: half a minute of speech takes it half a second. */
const speak = restricted({
  module: new URL('offline-voice.task.ts', import.meta.url),
  heapMb: 256,
  memoryBytes: 700_000_000,
  cpuMs: 30_000,
  withinMs: 120_000,
  answerBytes: 20_000_000,
  processes: 1,
  isFresh: false,
});

const wordsSchema = z.array(z.object({ text: z.string(), start: z.number(), end: z.number() }));
/** Voices whose names differ from the language's code. */
const VOICES: Readonly<Record<string, string>> = lookup({ en: 'en-us', zh: 'cmn', pt: 'pt-br' });
const SECOND = '+f3';

/**
 * Speaks a text with a synthetic voice on this machine.
 * @param language its code (BCP 47)
 * @returns a WAV file, and the words with their exact times in seconds
 * @throws RestrictedFailure; the signal's reason
 */
export async function speakOffline({
  text,
  isSecond,
  language,
  turn,
  signal,
}: {
  text: string;
  isSecond: boolean;
  language: string;
  turn: TurnOf;
  signal: AbortSignal;
}): Promise<{ sound: Uint8Array; words: SpokenWord[] }> {
  const voice = `${VOICES[language] ?? language}${isSecond ? SECOND : ''}`;
  const { value, chunks } = await speak({ turn, signal, value: { text, voice } satisfies VoiceRequest });
  return { sound: wavOf(Buffer.concat(chunks), OFFLINE_RATE), words: wordsSchema.parse(value) };
}
