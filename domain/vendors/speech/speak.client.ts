import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { APICallError, generateSpeech } from 'ai';
import type { SpokenWord } from '#contract/voice/voice.contract.ts';
import { config } from '#domain/platform/config.ts';
import { logger } from '#domain/platform/logger.ts';
import { NO_TEXTS } from '#domain/platform/tracing/tracer.ts';
import { speakOffline } from './offline/speak-offline.command.ts';
import { SpeechBusy, transcribeSpeech, type Transcript } from './speech.client.ts';

/** A text that was spoken. */
export interface Spoken {
  /** A WAV file. */
  readonly sound: Uint8Array;
  /** The words that are heard, with their exact times in seconds; null when only the service knows them. */
  readonly words: readonly SpokenWord[] | null;
  readonly service: VoiceService | 'espeak';
}

interface VoiceOrder {
  /** Of at most half a minute. */
  readonly text: string;
  /** The second voice of a dialogue. */
  readonly isSecond: boolean;
  /** Its code (BCP 47). */
  readonly language: string;
  /** Sent as an idempotency key. The vendors document none for this call: where it is ignored, a repeated call is paid again. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** Text-to-speech services, in order of preference. */
const SERVICES = ['openai', 'gemini'] as const;
type VoiceService = (typeof SERVICES)[number];
const VOICES = { openai: ['marin', 'cedar'], gemini: ['Charon', 'Kore'] } as const;
const MANNER = 'A calm, friendly teacher. Clear, unhurried, with small pauses between sentences.';

const configured = (): VoiceService[] =>
  config().services.speech ? SERVICES.filter((service) => config().accounts[service].apiKey !== '') : [];

/** Tells whether a service speaks here; otherwise a mechanical voice of this machine does. */
export const hasVoiceService = (): boolean => configured().length > 0;

/**
 * Speaks a text: asks one service, and the next one when that refuses or is busy. After a timeout no other is asked: the call may have been
 * processed and charged. Without a service the machine's own voice speaks.
 * @throws SpeechBusy; the SDK's error for what no service will ever take; RestrictedFailure
 */
export async function speakText(order: VoiceOrder): Promise<Spoken> {
  const services = configured();
  if (services.length === 0) return { ...(await speakOffline(order)), service: 'espeak' };
  const failures: unknown[] = [];
  for (const service of services) {
    try {
      return { sound: await ask(service, order), words: null, service };
    } catch (error) {
      if (order.signal.aborted) throw error;
      if (error instanceof Error && error.name === 'TimeoutError') throw new SpeechBusy('the service is late', { cause: error });
      failures.push(error);
    }
  }
  const busy = failures.find((error) => APICallError.isInstance(error) && error.isRetryable);
  if (busy) throw new SpeechBusy('the service is busy', { cause: busy });
  throw failures[0];
}

async function ask(service: VoiceService, { text, isSecond, key, language, signal }: VoiceOrder): Promise<Uint8Array> {
  const { apiKey, baseURL } = config().accounts[service];
  const model = config().voiceModels[service];
  const { audio } = await generateSpeech({
    model: service === 'openai' ? createOpenAI({ apiKey, baseURL }).speech(model) : createGoogle({ apiKey, baseURL }).speech(model),
    text,
    voice: VOICES[service][isSecond ? 1 : 0],
    outputFormat: 'wav',
    instructions: MANNER,
    // OpenAI hears it from the text, and warns of the option
    ...(service === 'gemini' && { language }),
    headers: { 'idempotency-key': key },
    maxRetries: 0,
    telemetry: NO_TEXTS,
    abortSignal: AbortSignal.any([signal, AbortSignal.timeout(config().vendor.callTimeoutMs)]),
  });
  return audio.uint8Array;
}

/**
 * Has a service say when each word of a sound is heard. Empty when none can: a transcript that follows less exactly is no reason to lose a voice
 * that is paid for.
 * @throws the signal's reason
 */
export async function hearWords(order: Parameters<typeof transcribeSpeech>[0]): Promise<Pick<Transcript, 'words' | 'service'>> {
  try {
    return await transcribeSpeech(order);
  } catch (error) {
    if (order.signal.aborted) throw error;
    logger().warn({ err: error }, 'times of words are estimated');
    return { words: [], service: null };
  }
}
