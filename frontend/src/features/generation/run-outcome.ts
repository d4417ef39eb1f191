import { useEffect, useRef } from 'react';
import type { StatusEnvelope } from '#contract/platform/status.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { forgetAttempt, loadDraft, resetDraft } from './course-draft.ts';
import { findRecentRun, forgetRun } from './recent-runs.ts';

/** How long a finished run stays among those being written (GEN-07). */
export const CLEAR_AFTER_MS = 10_000;

const settled = new Set<string>();

/**
 * What follows the end of a run, once a tab (GEN-07). Completed: the form it was asked with is reset, unless it has been changed
 * since; the run leaves the list 10 s later. Failed: the same form may be sent again as a new attempt. Answers whether this call
 * was the one that settled it.
 */
function settleRun(userId: string, run: StatusEnvelope): boolean {
  if (settled.has(run.task_id) || (run.status !== 'completed' && run.status !== 'failed')) return false;
  settled.add(run.task_id);
  const asked = findRecentRun(userId, run.task_id);
  const isFormUnchanged = asked !== undefined && JSON.stringify(asked.values) === JSON.stringify(loadDraft(userId));
  if (run.status === 'failed') {
    if (isFormUnchanged) forgetAttempt(userId);
    return true;
  }
  if (isFormUnchanged) resetDraft(userId);
  setTimeout(() => forgetRun(userId, run.task_id), CLEAR_AFTER_MS);
  return asked !== undefined;
}

/** Where a finished course is read. */
const courseHref = (run: StatusEnvelope): string => `/courses/${run.result?.course_id ?? ''}`;

/** Off the run's page: settles the run and says so, with a link to the course (A15); `onDone` is called once. */
export function useNoticeWhenDone(userId: string, run: StatusEnvelope | undefined, onDone: () => void): void {
  const tell = useRef(onDone);
  useEffect(() => {
    tell.current = onDone;
  });
  useEffect(() => {
    if (!run || !settleRun(userId, run) || run.status !== 'completed') return;
    toast('success', t('Course generated'), { href: courseHref(run), label: t('Open course') });
    tell.current();
  }, [userId, run]);
}

/**
 * On the run's page: settles the run; when the learner has watched it finish, says so and calls `onDone` (A15). Opening the page
 * of a run that ended before does neither.
 */
export function useLeaveWhenDone(userId: string, run: StatusEnvelope | undefined, onDone: () => void): void {
  const wasLive = useRef(false);
  const leave = useRef(onDone);
  useEffect(() => {
    leave.current = onDone;
  });
  useEffect(() => {
    if (!run) return;
    settleRun(userId, run);
    if (wasLive.current && run.status === 'completed') {
      // The points are the server's to award and to tell (G37); none are promised here.
      toast('success', t('Course generated'), { href: courseHref(run), label: t('Open course') });
      leave.current();
    }
    wasLive.current = run.status === 'queued' || run.status === 'running';
  }, [userId, run]);
}
