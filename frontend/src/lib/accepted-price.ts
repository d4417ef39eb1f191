import { useSyncExternalStore } from 'react';

/** A price that is not the accepted one: what the user is asked about, in tokens. */
export interface NewPrice {
  readonly needed: number;
  /** 0: it was to cost nothing, or no price was shown. */
  readonly accepted: number;
}

interface Question extends NewPrice {
  readonly answer: (accepts: boolean) => void;
}

/** The first is shown; two calls may have been refused at once. */
let questions: readonly Question[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Question[]): void {
  questions = next;
  for (const listener of listeners) listener();
}

/**
 * Asks the user whether to pay a price that is higher than the accepted one. Resolves with the answer; a page that shows no question declines, so that
 * no call waits for ever.
 */
export function askAboutPrice(price: NewPrice): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    const question: Question = {
      ...price,
      answer: (accepts) => {
        set(questions.filter((one) => one !== question));
        resolve(accepts);
      },
    };
    set([...questions, question]);
  });
}

/** The question to show; null while there is none. */
export const useNewPrice = (): Question | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => questions[0] ?? null,
  );
