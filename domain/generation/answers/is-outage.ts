import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { NO_ANSWER, type Availability } from './roles.ts';

/** All services may be probed at the same moment while healthy: a real outage lasts longer than this. */
const OUTAGE_TOLD_MS = 1_000;

/** What a step knows of an outage. */
interface Asking {
  readonly tried: readonly FailedAttempt[];
  /** Since its first claim. */
  readonly ageMs: number;
}

/**
 * Tells whether no service is known to answer: each is paused, was just found silent, or was silent for this step and has delivered nothing
 * since. A circuit that allows a probe is no sign of life, but then the step must have met a timeout itself.
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
