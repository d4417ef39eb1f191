import type { Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';

const VENDOR_NAMES: Readonly<Record<Service, string>> = { grok: 'Grok', claude: 'Claude', gemini: 'Gemini', openai: 'OpenAI' };

const nameOf = (service: Service): string => {
  const { compatible, model } = config().vendors[service];
  return compatible ? model : VENDOR_NAMES[service];
};

/** Display names of the services: a server of one's own is called by its model. */
export const SERVICE_NAMES: Readonly<Record<Service, string>> = {
  get grok() {
    return nameOf('grok');
  },
  get claude() {
    return nameOf('claude');
  },
  get gemini() {
    return nameOf('gemini');
  },
  get openai() {
    return nameOf('openai');
  },
};
