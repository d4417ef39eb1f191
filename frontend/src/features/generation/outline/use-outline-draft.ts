import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { serverDraftQuery, startOf, type ServerDraft } from './server-draft.ts';
import type { OutlineDraft } from './outline-draft.ts';
import { startOutlineSaver, stateOf, type OutlineSaver, type OutlineState } from './outline-saver.ts';

const isVersionConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'course.version_conflict';

/** The outline on this screen and its save state. `kept` is the last known draft on the server. */
export function useOutlineDraft(run: StatusEnvelope, kept: ServerDraft) {
  const cache = useQueryClient();
  const { task_id: taskId } = run;
  const [start] = useState(() => startOf(run, kept));
  const [draft, setDraft] = useState<OutlineDraft>(start.draft);
  const [state, setState] = useState<OutlineState>(() => stateOf(start));
  const saver = useRef<OutlineSaver | null>(null);

  useEffect(() => {
    const one = startOutlineSaver({
      taskId,
      start,
      onState: setState,
      onKept: (newest) => cache.setQueryData(serverDraftQuery(taskId).queryKey, newest),
    });
    saver.current = one;
    const retry = () => one.retryNow();
    const leave = () => void (document.visibilityState === 'hidden' && one.flush());
    window.addEventListener('online', retry);
    document.addEventListener('visibilitychange', leave);
    return () => {
      window.removeEventListener('online', retry);
      document.removeEventListener('visibilitychange', leave);
      void one.flush();
      one.stop();
    };
  }, [taskId, start, cache]);

  useEffect(() => saver.current?.change(draft), [draft]);
  useEffect(() => {
    const theirs = kept.draft && saver.current?.reconcile({ draft: kept.draft, version: kept.version });
    if (theirs) setDraft(theirs);
  }, [kept]);

  /** @returns whether the server has a draft that this screen does not show */
  async function fetchNewest(one: OutlineSaver): Promise<boolean> {
    const theirs = await one.refetch();
    if (theirs) setDraft(theirs);
    return theirs !== null || one.hasConflict();
  }

  return {
    draft,
    setDraft,
    state,
    keepMine: () => saver.current?.keepMine(),
    takeTheirs: () => {
      const theirs = saver.current?.takeTheirs();
      if (theirs) setDraft(theirs);
    },
    /**
     * Saves all changes, then sends an acceptance with the version on this screen. It is rejected if another device was faster
     * (`course.version_conflict`): then the other device's draft is shown, or offered as a choice.
     * @throws ApiError
     */
    accept: async <Answer>(send: (version: number) => Promise<Answer>): Promise<Answer> => {
      const one = saver.current!;
      await one.flush();
      if (one.hasConflict()) throw new ApiError({ status: 409, code: 'course.version_conflict', message: '' });
      try {
        return await send(one.baseVersion);
      } catch (error) {
        // A save whose answer was lost is this screen's own.
        if (!isVersionConflict(error) || (await fetchNewest(one))) throw error;
        return await send(one.baseVersion);
      }
    },
    finish: () => saver.current?.finish(),
  };
}
