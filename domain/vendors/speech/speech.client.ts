import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { transcribe } from 'ai';
import { AI_SERVICES, type SpeechService } from '#contract/platform/ai-services.ts';
import type { SpokenWord } from '#contract/voice/voice.contract.ts';
import { NO_TEXTS } from '#domain/platform/tracing/tracer.ts';
import { config } from '#domain/platform/config.ts';
import { fetchFor } from '#domain/platform/network/outgoing.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';
import { askSpeechServices, speechServices, type SpeechOrder } from './ask-speech-services.ts';
import { hasOfflineSpeech, hearOffline } from './offline/hear-offline.command.ts';

/** A transcription. */
export interface Transcript {
  readonly text: string;
  /** With times in seconds from the beginning of the file that was sent. */
  readonly words: readonly SpokenWord[];
  /** BCP 47; null when the service does not report it. */
  readonly language: string | null;
  /** The service that transcribed it; null: this machine. */
  readonly service: SpeechService | null;
}

interface HearingOrder extends SpeechOrder {
  /** A WAV file. */
  readonly sound: Uint8Array;
  /** Its length, in seconds. */
  readonly seconds: number;
}

/** Tells whether this installation has a speech-to-text service. */
export const hasSpeechService = (): boolean => speechServices().length > 0 || hasOfflineSpeech();

/** Transcribes a recording of at most half a minute. @throws what `askSpeechServices` throws */
export async function transcribeSpeech(order: HearingOrder): Promise<Transcript> {
  if (speechServices().length === 0) return hearHere(order);
  const { answer, service } = await askSpeechServices({ ...order, purpose: 'hearing', ask: (call) => ask(order, call) });
  return { ...answer, service };
}

async function ask({ sound, seconds, key }: HearingOrder, { service, signal }: { service: SpeechService; signal: AbortSignal }) {
  try {
    const { text, words, segments, language } = await transcribe({
      ...modelOf(service),
      audio: sound,
      headers: { 'idempotency-key': key },
      maxRetries: 0,
      telemetry: NO_TEXTS,
      abortSignal: signal,
    });
    const timed = words ?? segments;
    const spoken = timed.length > 0 ? timed.flatMap(spread) : spread({ text, startSecond: 0, endSecond: seconds });
    return { text: text.trim(), words: spoken, language: language ?? null };
  } catch (error) {
    if (hasNoSpeech(error)) return { text: '', words: [], language: null };
    throw error;
  }
}

/** Returns a service's model, with its option for word timestamps. */
function modelOf(service: SpeechService): Pick<Parameters<typeof transcribe>[0], 'model' | 'timestampGranularities' | 'providerOptions'> {
  const { apiKey, baseURL } = config().accounts[service];
  const model = config().speechModels[service];
  const fetch = fetchFor('ai');
  return AI_SERVICES[service].wire === 'generate-content'
    ? { model: createGoogle({ apiKey, baseURL, fetch }).transcription(model), providerOptions: { google: { wordTimestamp: true } } }
    : { model: createOpenAI({ apiKey, baseURL, fetch }).transcription(model), timestampGranularities: ['word'] };
}

/** Transcribes in English with the offline model. It has no word timestamps, so they are estimated. */
async function hearHere({ step, sound, seconds, signal }: HearingOrder): Promise<Transcript> {
  const text = await hearOffline({ turn: turnOfStep(step), signal, sound });
  return { text, words: spread({ text, startSecond: 0, endSecond: seconds }), language: 'en', service: null };
}

/** Tells whether the error means silence: the SDK reports a transcript without words as an error. */
const hasNoSpeech = (error: unknown): boolean => error instanceof Error && error.name === 'AI_NoTranscriptGeneratedError';

/** Splits a segment into words, with times in proportion to their lengths. */
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
