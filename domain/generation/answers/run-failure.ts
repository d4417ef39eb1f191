import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import { commonReason } from './roles.ts';

/** The fields of a failed step that decide its run's error. */
export interface FailedStep {
  readonly tried: readonly FailedAttempt[];
  /** Services that were preferred but unreachable. */
  readonly passed_over: readonly string[];
  readonly error_code: string | null;
}

/**
 * Returns why a run failed, from the steps that failed it: the reason they share, ours (a spending cap, a bug) or the services'. If reasons
 * differ it says only that; each lesson states its own.
 */
export function failureOf(what: 'outline' | 'no_lessons' | 'practice' | 'assembly', culprits: readonly FailedStep[]): ErrorCode {
  if (what === 'assembly') return 'internal';
  const own = culprits.map(({ error_code: code }) => (code && code in ERRORS && !code.startsWith('vendors.') ? (code as ErrorCode) : null));
  if (own[0] && own.every((code) => code === own[0])) return own[0];
  const shared = own.some((code) => code !== null) ? null : commonReason(culprits.flatMap(codesOf));
  return shared ?? (what === 'no_lessons' ? 'run.no_lessons' : 'vendors.failed');
}

/** Returns the services' errors, including those that were unreachable all the time. */
function codesOf({ tried, passed_over: passedOver }: FailedStep): string[] {
  const unasked = passedOver.filter((service) => !tried.some((one) => one.service === service));
  return [...tried.map(({ code }) => code), ...unasked.map(() => 'vendors.unavailable')];
}
