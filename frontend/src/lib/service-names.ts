import type { Service } from '#contract/platform/status.contract.ts';

/** The four AI services as people read them. */
export const SERVICE_NAMES: Readonly<Record<Service, string>> = { grok: 'Grok', claude: 'Claude', gemini: 'Gemini', openai: 'OpenAI' };
