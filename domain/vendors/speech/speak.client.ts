import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { generateSpeech } from 'ai';
import { AI_SERVICES, type SpeechService } from '#contract/platform/ai-services.ts';
import type { SpokenWord } from '#contract/voice/voice.contract.ts';
import { config } from '#domain/platform/config.ts';
import { fetchFor } from '#domain/platform/network/outgoing.ts';
import { logger } from '#domain/platform/logger.ts';
import { NO_TEXTS } from '#domain/platform/tracing/tracer.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';
import { askSpeechServices, speechServices, type SpeechOrder } from './ask-speech-services.ts';
import { speakOffline } from './offline/speak-offline.command.ts';
import { transcribeSpeech, type Transcript } from './speech.client.ts';
import { secondsOfWav } from './wav.ts';

/** A spoken text. */
export interface Spoken {
  /** A WAV file. */
  readonly sound: Uint8Array;
  /** The spoken words, with their exact times in seconds; null when only the service could know them. */
  readonly words: readonly SpokenWord[] | null;
  readonly service: SpeechService | 'espeak';
}

interface VoiceOrder extends SpeechOrder {
  /** At most half a minute of speech. */
  readonly text: string;
  /** The second voice of a dialogue. */
  readonly isSecond: boolean;
  /** Its code (BCP 47). */
  readonly language: string;
}

const MANNER = 'A calm, friendly teacher. Clear, unhurried, with small pauses between sentences.';
/** The pace of a calm voice, used when a service does not report how long it spoke. */
const CHARACTERS_A_SECOND = 15;

/** Tells whether a service speaks on this installation; otherwise a synthetic voice of this machine does. */
export const hasVoiceService = (): boolean => speechServices().length > 0;

/** Speaks a text, with the machine's own voice if there is no service. @throws what `askSpeechServices` throws; RestrictedFailure */
export async function speakText(order: VoiceOrder): Promise<Spoken> {
  if (!hasVoiceService()) return { ...(await speakOffline({ ...order, turn: turnOfStep(order.step) })), service: 'espeak' };
  const { step, key, signal } = order;
  const { answer, service } = await askSpeechServices({
    step,
    key,
    signal,
    purpose: 'speech',
    seconds: order.text.length / CHARACTERS_A_SECOND,
    ask: (call) => ask(order, call),
    secondsOf: secondsOfWav,
  });
  return { sound: answer, words: null, service };
}

interface Call {
  readonly service: SpeechService;
  readonly model: string;
  readonly signal: AbortSignal;
}

async function ask({ text, isSecond, key, language }: VoiceOrder, { service, model, signal }: Call): Promise<Uint8Array> {
  const { apiKey, baseURL } = config().accounts[service];
  const { wire, speech } = AI_SERVICES[service];
  const fetch = fetchFor('ai');
  const { audio } = await generateSpeech({
    model:
      wire === 'generate-content'
        ? createGoogle({ apiKey, baseURL, fetch }).speech(model)
        : createOpenAI({ apiKey, baseURL, fetch }).speech(model),
    text,
    voice: speech.voices[isSecond ? 1 : 0],
    outputFormat: 'wav',
    instructions: MANNER,
    // OpenAI derives the language from the text, and warns about the option
    ...(wire === 'generate-content' && { language }),
    headers: { 'idempotency-key': key },
    maxRetries: 0,
    telemetry: NO_TEXTS,
    abortSignal: signal,
  });
  return audio.uint8Array;
}

/**
 * Asks a service for the time of each word in a sound. Returns an empty list when no service can: a less exact transcript is no reason to
 * lose a voice that was paid for.
 * @throws the signal's reason
 */
export async function hearWords(order: Parameters<typeof transcribeSpeech>[0]): Promise<Transcript['words']> {
  try {
    return (await transcribeSpeech(order)).words;
  } catch (error) {
    if (order.signal.aborted) throw error;
    logger().warn({ err: error }, 'speech: words could not be timed, their times are estimated');
    return [];
  }
}
