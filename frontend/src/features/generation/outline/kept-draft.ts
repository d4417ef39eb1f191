import { queryOptions } from '@tanstack/react-query';
import { getOutlineDraft, type OutlineDraft as SentDraft } from '#contract/generation/outline-draft.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { draftOf, type OutlineDraft } from './outline-draft.ts';

/** What the server keeps of the outline; null, version 0, when nothing was changed yet. */
export interface KeptDraft {
  readonly draft: OutlineDraft | null;
  readonly version: number;
}

/** What the server has not got yet, and what it was made from. */
interface UnsavedDraft {
  readonly draft: OutlineDraft;
  readonly saved: OutlineDraft;
  readonly version: number;
}

const removed = ({ isRemoved }: { readonly isRemoved?: boolean }) => isRemoved === true && { removed: true as const };
const isRemoved = (part: { readonly removed?: true | undefined }) => part.removed === true && { isRemoved: true };

/** The draft as it travels. */
export const toSent = ({ title, modules }: OutlineDraft): SentDraft => ({
  title,
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

const fromSent = ({ title, modules }: SentDraft): OutlineDraft => ({
  title,
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

/** Whether two drafts say the same, wherever they come from. */
export const isSameDraft = (a: OutlineDraft, b: OutlineDraft): boolean => JSON.stringify(toSent(a)) === JSON.stringify(toSent(b));

/** Asks the server for what it keeps. @throws ApiError */
export async function askForDraft(taskId: string, signal?: AbortSignal): Promise<KeptDraft> {
  const { draft, version } = await call(getOutlineDraft, { params: { task_id: taskId }, ...(signal && { signal }) });
  return { draft: draft && fromSent(draft), version };
}

/** Asked for on arrival and when somebody comes back to this window: another device may have changed it. */
export const keptDraft = (taskId: string) =>
  queryOptions({
    queryKey: ['run', taskId, 'outline-draft'],
    queryFn: ({ signal }) => askForDraft(taskId, signal),
    staleTime: 0,
  });

const keyFor = (taskId: string): string => `outline_draft:${taskId}`;

/** Whether a draft is about the lessons the run has. */
export function fitsRun(draft: OutlineDraft, run: Pick<StatusEnvelope, 'items'>): boolean {
  const ids = draft.modules.flatMap(({ lessons }) => lessons.flatMap(({ id }) => id ?? []));
  return (
    ids.toSorted().join() ===
    run.items
      .map(({ id }) => id)
      .toSorted()
      .join()
  );
}

/** What was typed in this tab and never reached the server. */
export function findUnsaved(run: StatusEnvelope): UnsavedDraft | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(keyFor(run.task_id)) ?? 'null') as UnsavedDraft | null;
    return found && Array.isArray(found.draft?.modules) && Array.isArray(found.saved?.modules) && fitsRun(found.draft, run) ? found : null;
  } catch {
    return null;
  }
}

/** Keeps what the server has not got, over a reload without a connection; null forgets it. */
export function keepUnsaved(taskId: string, unsaved: UnsavedDraft | null): void {
  try {
    if (unsaved) sessionStorage.setItem(keyFor(taskId), JSON.stringify(unsaved));
    else sessionStorage.removeItem(keyFor(taskId));
  } catch {
    // Refused or full: it lives as long as the screen.
  }
}

/** What the editor begins with, and what of it the server has. */
export function startOf(run: StatusEnvelope, kept: KeptDraft): UnsavedDraft {
  const saved = kept.draft && fitsRun(kept.draft, run) ? kept.draft : draftOf(run);
  const unsaved = findUnsaved(run);
  if (unsaved && !isSameDraft(unsaved.draft, saved)) return unsaved;
  return { draft: saved, saved, version: kept.version };
}
