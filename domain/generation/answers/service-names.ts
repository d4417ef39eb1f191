import type { Service } from '#contract/platform/status.contract.ts';

/** Display names of the services. */
export const SERVICE_NAMES: Readonly<Record<Service, string>> = { grok: 'Grok', claude: 'Claude', gemini: 'Gemini', openai: 'OpenAI' };
