import type { Service } from './status.contract.ts';

export const VENDOR_NAMES: Readonly<Record<Service, string>> = { grok: 'Grok', claude: 'Claude', gemini: 'Gemini', openai: 'OpenAI' };

/**
 * Display names of the four AI services. `modelOf` says the model by which a service is called when a server of the installation's own answers
 * for it, else nothing; it is asked at each read, because the page learns it after it has started.
 */
export const serviceNames = (modelOf: (service: Service) => string | undefined): Readonly<Record<Service, string>> => ({
  get grok() {
    return modelOf('grok') ?? VENDOR_NAMES.grok;
  },
  get claude() {
    return modelOf('claude') ?? VENDOR_NAMES.claude;
  },
  get gemini() {
    return modelOf('gemini') ?? VENDOR_NAMES.gemini;
  },
  get openai() {
    return modelOf('openai') ?? VENDOR_NAMES.openai;
  },
});
