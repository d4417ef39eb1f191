import { config } from '../config.ts';
import { openSpareTime, openTimeAllowance } from '../turns/processor-time.ts';
import { INSTALLATION, openTurns, type TurnOf } from '../turns/turns.ts';

/**
 * Processor time that an account may use in all child processes of ours while others want the processor. The burst is enough to read the
 * largest course.
 */
const allowance = openTimeAllowance({ burstMs: 1_200, share: 0.1, mostOverdrawnMs: 3_000 });
const hasSpareTime = openSpareTime();
/** How often waiting accounts are checked again: there may be time to spare. */
const LOOK_AGAIN_MS = 500;
const isLimited = (accountId: string): boolean => accountId !== INSTALLATION.accountId && config().rateLimits !== 'loose';
function restMs(accountId: string): number {
  const ms = isLimited(accountId) ? allowance.waitMs(accountId) : 0;
  return ms === 0 || hasSpareTime() ? 0 : Math.min(ms, LOOK_AGAIN_MS);
}

/** The account that pays for a child process, and what ends the process. */
export interface ChildOf {
  readonly turn: TurnOf;
  /**
   * Ends the work with its request or step. Null for work of a second or two that is finished even if nobody waits for it, so that an
   * edit sent while a page closes is stored.
   */
  readonly signal: AbortSignal | null;
}

/** An account's turn. */
export interface ChildTurn {
  /** Whether the account has used much, so that its processes yield to all others. */
  readonly isHeavy: boolean;
  /** Charges the account for processor time. */
  charge(ms: number): void;
}

/**
 * Opens a line for one sort of child process: accounts take turns (`openTurns`), and one that has used up its processor time waits while
 * others want it.
 * @throws (the returned function) ProductError limits.rate, limits.superseded; the signal's reason; what `work` throws
 */
export function openChildTurns(turns: Omit<Parameters<typeof openTurns>[0], 'restMs'>) {
  const inTurn = openTurns({ ...turns, restMs });
  return async <T>({ turn, signal }: ChildOf, work: (own: ChildTurn) => Promise<T>): Promise<T> => {
    const { accountId } = turn;
    const ended = allowance.ask(accountId);
    const begin = () =>
      work({ isHeavy: isLimited(accountId) && allowance.isHeavy(accountId), charge: (ms) => allowance.charge(accountId, ms) });
    try {
      return await inTurn(accountId, begin, { ...turn, signal: signal ?? undefined });
    } finally {
      ended();
    }
  };
}
