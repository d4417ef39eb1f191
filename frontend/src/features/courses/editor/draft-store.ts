import type { LessonDraft } from './lesson-draft.ts';

/** Typed text the server does not have yet, with what it was typed upon. */
export interface UnsavedDraft {
  readonly draft: LessonDraft;
  /** The lesson as the server last had it. */
  readonly saved: LessonDraft;
  readonly baseVersion: number;
  readonly editSession: string;
  /** ISO time of the last key. */
  readonly at: string;
}

const keyFor = (userId: string, courseId: string, lessonId: string): string => `lesson_draft:${userId}:${courseId}:${lessonId}`;

/** Keeps unsaved text in this tab, over reloads and lost connections; null forgets it. */
export function keepUnsaved(of: { userId: string; courseId: string; lessonId: string }, unsaved: UnsavedDraft | null): void {
  const key = keyFor(of.userId, of.courseId, of.lessonId);
  try {
    if (unsaved === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(unsaved));
  } catch {
    // Refused or full: the text is on the screen, and leaving it warns.
  }
}

/** Text of this lesson that was typed in this tab and could not be saved. */
export function findUnsaved(of: { userId: string; courseId: string; lessonId: string }): UnsavedDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyFor(of.userId, of.courseId, of.lessonId)) ?? 'null') as UnsavedDraft | null;
  } catch {
    return null;
  }
}
