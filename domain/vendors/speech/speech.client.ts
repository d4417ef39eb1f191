import { createOpenAI } from '@ai-sdk/openai';
import { APICallError, transcribe } from 'ai';
import type { SpokenWord } from '#contract/voice/voice.contract.ts';
import { config } from '#domain/platform/config.ts';
import { hasOfflineSpeech, hearOffline } from './offline/offline-speech.ts';

/** What a service heard in a recording. */
export interface Heard {
  readonly text: string;
  /** With their times in seconds from the beginning of what was sent. */
  readonly words: readonly SpokenWord[];
  readonly language: string | null;
}

interface SpeechOrder {
  /** A WAV file. */
  readonly sound: Uint8Array;
  /** Its length, in seconds. */
  readonly seconds: number;
  /** The same order sent again is the same order. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** The service is busy or out of reach: the same can be asked again later. */
export class SpeechBusy extends Error {}

/** Whether this installation has a service that writes down what is said. */
export const hasSpeechService = (): boolean => config().vendors.openai.apiKey !== '' || hasOfflineSpeech();

/** The stand-in of a sandbox understands nothing: the offline model is better, where it is there. */
const isOffline = (): boolean => hasOfflineSpeech() && (config().aiMode === 'sandbox' || config().vendors.openai.apiKey === '');

/**
 * Asks once what is said in a recording of at most half a minute.
 * @throws SpeechBusy; the SDK's error for what the service will never take
 */
export async function hearSpeech({ sound, seconds, key, signal }: SpeechOrder): Promise<Heard> {
  if (isOffline()) return hearHere(sound, seconds, signal);
  const { apiKey, baseURL } = config().vendors.openai;
  const openai = createOpenAI({ apiKey, baseURL });
  try {
    const { text, words, segments, language } = await transcribe({
      model: openai.transcription(config().speechModel),
      audio: sound,
      timestampGranularities: ['word'],
      headers: { 'idempotency-key': key },
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(config().vendor.callTimeoutMs)]),
    });
    const timed = words ?? segments;
    return {
      text: text.trim(),
      words: timed.length > 0 ? timed.flatMap(spread) : spread({ text, startSecond: 0, endSecond: seconds }),
      language: language ?? null,
    };
  } catch (error) {
    if (signal.aborted) throw error;
    if (hasNoSpeech(error)) return { text: '', words: [], language: null };
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    if (isLate || (APICallError.isInstance(error) && error.isRetryable)) throw new SpeechBusy('the service is busy', { cause: error });
    throw error;
  }
}

/** English, without the times of words: each gets its share. */
async function hearHere(sound: Uint8Array, seconds: number, signal: AbortSignal): Promise<Heard> {
  const text = await hearOffline(sound, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new SpeechBusy('the offline model was interrupted', { cause: error });
  });
  return { text, words: spread({ text, startSecond: 0, endSecond: seconds }), language: 'en' };
}

/** The SDK takes an answer without a word for an error; silence is none. */
const hasNoSpeech = (error: unknown): boolean => error instanceof Error && error.name === 'AI_NoTranscriptGeneratedError';

/** A stretch of several words as words, each with its share of the time by its length. */
function spread({ text, startSecond, endSecond }: { text: string; startSecond: number; endSecond: number }): SpokenWord[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let start = startSecond;
  return words.map((word) => {
    const end = start + ((endSecond - startSecond) * word.length) / letters;
    const spoken = { text: word, start: round(start), end: round(end) };
    start = end;
    return spoken;
  });
}

const round = (seconds: number): number => Math.round(seconds * 100) / 100;
