import type { StatusEnvelope } from '#contract/platform/status.contract.ts';
import { draftOf, type DraftModule, type OutlineDraft } from './outline-draft.ts';

const keyFor = (taskId: string): string => `outline_draft:${taskId}`;

/** What was last edited in this tab, as long as it is about the lessons the server has; else the server's draft. */
export function loadDraft(run: StatusEnvelope): OutlineDraft {
  const fresh = draftOf(run);
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyFor(run.task_id)) ?? 'null') as OutlineDraft | null;
    if (!kept || !Array.isArray(kept.modules)) return fresh;
    const ids = kept.modules.flatMap(({ lessons }: DraftModule) => lessons.flatMap(({ id }) => id ?? [])).toSorted();
    return ids.join() ===
      run.items
        .map(({ id }) => id)
        .toSorted()
        .join()
      ? kept
      : fresh;
  } catch {
    return fresh;
  }
}

export function saveDraft(taskId: string, draft: OutlineDraft): void {
  try {
    sessionStorage.setItem(keyFor(taskId), JSON.stringify(draft));
  } catch {
    // Refused or full: the draft lives as long as the screen.
  }
}

export function forgetDraft(taskId: string): void {
  try {
    sessionStorage.removeItem(keyFor(taskId));
  } catch {
    // Nothing was stored.
  }
}
