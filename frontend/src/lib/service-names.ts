import { serviceNames } from '#contract/platform/service-names.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { aboutProduct } from './about.ts';
import { queryClient } from './query-client.ts';

/** Display names of the four AI services: one that a server of the installation's own answers for is called by its model. */
export const SERVICE_NAMES = serviceNames((service) => queryClient.getQueryData(aboutProduct.queryKey)?.model_names?.[service]);

/** Returns the services that are connected; all of them until the server has answered. */
export const connectedServices = (): readonly Service[] => queryClient.getQueryData(aboutProduct.queryKey)?.connected_services ?? SERVICES;
