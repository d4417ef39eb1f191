import type { LanguageModel } from 'ai';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createXai } from '@ai-sdk/xai';
import type { Service } from '#contract/platform/status.contract.ts';
import type { VendorSettings } from '#domain/platform/settings/model-settings.ts';
import { vertexFetch } from '../connections/service-account.ts';
import { boundedFetch, VENDOR_BYTES } from './bounded-fetch.ts';
import { END_OF_ANSWER, END_OF_COMPATIBLE_ANSWER } from './end-of-answer.ts';
import { withoutSlash, type ModelProfile } from './profile/model-profile.ts';
import { speak, type Conversation } from './profile/speak.ts';
import type { Protocol } from './profile/wire-forms.ts';

const PROTOCOLS: Readonly<Record<Service, Protocol>> = { claude: 'messages', openai: 'responses', grok: 'responses', gemini: 'gemini' };

const CREATE: Record<Service, (settings: VendorSettings, fetch: typeof globalThis.fetch) => LanguageModel> = {
  claude: ({ baseURL, apiKey, model }, fetch) => createAnthropic({ baseURL, apiKey, fetch })(model),
  openai: ({ baseURL, apiKey, model }, fetch) => createOpenAI({ baseURL, apiKey, fetch })(model),
  grok: ({ baseURL, apiKey, model }, fetch) => createXai({ baseURL, apiKey, fetch })(model),
  gemini: ({ baseURL, apiKey, model }, fetch) => createGoogle({ baseURL, apiKey, fetch })(model),
};

/** A server of one's own is asked for all that the protocol has; what it does not take, its profile says. */
const createCompatible = ({ baseURL, apiKey, model }: VendorSettings, fetch: typeof globalThis.fetch): LanguageModel =>
  createOpenAICompatible({ name: 'compatible', baseURL, apiKey, fetch, includeUsage: true, supportsStructuredOutputs: true })(model);

/**
 * Returns the model that answers one call, as its profile wants to be spoken to, and what is noticed meanwhile.
 * @param onWhole called once its answer will come as a whole
 */
export function modelFor(
  service: Service,
  settings: VendorSettings,
  profile: ModelProfile,
  onWhole: () => void,
): { model: LanguageModel; heard: Conversation } {
  const { compatible, vertex } = settings;
  const end = compatible ? END_OF_COMPATIBLE_ANSWER : END_OF_ANSWER[service];
  const send = vertex ? vertexFetch(vertex, end) : boundedFetch(VENDOR_BYTES, end);
  const protocol = compatible ? 'chat' : PROTOCOLS[service];
  const { fetch, heard } = speak({ protocol, baseURL: withoutSlash(settings.baseURL), profile, send, onWhole });
  // Vertex AI speaks the same protocol as Gemini's own interface, behind another door
  const create = compatible ? createCompatible : CREATE[service];
  return { model: create(vertex ? { ...settings, apiKey: 'none' } : settings, fetch), heard };
}
