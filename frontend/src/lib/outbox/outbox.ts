import type { Passage } from '#contract/notes/notes.contract.ts';

/** An action in a lesson, made offline. */
export type QueuedAction =
  | { readonly kind: 'lesson'; readonly courseId: string; readonly lessonId: string; readonly at: string }
  | {
      readonly kind: 'note';
      readonly noteId: string;
      readonly courseId: string;
      readonly lessonId: string;
      readonly passage: Passage | null;
      readonly text: string;
      readonly at: string;
    };

const prefixOf = (userId: string): string => `outbox:${userId}:`;
const nameOf = (act: QueuedAction): string => (act.kind === 'note' ? `note:${act.noteId}` : `lesson:${act.courseId}:${act.lessonId}`);

/** Whether a call failed because there is no connection, so that its action can be queued here. */
export const isOffline = (error: unknown): boolean => !navigator.onLine && (error as { status?: unknown } | null)?.status === 0;

/**
 * Queues an action on this device until it can be sent. Each has its own entry, so that two tabs never overwrite each other; repeating an
 * action reuses its entry.
 * @returns false when the browser stores nothing
 */
export function queueAction(userId: string, act: QueuedAction): boolean {
  try {
    localStorage.setItem(prefixOf(userId) + nameOf(act), JSON.stringify(act));
    return true;
  } catch {
    return false;
  }
}

/** Returns the queued actions, oldest first. */
export function queuedActions(userId: string): QueuedAction[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefixOf(userId)))
      .map((key) => JSON.parse(localStorage.getItem(key)!) as QueuedAction)
      .toSorted((one, other) => one.at.localeCompare(other.at));
  } catch {
    return [];
  }
}

/** Removes a sent action. */
export function removeAction(userId: string, act: QueuedAction): void {
  localStorage.removeItem(prefixOf(userId) + nameOf(act));
}

/** Whether the completion of a lesson is queued. */
export const isCompletionQueued = ({ userId, ...of }: { userId: string; courseId: string; lessonId: string }): boolean =>
  queuedActions(userId).some(({ kind, courseId, lessonId }) => kind === 'lesson' && courseId === of.courseId && lessonId === of.lessonId);
