import type { Try } from '#domain/platform/steps/step.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { NO_ANSWER, type Availability } from './roles.ts';

/** All services may be probed at the same moment, and well: an outage lasts longer than that. */
const OUTAGE_TOLD_MS = 1_000;

/** A step as far as it knows of an outage. */
interface Asking {
  readonly tried: readonly Try[];
  /** Since its first claim. */
  readonly ageMs: number;
}

/**
 * Whether no service is known to answer: each of them cannot be asked now, has just been found silent by somebody, or by this step and has delivered
 * nothing since. A circuit that lets a probe through at the moment is no sign of life, but then the step must have met a silence itself.
 */
export function isOutage(availability: Availability, { tried, ageMs }: Asking): boolean {
  if (ageMs < OUTAGE_TOLD_MS) return false;
  const services = Object.entries(availability) as [Service, Availability[Service]][];
  if (services.every(([, { available }]) => !available)) return true;
  const foundSilent = (service: Service) => NO_ANSWER.includes(tried.findLast((one) => one.service === service)?.code ?? '');
  return (
    services.some(([service]) => foundSilent(service)) &&
    services.every(([service, { available, silent, failing }]) => !available || silent || (failing && foundSilent(service)))
  );
}
