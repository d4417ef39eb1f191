import type { LanguageModel } from 'ai';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createXai } from '@ai-sdk/xai';
import type { Service } from '#contract/platform/status.contract.ts';
import { config, type VendorSettings } from '#domain/platform/config.ts';
import { boundedFetch } from './bounded-fetch.ts';

const bounded = boundedFetch();

const CREATE: Record<Service, (settings: VendorSettings) => LanguageModel> = {
  claude: ({ baseURL, apiKey, model }) => createAnthropic({ baseURL, apiKey, fetch: bounded })(model),
  openai: ({ baseURL, apiKey, model }) => createOpenAI({ baseURL, apiKey, fetch: bounded })(model),
  grok: ({ baseURL, apiKey, model }) => createXai({ baseURL, apiKey, fetch: bounded })(model),
  gemini: ({ baseURL, apiKey, model }) => createGoogle({ baseURL, apiKey, fetch: bounded })(model),
};

const made = new Map<Service, { settings: VendorSettings; model: LanguageModel }>();

/** Returns the configured model of a service; created once per configuration. */
export function modelOf(service: Service): LanguageModel {
  const settings = config().vendors[service];
  let entry = made.get(service);
  if (entry?.settings !== settings) made.set(service, (entry = { settings, model: CREATE[service](settings) }));
  return entry.model;
}
