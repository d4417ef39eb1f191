import type { User } from '#contract/identity/identity.contract.ts';
import { deleteStoredAnswers } from './stored-answers-cache.ts';

/**
 * The stored session (AUTH-17): three keys of local storage, shared by all tabs of this origin, and one change signal. Without browser storage
 * the session lives in this tab's memory until a reload.
 */
const KEYS = { access: 'access_token', refresh: 'refresh_token', user: 'user' } as const;
/** Recommendations used to read the access token under this key (G20); it is migrated once, then removed. */
const OLD_ACCESS_KEY = 'authToken';

export interface StoredSession {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly user: User | null;
  /** The server ended this session; the user did not sign out. Known in this tab only. */
  readonly wasRefused: boolean;
}

const EMPTY: StoredSession = { accessToken: null, refreshToken: null, user: null, wasRefused: false };
const listeners = new Set<() => void>();
let current: StoredSession | null = null;
/** The last write to storage failed: the session is only in memory. */
let isVolatile = false;

/** Whether local storage is writable (ROOT-02). Private windows and strict settings block it. */
export function isStorageAvailable(): boolean {
  try {
    localStorage.setItem('storage_test', '1');
    localStorage.removeItem('storage_test');
    return true;
  } catch {
    return false;
  }
}

function parseUser(text: string | null): User | null {
  if (!text) return null;
  try {
    const user = JSON.parse(text) as User;
    return typeof user?.user_id === 'string' ? user : null;
  } catch {
    return null;
  }
}

function load(): StoredSession {
  if (isVolatile) return current ?? EMPTY;
  try {
    const old = localStorage.getItem(OLD_ACCESS_KEY);
    if (old !== null) {
      if (!localStorage.getItem(KEYS.access)) localStorage.setItem(KEYS.access, old);
      localStorage.removeItem(OLD_ACCESS_KEY);
    }
    return {
      accessToken: localStorage.getItem(KEYS.access),
      refreshToken: localStorage.getItem(KEYS.refresh),
      user: parseUser(localStorage.getItem(KEYS.user)),
      wasRefused: false,
    };
  } catch {
    // ROOT-08: without storage no user can be recognised, so the landing page follows
    if (!current) console.error('AuthContext not available');
    return current ?? EMPTY;
  }
}

function write(next: StoredSession): void {
  current = next;
  try {
    for (const [key, value] of [
      [KEYS.access, next.accessToken],
      [KEYS.refresh, next.refreshToken],
      [KEYS.user, next.user && JSON.stringify(next.user)],
    ] as const) {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    }
    isVolatile = false;
  } catch {
    // `current` holds the session for this tab.
    isVolatile = true;
  }
  for (const listener of listeners) listener();
}

/** The session as last read; the same object until something changes. */
export function readSession(): StoredSession {
  current ??= load();
  return current;
}

/** Reads storage again, because another tab may have written to it. */
export function rereadSession(): StoredSession {
  const stored = load();
  const known = readSession();
  const isSame =
    stored.accessToken === known.accessToken && stored.refreshToken === known.refreshToken && stored.user?.user_id === known.user?.user_id;
  if (!isSame) {
    current = stored;
    for (const listener of listeners) listener();
  }
  return readSession();
}

/** Replaces the given parts of the session and notifies all subscribers. */
export function writeSession(part: Partial<StoredSession>): void {
  write({ ...readSession(), ...part });
}

/**
 * Deletes the user's answers cached for offline reading. Every worker is told, because each drops the answers it is still waiting for: a
 * hard-reloaded page has no controller, and two versions run during an update. The page deletes too, because a worker that is being
 * replaced may stop before it reads its message.
 */
async function forgetAnswers(workers: ServiceWorkerContainer): Promise<void> {
  const registration = await workers.getRegistration();
  workers.controller?.postMessage('forget');
  registration?.active?.postMessage('forget');
  registration?.waiting?.postMessage('forget');
  await deleteStoredAnswers();
}

/** Deletes the tokens and the user. */
export function clearSession(wasRefused = false): void {
  // a browser may lack service workers
  if ('serviceWorker' in navigator) void forgetAnswers(navigator.serviceWorker);
  write({ ...EMPTY, wasRefused });
}

function onStorage(event: StorageEvent): void {
  if (event.key === null || Object.values<string>(KEYS).includes(event.key)) rereadSession();
}

/** Subscribes to changes from this tab or another. Returns the unsubscribe function. */
export function subscribeSession(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}
