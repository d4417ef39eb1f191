import { callerOfRequest } from '#domain/platform/connection-share.ts';
import { INSTALLATION, openTurns } from '#domain/platform/turns/turns.ts';

/**
 * Waiting strangers: a school's pupils sign in at the same time, from one address, and a hash takes a twentieth of a second. Beside them,
 * others' turns come as soon.
 */
const MOST_WAITING = 300;

// a hash takes a whole core: two at a time, so that a burst of sign-ins cannot starve everything else
const turn = openTurns({ atOnce: 2, mostVisitors: MOST_WAITING });

/**
 * Hashes in the turn of the current request's caller: it costs a core, and anybody can cause it. Whether the secret is right makes no
 * difference: a turn counts by the time it took.
 * @throws ProductError limits.rate; what `work` throws
 */
export const hashing = <T>(work: () => Promise<T>): Promise<T> =>
  turn(callerOfRequest() ?? INSTALLATION.accountId, work, { isAdmitted: true });
