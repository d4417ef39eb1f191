import { serviceNames } from '#contract/platform/service-names.ts';
import { config } from '#domain/platform/config.ts';

/** Display names of the services; a compatible server is called by its model. */
export const SERVICE_NAMES = serviceNames((service) => {
  const { compatible, model } = config().vendors[service];
  return compatible ? model : undefined;
});
