import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { SERVICES, type Service, type WorkState } from '#contract/platform/status.contract.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';

/** The fields of a step that explain its failures. */
interface FailingStep {
  readonly state: string;
  readonly tried: readonly FailedAttempt[];
  readonly passed_over: readonly Service[];
  readonly error_code: string | null;
}

type Failures = NonNullable<StatusEnvelope['items'][number]['failures']>;

/**
 * Explains why a step failed for good; null for one that did not. If no service was left: the result of each service's last try, in the
 * order they were asked. Otherwise the cause is ours, and the step's own code names it.
 */
export function stepFailures(step: FailingStep | undefined): Failures | null {
  if (step?.state !== 'failed') return null;
  if (step.error_code !== null && step.error_code !== 'vendors.exhausted') return [{ service: null, code: step.error_code }];
  const last = [...new Map(step.tried.map(({ service, code }) => [service, { service: service as Service | null, code }])).values()];
  const unasked = step.passed_over.filter((service) => !last.some((one) => one.service === service));
  return [...last, ...unasked.map((service) => ({ service, code: 'vendors.unavailable' }))];
}

/** Returns the last error of each service that failed in a run; a skipped one counts as unreachable. Null when none failed. */
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
