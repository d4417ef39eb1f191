import { useSyncExternalStore } from 'react';
import { logout, me, type SessionAnswer, type User } from '#contract/identity/identity.contract.ts';
import { UNKNOWN_TIME_ZONE } from '#contract/platform/time-zone.ts';
import { tellTimeZone } from '#contract/settings/time-zone.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { ownTimeZone } from '#frontend/lib/own-time-zone.ts';
import { clearNotices, toast } from '#frontend/lib/toast.ts';
import { forgetOrganisation } from './organisation-way.ts';
import { clearSession, readSession, rereadSession, subscribeSession, writeSession } from './token-store.ts';
import { t } from '#frontend/lib/text.ts';

export type SessionStatus = 'checking' | 'signed-in' | 'signed-out';

export interface Session {
  readonly status: SessionStatus;
  /** The signed-in user; null in the other states. */
  readonly user: User | null;
}

const SIGNED_OUT: Session = { status: 'signed-out', user: null };
const CHECKING: Session = { status: 'checking', user: null };

let isChecked = false;
let lastUser: User | null = null;
let lastSession: Session = SIGNED_OUT;
const checkListeners = new Set<() => void>();

function setChecked(): void {
  isChecked = true;
  for (const listener of checkListeners) listener();
}

/** The current session. A stored session is 'checking' until `checkSession` has verified it with the server. */
export function getSession(): Session {
  const { accessToken, user } = readSession();
  if (accessToken === null || user === null) return SIGNED_OUT;
  if (!isChecked) return CHECKING;
  if (user !== lastUser) {
    lastUser = user;
    lastSession = { status: 'signed-in', user };
  }
  return lastSession;
}

/** Subscribes to sign-ins and sign-outs here or in another tab, and to changes of the user's record. */
export function subscribeToSession(listener: () => void): () => void {
  const stop = subscribeSession(listener);
  checkListeners.add(listener);
  return () => {
    stop();
    checkListeners.delete(listener);
  };
}

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, getSession);
}

/** The signed-in user, for screens behind authentication. */
export function useUser(): User {
  const { user } = useSession();
  if (user === null) throw new Error('This screen needs a signed-in user');
  return user;
}

/**
 * Verifies a stored session at start-up (AUTH-13). A refusal clears it; an unreachable server does not, so a reload during a restart
 * does not sign the user out.
 */
export async function checkSession(): Promise<void> {
  const { accessToken, user } = rereadSession();
  if (accessToken !== null && user !== null) {
    try {
      writeSession({ user: (await call(me)).user });
    } catch (error) {
      const isRefused = !(error instanceof ApiError) || (error.status >= 400 && error.status < 500 && error.status !== 429);
      // what the refresh has cleared already stays known as ended by the server
      if (isRefused && !readSession().wasRefused) clearSession();
    }
  }
  setChecked();
  sayTimeZone();
}

/** Tells the server the zone of this device, whichever way somebody signed in, while it knows none: mails are written by the reader's own clock. */
function sayTimeZone(): void {
  const { user } = getSession();
  const zone = ownTimeZone();
  // in UTC, mails are written in it without being told
  if (!user?.lacks_time_zone || zone === UNKNOWN_TIME_ZONE) return;
  const { lacks_time_zone: _lacks, ...told } = user;
  call(tellTimeZone, { body: { time_zone: zone } }).then(
    () => replaceUser(told),
    // the next visit tells it
    () => undefined,
  );
}

/** Reloads the user's record after a payment changed the plan. On failure the old record stays. */
export async function refreshUser(): Promise<void> {
  const before = readSession().user?.user_id;
  const answer = await call(me).catch(() => null);
  if (answer && answer.user.user_id === before) replaceUser(answer.user);
}

/** Stores the user's record from the server's answer to their own change. */
export function replaceUser(user: User): void {
  if (readSession().user?.user_id === user.user_id) writeSession({ user });
}

/**
 * Stores the answer of login or registration. True when both the token and the user can be read back (ROOT-06); false when the answer was
 * incomplete and the user is not signed in (G12).
 */
export function enterSession(answer: Partial<SessionAnswer>): boolean {
  forgetOrganisation();
  writeSession({
    accessToken: answer.access_token ?? null,
    refreshToken: answer.refresh_token ?? null,
    user: answer.user ?? null,
    wasRefused: false,
  });
  isChecked = true;
  const stored = rereadSession();
  if (stored.accessToken !== null && stored.user !== null) {
    sayTimeZone();
    return true;
  }
  clearSession();
  return false;
}

/** Ends the session on the server and here (AUTH-16); here even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  const { refreshToken } = readSession();
  const ended = call(logout, { body: refreshToken === null ? {} : { refresh_token: refreshToken } }).catch(() => undefined);
  forgetOrganisation();
  // before the server has ended it: screens still shown would ask with a session that has ended
  clearSession();
  await ended;
  clearNotices();
  toast('success', t('Logged out successfully'), null, false);
}
