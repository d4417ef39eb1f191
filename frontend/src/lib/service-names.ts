import type { Service } from '#contract/platform/status.contract.ts';
import { aboutProduct } from './about.ts';
import { queryClient } from './query-client.ts';

const VENDOR_NAMES: Readonly<Record<Service, string>> = { grok: 'Grok', claude: 'Claude', gemini: 'Gemini', openai: 'OpenAI' };

const nameOf = (service: Service): string =>
  queryClient.getQueryData(aboutProduct.queryKey)?.model_names?.[service] ?? VENDOR_NAMES[service];

/** Display names of the four AI services: one that a server of the installation's own answers for is called by its model. */
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
