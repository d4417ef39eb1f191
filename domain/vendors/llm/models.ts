import type { LanguageModel } from 'ai';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createXai } from '@ai-sdk/xai';
import type { Service } from '#contract/platform/status.contract.ts';
import { config, type VendorSettings } from '#domain/platform/config.ts';
import { boundedFetch, VENDOR_BYTES } from './bounded-fetch.ts';
import { END_OF_ANSWER } from './end-of-answer.ts';

const fetchOf = (service: Service) => boundedFetch(VENDOR_BYTES, END_OF_ANSWER[service]);

const CREATE: Record<Service, (settings: VendorSettings) => LanguageModel> = {
  claude: ({ baseURL, apiKey, model }) => createAnthropic({ baseURL, apiKey, fetch: fetchOf('claude') })(model),
  openai: ({ baseURL, apiKey, model }) => createOpenAI({ baseURL, apiKey, fetch: fetchOf('openai') })(model),
  grok: ({ baseURL, apiKey, model }) => createXai({ baseURL, apiKey, fetch: fetchOf('grok') })(model),
  gemini: ({ baseURL, apiKey, model }) => createGoogle({ baseURL, apiKey, fetch: fetchOf('gemini') })(model),
};

const made = new Map<Service, { settings: VendorSettings; model: LanguageModel }>();

/** Returns the configured model of a service; created once per configuration. */
export function modelOf(service: Service): LanguageModel {
  const settings = config().vendors[service];
  let entry = made.get(service);
  if (entry?.settings !== settings) made.set(service, (entry = { settings, model: CREATE[service](settings) }));
  return entry.model;
}
