/** A passage of a lesson the user wants to ask the mentor about. */
export interface AskedPassage {
  readonly courseId: string;
  readonly lessonId: string;
  readonly quote: string;
}

const KEY = 'asked_passage';

/** Stores the passage for the mentor's screen, in this tab; null removes it. */
export function storeAskedPassage(passage: AskedPassage | null): void {
  try {
    if (passage === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(passage));
  } catch {
    // Storage is unavailable: the question is asked without the passage.
  }
}

export function readAskedPassage(): AskedPassage | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as AskedPassage | null;
  } catch {
    return null;
  }
}
