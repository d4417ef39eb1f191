import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { StatusEnvelope } from '#contract/platform/status.contract.ts';
import { keptDraft, startOf, type KeptDraft } from './kept-draft.ts';
import type { OutlineDraft } from './outline-draft.ts';
import { startOutlineSaver, stateOf, type OutlineSaver, type OutlineState } from './outline-saver.ts';

/** The outline on this screen, and whether the server has it. `kept` is what the server was last heard to keep. */
export function useOutlineDraft(run: StatusEnvelope, kept: KeptDraft) {
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
      onKept: (newest) => cache.setQueryData(keptDraft(taskId).queryKey, newest),
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
    const theirs = kept.draft && saver.current?.meet({ draft: kept.draft, version: kept.version });
    if (theirs) setDraft(theirs);
  }, [kept]);

  return {
    draft,
    setDraft,
    state,
    keepMine: () => saver.current?.keepMine(),
    takeTheirs: () => {
      const theirs = saver.current?.takeTheirs();
      if (theirs) setDraft(theirs);
    },
    finish: () => saver.current?.finish(),
  };
}
