import { useEffect, useRef } from 'react';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { hasEnded } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';

const approvedHere = new Set<string>();

/** Records that this tab has accepted the outline of this run. */
export const recordLocalApproval = (taskId: string): void => void approvedHere.add(taskId);

/** Notifies the user when the outline on screen was accepted elsewhere, because its editor is about to disappear. */
export function useOtherApproval(run: StatusEnvelope): void {
  const wasWaiting = useRef(false);
  const { task_id: taskId, stage } = run;
  const isOver = hasEnded(run);
  useEffect(() => {
    if (wasWaiting.current && stage !== 'approval' && !isOver && !approvedHere.has(taskId)) {
      toast('info', t('The outline was accepted in another tab or on another device.'));
    }
    wasWaiting.current = stage === 'approval';
  }, [taskId, stage, isOver]);
}
