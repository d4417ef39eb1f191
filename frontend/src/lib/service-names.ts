import { serviceNames, SERVICES_IN_WORDS } from '#contract/platform/service-names.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { aboutProduct } from './about.ts';
import { queryClient } from './query-client.ts';
import { t } from './text.ts';

const known = () => queryClient.getQueryData(aboutProduct.queryKey);

/** Whether no AI service is connected, so that the demo library answers in place of all of them; false until the server has answered. */
export const isDemo = (): boolean => known()?.ai_mode === 'sandbox';

/**
 * Display names of the AI services; a service on the installation's own server is named after its model, and where none is connected the
 * demo library is named for all.
 */
export const SERVICE_NAMES = serviceNames((service) => (isDemo() ? t('Demo library') : known()?.model_names?.[service]));

/** Names for the console, which distinguishes the services: the demo library's parts stand for them and are numbered. */
export const LANE_NAMES = serviceNames((service) =>
  isDemo() ? t('Demo library {n}', { n: SERVICES.indexOf(service) + 1 }) : SERVICE_NAMES[service],
);

/**
 * Chooses a sentence by the number of connected AI services. Four is written as a word, any other number in digits: languages have no
 * plural form for a single number, so a translation could not write each as a word.
 * @param texts `library`: where the demo library answers; default: `none`
 */
export function byServiceCount(
  n: number,
  { library, none, some, all }: { library?: string; none?: string; some: string; all: string },
): string {
  if (isDemo()) return library ?? none ?? some;
  return n === SERVICES_IN_WORDS ? all : n === 0 ? (none ?? some) : some;
}

/** Returns the connected services; all of them until the server has answered. */
export const connectedServices = (): readonly Service[] => known()?.connected_services ?? SERVICES;
