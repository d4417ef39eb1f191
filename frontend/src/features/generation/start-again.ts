import type { StatusEnvelope } from '#contract/platform/status.contract.ts';
import { forgetAttempt, saveDraft } from './course-draft.ts';
import { FORM_DEFAULTS } from './form-values.ts';
import { findRecentRun, forgetRun } from './recent-runs.ts';

/** Fills the form with what a run was asked with, or with its topic where this browser did not ask it, as a new attempt. */
export function prepareStartAgain(userId: string, run: Pick<StatusEnvelope, 'task_id' | 'topic'>): void {
  saveDraft(userId, findRecentRun(userId, run.task_id)?.values ?? { ...FORM_DEFAULTS, topic: run.topic });
  forgetAttempt(userId);
  forgetRun(userId, run.task_id);
}
