import type { LanguageModel } from 'ai';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createXai } from '@ai-sdk/xai';
import type { Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import type { VendorSettings } from '#domain/platform/settings/model-settings.ts';
import { boundedFetch, VENDOR_BYTES } from './bounded-fetch.ts';
import { END_OF_ANSWER, END_OF_COMPATIBLE_ANSWER } from './end-of-answer.ts';

const fetchOf = (service: Service) => boundedFetch(VENDOR_BYTES, END_OF_ANSWER[service]);

const CREATE: Record<Service, (settings: VendorSettings) => LanguageModel> = {
  claude: ({ baseURL, apiKey, model }) => createAnthropic({ baseURL, apiKey, fetch: fetchOf('claude') })(model),
  openai: ({ baseURL, apiKey, model }) => createOpenAI({ baseURL, apiKey, fetch: fetchOf('openai') })(model),
  grok: ({ baseURL, apiKey, model }) => createXai({ baseURL, apiKey, fetch: fetchOf('grok') })(model),
  gemini: ({ baseURL, apiKey, model }) => createGoogle({ baseURL, apiKey, fetch: fetchOf('gemini') })(model),
};

/**
 * A server of one's own. Whether it holds answers to a schema is found out by asking; some know JSON mode only, and some neither.
 * @param structured whether it takes a schema
 */
const createCompatible = ({ baseURL, apiKey, model }: VendorSettings, structured: boolean): LanguageModel =>
  createOpenAICompatible({
    name: 'compatible',
    baseURL,
    apiKey,
    fetch: boundedFetch(VENDOR_BYTES, END_OF_COMPATIBLE_ANSWER),
    includeUsage: true,
    supportsStructuredOutputs: structured,
  })(model);

/** Addresses of compatible servers that have rejected a schema. */
const withoutSchema = new Set<string>();

const made = new Map<Service, { settings: VendorSettings; model: LanguageModel }>();

/** Returns the configured model of a service; created once per configuration. */
export function modelOf(service: Service): LanguageModel {
  const settings = config().vendors[service];
  let entry = made.get(service);
  if (entry?.settings !== settings) made.set(service, (entry = { settings, model: create(service, settings) }));
  return entry.model;
}

const create = (service: Service, settings: VendorSettings): LanguageModel =>
  settings.compatible ? createCompatible(settings, !withoutSchema.has(settings.baseURL)) : CREATE[service](settings);

/** Sends a service's server no schema from now on, because it rejected one. @returns false when it gets none already */
export function withholdSchema(service: Service): boolean {
  const { baseURL, compatible } = config().vendors[service];
  if (!compatible || withoutSchema.has(baseURL)) return false;
  withoutSchema.add(baseURL);
  made.clear();
  return true;
}
