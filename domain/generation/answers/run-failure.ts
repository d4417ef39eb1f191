import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import type { Try } from '#domain/platform/steps/step.ts';
import { sharedReason } from './roles.ts';

/** A step that failed for good, as far as its run's end depends on it. */
export interface FailedStep {
  readonly tried: readonly Try[];
  /** Services it wanted to ask, had they been within reach. */
  readonly passed_over: readonly string[];
  readonly error_code: string | null;
}

/**
 * Why a run failed, from the steps that failed it: the reason they all share, of ours (a spend brake, a bug) or of the services. Where reasons
 * differ it says only that; each lesson tells its own.
 */
export function failureOf(what: 'outline' | 'no_lessons' | 'practice' | 'assembly', culprits: readonly FailedStep[]): ErrorCode {
  if (what === 'assembly') return 'internal';
  const own = culprits.map(({ error_code: code }) => (code && code in ERRORS && !code.startsWith('vendors.') ? (code as ErrorCode) : null));
  if (own[0] && own.every((code) => code === own[0])) return own[0];
  const shared = own.some((code) => code !== null) ? null : sharedReason(culprits.flatMap(codesOf));
  return shared ?? (what === 'no_lessons' ? 'run.no_lessons' : 'vendors.failed');
}

/** What the services did, those that were out of reach the whole time included. */
function codesOf({ tried, passed_over: passedOver }: FailedStep): string[] {
  const unasked = passedOver.filter((service) => !tried.some((one) => one.service === service));
  return [...tried.map(({ code }) => code), ...unasked.map(() => 'vendors.unavailable')];
}
