import { useSyncExternalStore } from 'react';
import { randomId } from '#frontend/lib/random-id.ts';

interface KeptForm<Values> {
  readonly values: Values;
  /** The form last sent and the Idempotency-Key it was sent with. */
  readonly attempt?: { readonly form: string; readonly key: string };
  /** The next send is to make another one of what there may be already. */
  readonly isAnew?: boolean;
}

/**
 * A form being filled in, one for each user, kept for this tab: it is there again after a reload. A browser that refuses storage keeps it
 * until then.
 * @param name its own name in the storage of the tab
 * @param empty the form nobody has touched
 */
export function keptForm<Values extends object>(name: string, empty: Values) {
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

  /** @param form none forgets it */
  function write(userId: string, form?: KeptForm<Values>): void {
    if (form) inMemory.set(userId, form);
    else inMemory.delete(userId);
    try {
      if (form) sessionStorage.setItem(keyFor(userId), JSON.stringify(form));
      else sessionStorage.removeItem(keyFor(userId));
    } catch {
      // Refused or full: `inMemory` has it.
    }
  }

  /** One key for one form: sending it again unchanged repeats the key, so a repeat never makes a second course. */
  function sendingKey(userId: string, values: Values): string {
    const form = JSON.stringify(values);
    const { attempt } = read(userId) ?? {};
    if (attempt?.form === form) return attempt.key;
    const key = randomId();
    write(userId, { values, attempt: { form, key } });
    return key;
  }

  return {
    /** The half-filled form, or the empty one. Fields added to the product since are filled as in the empty one. */
    load: (userId: string): Values => ({ ...empty, ...read(userId)?.values }),

    save: (userId: string, values: Values): void => write(userId, { ...read(userId), values }),

    /** Empty again. */
    reset(userId: string): void {
      write(userId);
      resets += 1;
      for (const listener of listeners) listener();
    },

    /** Counts resets: a form on screen starts anew when it changes. */
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
     * For forms whose repeat the server knows by the form itself, from whichever tab it comes (G29): a key only for what was begun anew, the
     * same one as long as it is sent unchanged.
     */
    anewKey(userId: string, values: Values): string | undefined {
      const { attempt, isAnew } = read(userId) ?? {};
      return isAnew || attempt?.form === JSON.stringify(values) ? sendingKey(userId, values) : undefined;
    },

    /** The next send asks for another one on purpose, also when the form is unchanged. */
    beginAnew(userId: string): void {
      write(userId, { values: read(userId)?.values ?? empty, isAnew: true });
    },

    /** What was sent has ended in a failure, or the form is filled with something else: nothing of it is to be repeated. */
    forgetAttempt(userId: string): void {
      const form = read(userId);
      if (form) write(userId, { values: form.values });
    },
  };
}
