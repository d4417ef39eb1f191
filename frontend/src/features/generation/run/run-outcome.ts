import { useEffect, useRef } from 'react';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { hasEnded } from '#frontend/lib/polling/poll-run.ts';
import { useIsBusyHere } from '#frontend/features/generation/runs/recent-input.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { forgetAttempt, loadDraft, resetDraft } from '#frontend/features/generation/builder/course-draft.ts';
import { findRecentRun, forgetRun } from '#frontend/features/generation/runs/recent-runs.ts';
import { countReady, countUnpractised } from './run-words.ts';
import { failedWords, lessonFailedWords } from './trouble-words.ts';

/** How long a finished run stays among those being written (GEN-07). */
const CLEAR_AFTER_MS = 10_000;

/** By run, when the end came that was seen to here: a run that failed may go on and end once more. */
const settled = new Map<string, string | null>();
const told = new Map<string, string | null>();

/**
 * What follows the end of a run, once a tab (GEN-07). Completed: the form it was asked with is reset, unless it has been changed
 * since; the run leaves the list 10 s later. Failed or stopped: the form is kept, and may be sent again as a new attempt.
 * @param seenAt when the end came to be known here, in milliseconds; of one that nobody saw, when it was
 */
export function settleRun(userId: string, run: StatusEnvelope, seenAt = Date.now()): void {
  if (settled.get(run.task_id) === run.finished_at || !hasEnded(run)) return;
  settled.set(run.task_id, run.finished_at);
  const asked = findRecentRun(userId, run.task_id);
  const isFormUnchanged = asked !== undefined && JSON.stringify(asked.values) === JSON.stringify(loadDraft(userId));
  if (run.status === 'completed' && !run.stopped) {
    if (isFormUnchanged) resetDraft(userId);
  } else if (isFormUnchanged) forgetAttempt(userId);
  if (run.status !== 'completed' && !run.stopped) return;
  const leftMs = Math.max(0, seenAt + CLEAR_AFTER_MS - Date.now());
  setTimeout(() => forgetRun(userId, run.task_id), leftMs);
}

/** The end of a run in one sentence, as a toast and a notification of the machine say it; null when nobody has to be told. */
export function endWords(run: StatusEnvelope): { kind: 'success' | 'info' | 'error'; text: string } | null {
  if (run.stopped || run.status === 'cancelled') return null;
  if (run.status === 'failed') {
    return { kind: 'error', text: run.kind === 'lesson' ? lessonFailedWords(run) : failedWords(run) };
  }
  if (run.kind === 'lesson') return { kind: 'success', text: t('Lesson written') };
  // The points are the server's to award and to tell (G37); none are promised here.
  const points = run.points_awarded ?? 0;
  const values = { n: points, ready: countReady(run.items), total: run.items.length };
  if (values.ready < values.total) {
    const text =
      points > 0
        ? t('Course generated: {ready} of {total} lessons, +{n} points', values)
        : t('Course generated: {ready} of {total} lessons', values);
    return { kind: 'info', text };
  }
  return { kind: 'success', text: points > 0 ? t('Course generated, +{n} points', { n: points }) : t('Course generated') };
}

/** Where one goes from the end of a run. */
export function endHref(run: StatusEnvelope): string {
  return run.result && run.status === 'completed' ? `/courses/${run.result.course_id}` : `/create/runs/${run.task_id}`;
}

/** Says once a tab that a run has ended, with the way on. The server keeps a notification of it, so the tab's own list does not. */
export function tellRun(run: StatusEnvelope): void {
  // Of a single lesson the server's notification knows more: whether it is part of the course now, or waits to be compared.
  if (told.get(run.task_id) === run.finished_at || (run.kind === 'lesson' && run.status === 'completed')) return;
  told.set(run.task_id, run.finished_at);
  const words = endWords(run);
  if (!words) return;
  const label = run.status === 'failed' ? t('See why') : t('Open course');
  toast(words.kind, words.text, { href: endHref(run), label }, false);
}

/** Whether the end of this run has been told in this tab. */
export const isTold = (taskId: string): boolean => told.has(taskId);

/** Something of the course is not there, and can be had on the run's page. */
const isLacking = (run: StatusEnvelope): boolean =>
  run.items.some(({ state, readable }) => state === 'failed' && !readable) || countUnpractised(run.items) > 0;

/**
 * On the run's page: settles the run and, when the learner has watched it end, says so. `onDone` is called when the whole course is
 * there (A15) and the learner does nothing else: who reads or presses stays, with the way to the course on this page; where lessons or their practice are missing, or the learner has stopped it, there is something to decide on this page. Opening the page of a
 * run that ended before does none of this.
 */
export function useLeaveWhenDone(userId: string, run: StatusEnvelope | undefined, onDone: () => void): void {
  const isBusyHere = useIsBusyHere();
  const wasLive = useRef(false);
  const leave = useRef(onDone);
  const isBusy = useRef(isBusyHere);
  useEffect(() => {
    isBusy.current = isBusyHere;
    leave.current = onDone;
  });
  useEffect(() => {
    if (!run) return;
    settleRun(userId, run);
    if (wasLive.current && run.status === 'completed' && run.kind === 'course' && !run.stopped) {
      tellRun(run);
      if (!isLacking(run) && !isBusy.current()) leave.current();
    }
    wasLive.current = !hasEnded(run);
  }, [userId, run]);
}
