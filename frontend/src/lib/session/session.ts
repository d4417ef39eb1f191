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
 * Verifies a stored session at start-up (AUTH-13). A refusal clears it; an unreachable server does not, so a reload during a restart does
 * not sign the user out.
 */
export async function checkSession(): Promise<void> {
  const { accessToken, user } = rereadSession();
  if (accessToken !== null && user !== null) {
    try {
      writeSession({ user: (await call(me)).user });
    } catch (error) {
      const isRefused = !(error instanceof ApiError) || (error.status >= 400 && error.status < 500 && error.status !== 429);
      // a session that the refresh has cleared is still known to have been ended by the server
      if (isRefused && !readSession().wasRefused) clearSession();
    }
  }
  setChecked();
  sayTimeZone();
}

/**
 * Sends the server this device's time zone, however the user signed in, as long as it knows none: mails are written in the reader's zone.
 */
function sayTimeZone(): void {
  const { user } = getSession();
  const zone = ownTimeZone();
  // UTC is the default for mails
  if (!user?.lacks_time_zone || zone === UNKNOWN_TIME_ZONE) return;
  const { lacks_time_zone: _lacks, ...told } = user;
  call(tellTimeZone, { body: { time_zone: zone } }).then(
    () => replaceUser(told),
    // the next visit sends it
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
 * Stores the answer to a sign-in or registration. True when both the token and the user can be read back (ROOT-06); false when the answer
 * was incomplete and the user is not signed in (G12).
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

type Asks = () => Promise<boolean>;
/** Asks whether to sign out although changes wait on this device; resolves with false to stay. */
let askFirst: Asks | null = null;

/** Has this asked before every sign-out. @returns the function that ends this */
export function askBeforeSignOut(ask: Asks): () => void {
  askFirst = ask;
  return () => {
    if (askFirst === ask) askFirst = null;
  };
}

/** Ends the session on the server and here (AUTH-16), even if the server cannot be reached, unless the user would rather stay. */
export async function signOut(): Promise<void> {
  if (askFirst && !(await askFirst())) return;
  const { refreshToken } = readSession();
  const ended = call(logout, { body: refreshToken === null ? {} : { refresh_token: refreshToken } }).catch(() => undefined);
  forgetOrganisation();
  // Before the server ends it: screens that are still shown would send requests with an ended session.
  clearSession();
  await ended;
  clearNotices();
  toast('success', t('Logged out successfully'), null, false);
}
