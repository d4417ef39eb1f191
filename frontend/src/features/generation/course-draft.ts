import { useSyncExternalStore } from 'react';
import { FORM_DEFAULTS, type FormValues } from './form-values.ts';

interface StoredDraft {
  readonly values: FormValues;
  /** The form last sent and the Idempotency-Key it was sent with. */
  readonly attempt?: { readonly form: string; readonly key: string };
}

const keyFor = (userId: string): string => `course_draft:${userId}`;

/** Kept here too, so that a browser that refuses storage keeps the draft until the page is reloaded. */
const inMemory = new Map<string, StoredDraft>();
const listeners = new Set<() => void>();
let resets = 0;

function read(userId: string): StoredDraft | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyFor(userId)) ?? 'null') as StoredDraft | null;
    return stored ?? inMemory.get(userId);
  } catch {
    return inMemory.get(userId);
  }
}

function write(userId: string, draft: StoredDraft): void {
  inMemory.set(userId, draft);
  try {
    sessionStorage.setItem(keyFor(userId), JSON.stringify(draft));
  } catch {
    // Refused or full: `inMemory` has it.
  }
}

/** The half-filled form of this tab, or the defaults. Fields added to the product since are filled with their defaults. */
export function loadDraft(userId: string): FormValues {
  return { ...FORM_DEFAULTS, ...read(userId)?.values };
}

export function saveDraft(userId: string, values: FormValues): void {
  write(userId, { ...read(userId), values });
}

/** Back to the defaults, as after a course has been written (GEN-07). */
export function resetDraft(userId: string): void {
  inMemory.delete(userId);
  try {
    sessionStorage.removeItem(keyFor(userId));
  } catch {
    // Nothing was stored.
  }
  resets += 1;
  for (const listener of listeners) listener();
}

/** Counts resets: a form on screen starts anew when it changes. */
export function useDraftResets(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => resets,
  );
}

/** One key for one form: sending it again unchanged repeats the key, so a repeat never starts a second course (G29). */
export function idempotencyKeyFor(userId: string, values: FormValues): string {
  const form = JSON.stringify(values);
  const { attempt } = read(userId) ?? {};
  if (attempt?.form === form) return attempt.key;
  const key = crypto.randomUUID();
  write(userId, { values, attempt: { form, key } });
  return key;
}

/** The next send is a new attempt, also when the form is unchanged: the last one ended in a failure. */
export function forgetAttempt(userId: string): void {
  const draft = read(userId);
  if (draft) write(userId, { values: draft.values });
}
