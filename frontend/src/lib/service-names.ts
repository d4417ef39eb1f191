import { serviceNames, SERVICES_IN_WORDS } from '#contract/platform/service-names.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { aboutProduct } from './about.ts';
import { queryClient } from './query-client.ts';

/** Display names of the AI services: one that a server of the installation's own answers for is called by its model. */
export const SERVICE_NAMES = serviceNames((service) => queryClient.getQueryData(aboutProduct.queryKey)?.model_names?.[service]);

/**
 * Chooses a sentence by how many AI services are connected. Four are said in words, any other number in figures: languages have no plural
 * form for a single number, so that a translation could not say each in words.
 */
export const byServiceCount = (n: number, { none, some, all }: { none?: string; some: string; all: string }): string =>
  n === SERVICES_IN_WORDS ? all : n === 0 ? (none ?? some) : some;

/** Returns the services that are connected; all of them until the server has answered. */
export const connectedServices = (): readonly Service[] => queryClient.getQueryData(aboutProduct.queryKey)?.connected_services ?? SERVICES;
