import { queryOptions } from '@tanstack/react-query';
import { getOutlineDraft, type OutlineDraft as SentDraft } from '#contract/generation/outline-draft.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { draftOf, type OutlineDraft } from './outline-draft.ts';

/** The outline stored on the server; null with version 0 if nothing has been changed yet. */
export interface ServerDraft {
  readonly draft: OutlineDraft | null;
  readonly version: number;
}

/** Changes that are not on the server yet, with their base version. */
interface UnsavedDraft {
  readonly draft: OutlineDraft;
  readonly saved: OutlineDraft;
  readonly version: number;
}

const removed = ({ isRemoved }: { readonly isRemoved?: boolean }) => isRemoved === true && { removed: true as const };
const isRemoved = (part: { readonly removed?: true | undefined }) => part.removed === true && { isRemoved: true };

/** The draft in the format of the API. */
export const toSent = ({ title, modules, thread, finalTask }: OutlineDraft): SentDraft => ({
  title,
  ...(thread !== undefined && { thread }),
  ...(finalTask !== undefined && { final_task: finalTask }),
  modules: modules.map((module) => ({
    key: module.key,
    title: module.title,
    ...removed(module),
    lessons: module.lessons.map((lesson) => ({
      key: lesson.key,
      ...(lesson.id !== undefined && { id: lesson.id }),
      title: lesson.title,
      ...removed(lesson),
    })),
  })),
});

const fromSent = ({ title, modules, thread, final_task: finalTask }: SentDraft): OutlineDraft => ({
  title,
  ...(thread !== undefined && { thread }),
  ...(finalTask !== undefined && { finalTask }),
  modules: modules.map((module) => ({
    key: module.key,
    title: module.title,
    ...isRemoved(module),
    lessons: module.lessons.map((lesson) => ({
      key: lesson.key,
      ...(lesson.id !== undefined && { id: lesson.id }),
      title: lesson.title,
      ...isRemoved(lesson),
    })),
  })),
});

/** Whether two drafts have the same content, whatever their source. */
export const isSameDraft = (a: OutlineDraft, b: OutlineDraft): boolean => JSON.stringify(toSent(a)) === JSON.stringify(toSent(b));

/** Fetches the stored draft. @throws ApiError */
export async function askForDraft(taskId: string, signal?: AbortSignal): Promise<ServerDraft> {
  const { draft, version } = await call(getOutlineDraft, { params: { task_id: taskId }, ...(signal && { signal }) });
  return { draft: draft && fromSent(draft), version };
}

/** Fetched on arrival and when the window regains the focus, because another device may have changed it. */
export const serverDraftQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['run', taskId, 'outline-draft'],
    queryFn: ({ signal }) => askForDraft(taskId, signal),
    staleTime: 0,
  });

const keyFor = (taskId: string): string => `outline_draft:${taskId}`;

/** Whether a draft matches the run's lessons. */
export function matchesRun(draft: OutlineDraft, run: Pick<StatusEnvelope, 'items'>): boolean {
  const ids = draft.modules.flatMap(({ lessons }) => lessons.flatMap(({ id }) => id ?? []));
  return (
    ids.toSorted().join() ===
    run.items
      .map(({ id }) => id)
      .toSorted()
      .join()
  );
}

/** Returns changes of this tab that never reached the server. */
export function findUnsaved(run: StatusEnvelope): UnsavedDraft | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(keyFor(run.task_id)) ?? 'null') as UnsavedDraft | null;
    return found && Array.isArray(found.draft?.modules) && Array.isArray(found.saved?.modules) && matchesRun(found.draft, run)
      ? found
      : null;
  } catch {
    return null;
  }
}

/** Stores unsaved changes in this tab, across a reload without a connection; null removes them. */
export function storeUnsaved(taskId: string, unsaved: UnsavedDraft | null): void {
  try {
    if (unsaved) sessionStorage.setItem(keyFor(taskId), JSON.stringify(unsaved));
    else sessionStorage.removeItem(keyFor(taskId));
  } catch {
    // Storage is unavailable or full: the changes last as long as the screen.
  }
}

/** The editor's initial draft, and the server's state of it. */
export function startOf(run: StatusEnvelope, kept: ServerDraft): UnsavedDraft {
  const saved = kept.draft && matchesRun(kept.draft, run) ? kept.draft : draftOf(run);
  const unsaved = findUnsaved(run);
  if (unsaved && !isSameDraft(unsaved.draft, saved)) return unsaved;
  return { draft: saved, saved, version: kept.version };
}
