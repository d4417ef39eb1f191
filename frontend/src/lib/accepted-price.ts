import { useSyncExternalStore } from 'react';

/** A changed price that the user has to accept or decline, in tokens. */
export interface NewPrice {
  readonly needed: number;
  /** 0 when the price was 0 or no price was shown. */
  readonly accepted: number;
}

interface Question extends NewPrice {
  readonly answer: (accepts: boolean) => void;
}

/** Open questions. Only the first is shown, because two calls may be refused at once. */
let questions: readonly Question[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Question[]): void {
  questions = next;
  for (const listener of listeners) listener();
}

/**
 * Asks the user whether to pay more than the accepted price. Resolves with the answer; declines on a page that shows no question, so that
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
