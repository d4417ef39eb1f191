import { aiService, eachService, SERVICES, type Service } from './ai-services.ts';

/** The vendor's product behind each service, even if another server answers in its place. */
export const VENDOR_NAMES: Readonly<Record<Service, string>> = eachService((service) => aiService(service).label);

/** The number of connected services that sentences say in words, any other in figures. */
export const SERVICES_IN_WORDS = 4;

/**
 * Display names of the AI services. `modelOf` says the model by which a service is called when a server of the installation's own answers
 * for it, else nothing; it is asked at each read, because the page learns it after it has started.
 */
export const serviceNames = (modelOf: (service: Service) => string | undefined): Readonly<Record<Service, string>> =>
  Object.defineProperties(
    {} as Record<Service, string>,
    Object.fromEntries(SERVICES.map((service) => [service, { enumerable: true, get: () => modelOf(service) ?? VENDOR_NAMES[service] }])),
  );
