import { serviceNames } from '#contract/platform/service-names.ts';
import { LIBRARY_NAME } from '#contract/product.ts';
import type { Service } from '#contract/platform/ai-services.ts';
import { config } from '#domain/platform/config.ts';

/** Display names of the services: a compatible server is called by its model; without any service, the demo library answers for all. */
export const SERVICE_NAMES = serviceNames((service) => {
  if (config().demoLibrary !== null) return LIBRARY_NAME;
  const { compatible, model } = config().vendors[service];
  return compatible ? model : undefined;
});

/** Lists the display names of services, each once: `Claude, Grok`. */
export const listServices = (services: readonly Service[]): string =>
  [...new Set(services.map((service) => SERVICE_NAMES[service]))].join(', ');
