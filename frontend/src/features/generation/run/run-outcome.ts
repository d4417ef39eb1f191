import { useEffect, useRef, useState } from 'react';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import { hasEnded } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useUnlessTouched } from '#frontend/lib/use-unless-touched.ts';
import { forgetAttempt, loadDraft, resetDraft } from '#frontend/features/generation/builder/course-draft.ts';
import { findRecentRun, forgetRun, rememberRun, type RecentRun } from '#frontend/features/generation/runs/recent-runs.ts';
import { useIsUserBusy } from '#frontend/features/generation/runs/recent-input.ts';
import { countReady } from './run-words.ts';
import { failedWords, lessonFailedWords } from './outage-words.ts';

/** How long a completed run stays in the list of courses being written (GEN-07). */
const CLEAR_AFTER_MS = 10_000;

/** The ends handled so far, by run: a failed run may be resumed and end again. */
const settled = new Map<string, string | null>();
const announcedEnds = new Map<string, string | null>();
/** The runs this tab has seen being written. It announces their end itself, however it learns of it. */
const followed = new Set<string>();

/**
 * Handles the end of a run, once per tab (GEN-07). Completed: its form is reset unless changed since, and the run leaves the list 10 s
 * later. Failed or cancelled: the form is kept and may be sent again as a new attempt.
 * @param seenAt when this tab learned of the end, in ms; when the run ended if no tab noticed
 * @returns whether this call reset the form
 */
export function handleRunEnd(userId: string, run: StatusEnvelope, seenAt = Date.now()): boolean {
  if (settled.get(run.task_id) === run.finished_at || !hasEnded(run)) return false;
  settled.set(run.task_id, run.finished_at);
  const asked = findRecentRun(userId, run.task_id);
  const isFormUnchanged = asked !== undefined && JSON.stringify(asked.values) === JSON.stringify(loadDraft(userId));
  const isReset = isFormUnchanged && run.status === 'completed' && !run.stopped;
  if (isReset) resetDraft(userId);
  else if (isFormUnchanged) forgetAttempt(userId);
  if (run.status === 'completed' || run.stopped) {
    const leftMs = Math.max(0, seenAt + CLEAR_AFTER_MS - Date.now());
    clearLater(userId, run.task_id, leftMs);
  }
  return isReset;
}

const clearLater = (userId: string, taskId: string, ms: number) => setTimeout(() => forgetRun(userId, taskId), ms);

/** The end of a run in one sentence, for a toast and a system notification; null when there is nothing to announce. */
export function endWords(run: StatusEnvelope): { kind: 'success' | 'info' | 'error'; text: string } | null {
  if (run.stopped || run.status === 'cancelled') return null;
  if (run.status === 'failed') {
    return { kind: 'error', text: run.kind === 'lesson' ? lessonFailedWords(run) : failedWords(run) };
  }
  if (run.kind === 'lesson') return { kind: 'success', text: t('Lesson written') };
  // The server awards and announces the points (G37); none are promised here.
  const points = run.points_awarded ?? 0;
  const values = { n: points, ready: countReady(run.items), total: run.items.length };
  if (values.ready < values.total) {
    const text =
      points > 0
        ? t('Course generated: {ready} of {total} lessons, +{n, plural, one {# point} other {# points}}', values)
        : t('Course generated: {ready} of {total} lessons', values);
    return { kind: 'info', text };
  }
  return {
    kind: 'success',
    text: points > 0 ? t('Course generated, +{n, plural, one {# point} other {# points}}', { n: points }) : t('Course generated'),
  };
}

/** Where the user follows a run: on its page, or at the desk of the studio's course whose lessons it writes. */
export const runHref = ({ task_id: taskId, creator_course_id: studioId }: Pick<RunSummary, 'task_id' | 'creator_course_id'>): string =>
  studioId === undefined ? `/create/runs/${taskId}` : `/studio/courses/${studioId}`;

/** The link at the end of a run. */
export function endHref(run: StatusEnvelope): string {
  if (run.creator_course_id !== undefined) return runHref(run);
  return run.result && run.status === 'completed' ? `/courses/${run.result.course_id}` : `/create/runs/${run.task_id}`;
}

/**
 * Announces once per tab that a run has ended, with a link. The server stores its own notification, so the tab's list does not include it.
 */
export function announceRunEnd(run: StatusEnvelope): void {
  // For a single lesson the server's notification has more detail: whether it is part of the course now, or awaits comparison.
  if (announcedEnds.get(run.task_id) === run.finished_at || (run.kind === 'lesson' && run.status === 'completed')) return;
  announcedEnds.set(run.task_id, run.finished_at);
  const words = endWords(run);
  if (!words) return;
  const label = run.status === 'failed' ? t('See why') : t('Open course');
  toast(words.kind, words.text, { href: endHref(run), label }, false);
}

/** Marks that this tab will announce the end of this run, except for a single lesson, where the server's notification says more. */
export function followRun({ task_id: taskId, kind }: RunSummary): void {
  if (kind === 'course') followed.add(taskId);
}

/** Whether this tab has announced the end of this run, or is about to. */
export const isAnnounced = (taskId: string): boolean => announcedEnds.has(taskId) || followed.has(taskId);

/**
 * For the run's page: handles the end of the run, and announces it if the learner has watched it. A learner who does not touch the page for
 * 10 s after that is taken to My Courses, whose hero is the new course; any reading or pressing cancels this (A15, A26). For a run that
 * ended before the page was opened, nothing is announced and there is no redirect.
 */
export function useRunEnd(userId: string, run: StatusEnvelope | undefined, onLeave: () => void): void {
  const wasLive = useRef(false);
  const asked = useRef<RecentRun | undefined>(undefined);
  /** The run this page has seen being written. */
  const [watchedId, setWatchedId] = useState<string | null>(null);
  if (run && !hasEnded(run) && watchedId !== run.task_id) setWatchedId(run.task_id);
  const isBusy = useIsUserBusy();
  useEffect(() => {
    if (!run) return;
    asked.current = findRecentRun(userId, run.task_id) ?? asked.current;
    handleRunEnd(userId, run);
    if (wasLive.current && run.status === 'completed' && run.kind === 'course') announceRunEnd(run);
    wasLive.current = !hasEnded(run);
  }, [userId, run]);
  useUnlessTouched({
    isOn: run?.task_id === watchedId && run?.status === 'completed' && run.kind === 'course' && Boolean(run.result),
    afterMs: CLEAR_AFTER_MS,
    act: () => {
      if (isBusy()) return;
      // no longer stored; the hero of My Courses shows it for the same time
      if (asked.current?.task_id === watchedId) {
        rememberRun(userId, asked.current);
        clearLater(userId, asked.current.task_id, CLEAR_AFTER_MS);
      }
      onLeave();
    },
  });
}
