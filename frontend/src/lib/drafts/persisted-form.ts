import { useSyncExternalStore } from 'react';
import { randomId } from '#frontend/lib/random-id.ts';

interface KeptForm<Values> {
  readonly values: Values;
  /** The form last sent and the Idempotency-Key it was sent with. */
  readonly attempt?: { readonly form: string; readonly key: string };
  /** Whether the next send asks for a new result although an identical one may exist. */
  readonly isAnew?: boolean;
}

/**
 * A form being filled in, stored per user and per tab, so that it survives a reload. Without browser storage it lasts until the reload.
 * @param name unique name in the tab's storage
 * @param empty returns the initial form
 */
export function createStoredForm<Values extends object>(name: string, empty: () => Values) {
  const keyFor = (userId: string): string => `${name}:${userId}`;
  const inMemory = new Map<string, KeptForm<Values>>();
  const listeners = new Set<() => void>();
  let resets = 0;

  function read(userId: string): KeptForm<Values> | undefined {
    try {
      return (JSON.parse(sessionStorage.getItem(keyFor(userId)) ?? 'null') as KeptForm<Values> | null) ?? inMemory.get(userId);
    } catch {
      return inMemory.get(userId);
    }
  }

  /** @param form undefined to remove the stored form */
  function write(userId: string, form?: KeptForm<Values>): void {
    if (form) inMemory.set(userId, form);
    else inMemory.delete(userId);
    try {
      if (form) sessionStorage.setItem(keyFor(userId), JSON.stringify(form));
      else sessionStorage.removeItem(keyFor(userId));
    } catch {
      // Storage is unavailable or full: `inMemory` has the form.
    }
  }

  /** One key per form content: sending it again unchanged repeats the key, so a repeat never creates a second course. */
  function sendingKey(userId: string, values: Values): string {
    const form = JSON.stringify(values);
    const { attempt } = read(userId) ?? {};
    if (attempt?.form === form) return attempt.key;
    const key = randomId();
    write(userId, { values, attempt: { form, key } });
    return key;
  }

  return {
    /** Returns the stored form or the empty one. Fields added to the product since then get their initial values. */
    load: (userId: string): Values => ({ ...empty(), ...read(userId)?.values }),

    save: (userId: string, values: Values): void => write(userId, { ...read(userId), values }),

    /** Resets the form to its initial values. */
    reset(userId: string): void {
      write(userId);
      resets += 1;
      for (const listener of listeners) listener();
    },

    /** Counts resets: a form on screen is remounted when the count changes. */
    useResets: (): number =>
      useSyncExternalStore(
        (listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
        () => resets,
      ),

    sendingKey,

    /**
     * For forms whose repeats the server recognises by content, from any tab (G29). Returns a key only after `beginNewAttempt`, and the
     * same key until the form changes.
     */
    attemptKey(userId: string, values: Values): string | undefined {
      const { attempt, isAnew } = read(userId) ?? {};
      return isAnew || attempt?.form === JSON.stringify(values) ? sendingKey(userId, values) : undefined;
    },

    /** Makes the next send request a new result on purpose, even if the form is unchanged. */
    beginNewAttempt(userId: string): void {
      write(userId, { values: read(userId)?.values ?? empty(), isAnew: true });
    },

    /** Forgets the last send after it failed or the form changed, so that it is not repeated. */
    forgetAttempt(userId: string): void {
      const form = read(userId);
      if (form) write(userId, { values: form.values });
    },
  };
}
