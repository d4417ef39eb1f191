import { serviceNames, SERVICES_IN_WORDS } from '#contract/platform/service-names.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { aboutProduct } from './about.ts';
import { queryClient } from './query-client.ts';

/** Display names of the AI services; a service on the installation's own server is named after its model. */
export const SERVICE_NAMES = serviceNames((service) => queryClient.getQueryData(aboutProduct.queryKey)?.model_names?.[service]);

/**
 * Chooses a sentence by the number of connected AI services. Four is written as a word, any other number in digits: languages have no
 * plural form for a single number, so a translation could not write each as a word.
 */
export const byServiceCount = (n: number, { none, some, all }: { none?: string; some: string; all: string }): string =>
  n === SERVICES_IN_WORDS ? all : n === 0 ? (none ?? some) : some;

/** Returns the connected services; all of them until the server has answered. */
export const connectedServices = (): readonly Service[] => queryClient.getQueryData(aboutProduct.queryKey)?.connected_services ?? SERVICES;
