import type { LessonDraft } from './lesson-draft.ts';

/** Typed text that is not on the server yet, and the version it is based on. */
export interface UnsavedDraft {
  readonly draft: LessonDraft;
  /** The lesson as last stored on the server. */
  readonly saved: LessonDraft;
  readonly baseVersion: number;
  readonly editSession: string;
  /** ISO time of the last keystroke. */
  readonly at: string;
}

const keyFor = (userId: string, courseId: string, lessonId: string): string => `lesson_draft:${userId}:${courseId}:${lessonId}`;

/** Stores unsaved text in this tab, across reloads and lost connections; null removes it. */
export function storeUnsaved(of: { userId: string; courseId: string; lessonId: string }, unsaved: UnsavedDraft | null): void {
  const key = keyFor(of.userId, of.courseId, of.lessonId);
  try {
    if (unsaved === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(unsaved));
  } catch {
    // Storage is unavailable or full: the text stays on the screen, and leaving warns the user.
  }
}

/** Returns unsaved text of this lesson that was typed in this tab. */
export function findUnsaved(of: { userId: string; courseId: string; lessonId: string }): UnsavedDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyFor(of.userId, of.courseId, of.lessonId)) ?? 'null') as UnsavedDraft | null;
  } catch {
    return null;
  }
}
