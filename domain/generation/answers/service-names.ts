import type { Service } from '#contract/platform/status.contract.ts';

/** How the services are called in sentences. */
export const SERVICE_NAMES: Readonly<Record<Service, string>> = { grok: 'Grok', claude: 'Claude', gemini: 'Gemini', openai: 'OpenAI' };
