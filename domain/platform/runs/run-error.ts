import type { RunError } from '#contract/platform/status.contract.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import { runCalls } from './engine.ts';
import type { FailedRun } from './run-kind.ts';

/** Returns the services' common failure as a sentence; null when their failures differ, or the run failed for another reason. */
export function failureReason({ operator_detail: detail }: Pick<FailedRun, 'operator_detail'>): string | null {
  const reason = detail && runCalls().reasonOf(JSON.parse(detail) as FailedAttempt[]);
  return reason ? inEnglish(reason) : null;
}

/** Returns a run's error for its owner; nothing when it did not fail. */
export function runError(run: FailedRun): { error?: RunError } {
  if (run.error_code === null) return {};
  const reason = failureReason(run);
  return { error: { code: run.error_code, detail: run.error_detail ?? '', ...(reason && { reason }) } };
}
