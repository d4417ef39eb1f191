import { useSyncExternalStore } from 'react';
import { STORED_ANSWER } from '#frontend/lib/session/stored-answers-cache.ts';

/** Where the clock of this device and its last answer are stored. */
const KEY = 'device-clock';

interface Clock {
  /** How far this device's clock is ahead of the server's, in ms. */
  readonly aheadMs: number;
  /** When the server last answered this device, in its own time, in ms; 0 before. */
  readonly answeredAt: number;
}

function storedClock(): Clock {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '') as Partial<Clock>;
    if (Number.isFinite(stored.aheadMs) && Number.isFinite(stored.answeredAt)) return stored as Clock;
  } catch {
    // never answered, or a browser that stores nothing
  }
  return { aheadMs: 0, answeredAt: 0 };
}

let clock: Clock | null = null;
/** How much newer an answer must be to be stored, in ms: a screen's dozen answers are one. */
const STORE_EVERY_MS = 2_000;
/** `Date` has whole seconds. */
const HALF_SECOND_MS = 500;

let isReachable = typeof navigator === 'undefined' || navigator.onLine;
const listeners = new Set<() => void>();

function setReachable(next: boolean): void {
  if (next === isReachable) return;
  isReachable = next;
  for (const listener of listeners) listener();
}

/**
 * Notes that our own server has answered: it can be reached, and its clock is the one that counts. An answer that the service worker had
 * stored says neither.
 */
export function noteAnswer(headers: Headers, now = Date.now()): void {
  if (headers.has(STORED_ANSWER)) return;
  const date = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(date)) {
    clock ??= storedClock();
    if (date - clock.answeredAt >= STORE_EVERY_MS) {
      clock = { aheadMs: now - (date + HALF_SECOND_MS), answeredAt: date };
      try {
        localStorage.setItem(KEY, JSON.stringify(clock));
      } catch {
        // this tab remembers it
      }
    }
  }
  setReachable(true);
}

/** Notes that a call had no answer of our server: none at all, or one of a captive portal or of a proxy in front of a server that is down. */
export const noteNoAnswer = (): void => setReachable(false);

/** Whether our server answered last. The browser's own word is not asked: it says yes to every network, whoever is behind it. */
export const canReach = (): boolean => isReachable;

/** Subscribes to a connection that is lost or comes back. @returns the function that ends this */
export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `canReach` of a component. */
export const useConnection = (): boolean => useSyncExternalStore(subscribeConnection, canReach);

/**
 * When something is done now, by the server's clock, and when this device was last answered, which is never later: a clock that was set back
 * since does not count.
 */
export function actMoment(now = Date.now()): { readonly at: string; readonly after: string | null } {
  clock ??= storedClock();
  const { aheadMs, answeredAt } = clock;
  const at = Math.max(now - aheadMs, answeredAt);
  return { at: new Date(at).toISOString(), after: answeredAt === 0 ? null : new Date(answeredAt).toISOString() };
}

if (typeof window !== 'undefined') window.addEventListener('offline', noteNoAnswer);
