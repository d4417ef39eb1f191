import { useSyncExternalStore } from 'react';
import { randomId } from '#frontend/lib/random-id.ts';
import { EMPTY_FORM, type CourseFormValues } from './course-form-values.ts';

interface KeptForm {
  readonly values: CourseFormValues;
  /** The form last sent and the Idempotency-Key it was sent with. */
  readonly attempt?: { readonly form: string; readonly key: string };
}

const keyFor = (userId: string): string => `creator_course:${userId}`;

/** Kept here too, so that a browser that refuses storage keeps the form until the page is reloaded. */
const inMemory = new Map<string, KeptForm>();
const listeners = new Set<() => void>();
let resets = 0;

function read(userId: string): KeptForm | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(keyFor(userId)) ?? 'null') as KeptForm | null) ?? inMemory.get(userId);
  } catch {
    return inMemory.get(userId);
  }
}

function write(userId: string, form: KeptForm): void {
  inMemory.set(userId, form);
  try {
    sessionStorage.setItem(keyFor(userId), JSON.stringify(form));
  } catch {
    // Refused or full: `inMemory` has it.
  }
}

/** The half-filled form of this tab, or an empty one. */
export const keptForm = (userId: string): CourseFormValues => ({ ...EMPTY_FORM, ...read(userId)?.values });

export const keepForm = (userId: string, values: CourseFormValues): void => write(userId, { ...read(userId), values });

/** CRE-24: empty again, because the course has been made. */
export function forgetForm(userId: string): void {
  inMemory.delete(userId);
  try {
    sessionStorage.removeItem(keyFor(userId));
  } catch {
    // Nothing was stored.
  }
  resets += 1;
  for (const listener of listeners) listener();
}

/** Counts how often the form was emptied: one on screen starts anew when it changes. */
export function useFormResets(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => resets,
  );
}

/** One key for one form: sending it again unchanged repeats the key, so a repeat never makes a second course. */
export function sendingKey(userId: string, values: CourseFormValues): string {
  const form = JSON.stringify(values);
  const { attempt } = read(userId) ?? {};
  if (attempt?.form === form) return attempt.key;
  const key = randomId();
  write(userId, { values, attempt: { form, key } });
  return key;
}
