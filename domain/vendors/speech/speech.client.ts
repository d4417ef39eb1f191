import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { APICallError, transcribe } from 'ai';
import type { SpokenWord } from '#contract/voice/voice.contract.ts';
import { NO_TEXTS } from '#domain/platform/tracing/tracer.ts';
import { config } from '#domain/platform/config.ts';
import { hasOfflineSpeech, transcribeOffline } from './offline/offline-speech.ts';

/** A transcription. */
export interface Transcript {
  readonly text: string;
  /** With times in seconds from the beginning of the file that was sent. */
  readonly words: readonly SpokenWord[];
  /** BCP 47; null when the service does not report it. */
  readonly language: string | null;
  /** Who heard it; null: this machine. */
  readonly service: SpeechService | null;
}

interface SpeechOrder {
  /** A WAV file. */
  readonly sound: Uint8Array;
  /** Its length, in seconds. */
  readonly seconds: number;
  /** Sent as an idempotency key. The vendors document none for this call: where it is ignored, a repeated call is paid again. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** The service is busy or unreachable: the same request may succeed later. */
export class SpeechBusy extends Error {}

/** Speech-to-text services, in order of preference. */
const SERVICES = ['openai', 'gemini'] as const;
export type SpeechService = (typeof SERVICES)[number];
const configured = (): SpeechService[] =>
  config().services.speech ? SERVICES.filter((service) => config().accounts[service].apiKey !== '') : [];

/** Tells whether this installation has a speech-to-text service. */
export const hasSpeechService = (): boolean => configured().length > 0 || hasOfflineSpeech();

/**
 * Transcribes a recording of at most half a minute: asks one service, and the next one when that refuses or is busy. After a timeout no
 * other is asked: the call may have been processed and charged.
 * @throws SpeechBusy; the SDK's error for what no service will ever take
 */
export async function transcribeSpeech(order: SpeechOrder): Promise<Transcript> {
  const services = configured();
  if (services.length === 0) return hearHere(order);
  const failures: unknown[] = [];
  for (const service of services) {
    try {
      return await ask(service, order);
    } catch (error) {
      if (order.signal.aborted) throw error;
      if (hasNoSpeech(error)) return { text: '', words: [], language: null, service };
      if (isLate(error)) throw new SpeechBusy('the service is late', { cause: error });
      failures.push(error);
    }
  }
  const busy = failures.find((error) => APICallError.isInstance(error) && error.isRetryable);
  if (busy) throw new SpeechBusy('the service is busy', { cause: busy });
  throw failures[0];
}

async function ask(service: SpeechService, { sound, seconds, key, signal }: SpeechOrder): Promise<Transcript> {
  const { text, words, segments, language } = await transcribe({
    ...modelOf(service),
    audio: sound,
    headers: { 'idempotency-key': key },
    maxRetries: 0,
    telemetry: NO_TEXTS,
    abortSignal: AbortSignal.any([signal, AbortSignal.timeout(config().vendor.callTimeoutMs)]),
  });
  const timed = words ?? segments;
  return {
    text: text.trim(),
    words: timed.length > 0 ? timed.flatMap(spread) : spread({ text, startSecond: 0, endSecond: seconds }),
    language: language ?? null,
    service,
  };
}

/** Returns a service's model, with its option for word timestamps. */
function modelOf(service: SpeechService): Pick<Parameters<typeof transcribe>[0], 'model' | 'timestampGranularities' | 'providerOptions'> {
  const { apiKey, baseURL } = config().accounts[service];
  const model = config().speechModels[service];
  return service === 'openai'
    ? { model: createOpenAI({ apiKey, baseURL }).transcription(model), timestampGranularities: ['word'] }
    : { model: createGoogle({ apiKey, baseURL }).transcription(model), providerOptions: { google: { wordTimestamp: true } } };
}

/** Transcribes in English with the offline model, which has no word timestamps: they are estimated. */
async function hearHere({ sound, seconds, signal }: SpeechOrder): Promise<Transcript> {
  const text = await transcribeOffline(sound, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new SpeechBusy('the offline model was interrupted', { cause: error });
  });
  return { text, words: spread({ text, startSecond: 0, endSecond: seconds }), language: 'en', service: null };
}

const isLate = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

/** Tells whether the error means silence: the SDK reports an answer without words as an error. */
const hasNoSpeech = (error: unknown): boolean => error instanceof Error && error.name === 'AI_NoTranscriptGeneratedError';

/** Splits a segment into words, with times in proportion to their length. */
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
