import { aiService, eachService, SERVICES, type Service } from './ai-services.ts';

/** The vendor's product behind each service, even if another server answers in its place. */
export const VENDOR_NAMES: Readonly<Record<Service, string>> = eachService((service) => aiService(service).label);

/** The number of connected services that sentences write in words; all other numbers are in figures. */
export const SERVICES_IN_WORDS = 4;

/**
 * Returns the display names of the AI services. `otherName` returns the name of what answers in place of a service (the model on one of the
 * installation's own servers, or the demo library), otherwise undefined; it is called on each read, because the page learns it only after
 * it has started.
 */
export const serviceNames = (otherName: (service: Service) => string | undefined): Readonly<Record<Service, string>> =>
  Object.defineProperties(
    {} as Record<Service, string>,
    Object.fromEntries(SERVICES.map((service) => [service, { enumerable: true, get: () => otherName(service) ?? VENDOR_NAMES[service] }])),
  );
