import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** How many pieces of one account's work may wait for its turn, beside the one that runs. */
const MOST_WAITING = 3;
const RETRY_AFTER_S = 5;

interface Waiting {
  readonly start: () => void;
  readonly giveUp: (reason: unknown) => void;
  readonly subject: string | undefined;
}

/** Whose turn work is, and how it waits for it. */
export interface TurnOf {
  readonly accountId: string;
  /**
   * What the work is about, e.g. a lesson: newer work of the account on the same subject takes the place of the waiting one, which fails with
   * `limits.superseded`. It is never refused for its number.
   */
  readonly subject?: string;
  /** Work of a run, which was admitted in its account's turn: it waits as long as it must, and is never refused for its number. */
  readonly isAdmitted?: boolean;
}

interface TurnOptions extends Omit<TurnOf, 'accountId'> {
  /** Takes the work out of the line; work that has begun must end by its own signal. */
  readonly signal?: AbortSignal | undefined;
}

/** The refusal of more than an account may have waiting. */
export const lineIsFull = () =>
  new ProductError(
    'limits.rate',
    toSentence('Several of your requests are still being worked on. Please try again in {n} s.', { n: RETRY_AFTER_S }),
    { data: { retryAfterS: RETRY_AFTER_S } },
  );

/** The installation's own work queues as one account. */
export const INSTALLATION: TurnOf = { accountId: 'installation', isAdmitted: true };

/** Returns whose turn the work of a step is. */
export const turnOfStep = ({ accountId }: { readonly accountId: string | null }): TurnOf =>
  accountId === null ? INSTALLATION : { accountId, isAdmitted: true };

/** Does an account's work when it is its turn. @throws ProductError limits.rate, limits.superseded; the signal's reason; what `work` throws */
export type Turn = <T>(accountId: string, work: () => Promise<T>, options?: TurnOptions) => Promise<T>;

/**
 * Opens a line for something that all accounts share, such as a restricted process or an expensive search. An account has one piece of work
 * at a time in it and at most three waiting; accounts take turns, so that whoever comes with one piece waits for at most one piece of each
 * other account, however many these have sent.
 * @param atOnce how many accounts may be served at a time, in this process
 */
export function openTurns({ atOnce }: { atOnce: number }): Turn {
  // in the order in which they are served: whoever has been served goes to the end
  const lines = new Map<string, Waiting[]>();
  const served = new Set<string>();

  function next(): void {
    if (served.size >= atOnce) return;
    for (const [accountId, line] of lines) {
      if (served.has(accountId)) continue;
      const first = line.shift()!;
      if (line.length === 0) lines.delete(accountId);
      served.add(accountId);
      first.start();
      return next();
    }
  }

  function wait(accountId: string, { signal, subject, isAdmitted = false }: TurnOptions): Promise<void> {
    signal?.throwIfAborted();
    const line = lines.get(accountId) ?? [];
    const older = subject === undefined ? -1 : line.findIndex((one) => one.subject === subject);
    if (line.length >= MOST_WAITING && subject === undefined && !isAdmitted) throw lineIsFull();
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.splice(line.indexOf(mine), 1);
        if (line.length === 0 && lines.get(accountId) === line) lines.delete(accountId);
        reject(signal!.reason);
      };
      const settled = (settle: () => void) => () => {
        signal?.removeEventListener('abort', leave);
        settle();
      };
      const mine: Waiting = { subject, start: settled(resolve), giveUp: (reason) => settled(() => reject(reason))() };
      signal?.addEventListener('abort', leave, { once: true });
      if (older >= 0) line.splice(older, 1, mine)[0]!.giveUp(new ProductError('limits.superseded'));
      else line.push(mine);
      lines.set(accountId, line);
      next();
    });
  }

  return async (accountId, work, options = {}) => {
    await wait(accountId, options);
    try {
      return await work();
    } finally {
      served.delete(accountId);
      const line = lines.get(accountId);
      if (line && lines.delete(accountId)) lines.set(accountId, line);
      next();
    }
  };
}
