import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { SERVICES, type Service, type WorkState } from '#contract/platform/status.contract.ts';
import type { Try } from '#domain/platform/steps/step.ts';

/** A step as far as its failures are told. */
interface FailingStep {
  readonly state: string;
  readonly tried: readonly Try[];
  readonly passed_over: readonly Service[];
  readonly error_code: string | null;
}

type Failures = NonNullable<StatusEnvelope['items'][number]['failures']>;

/**
 * Why a step failed for good; null for one that did not. Where nobody was left to ask: what became of the last try of every service, in the
 * order in which they were asked. Else it was no service's doing, and the step's own code says what it was.
 */
export function stepFailures(step: FailingStep | undefined): Failures | null {
  if (step?.state !== 'failed') return null;
  if (step.error_code !== null && step.error_code !== 'vendors.exhausted') return [{ service: null, code: step.error_code }];
  const last = [...new Map(step.tried.map(({ service, code }) => [service, { service: service as Service | null, code }])).values()];
  const unasked = step.passed_over.filter((service) => !last.some((one) => one.service === service));
  return [...last, ...unasked.map((service) => ({ service, code: 'vendors.unavailable' }))];
}

/** What each service that failed in a run did last; one that was only passed over could not be reached. Null when none failed. */
export function serviceFailures(
  states: Readonly<Record<Service, WorkState>>,
  steps: readonly FailingStep[],
): NonNullable<StatusEnvelope['service_failures']> | null {
  const tries = steps.flatMap(({ tried }) => tried).toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const failed = SERVICES.filter((service) => states[service] === 'failed');
  if (failed.length === 0) return null;
  return Object.fromEntries(
    failed.map((service) => [service, tries.findLast((one) => one.service === service)?.code ?? 'vendors.unavailable']),
  );
}
