import type { User } from '#contract/identity/identity.contract.ts';

/**
 * The stored session (AUTH-17): three keys of local storage, shared by all tabs of this origin, and one change signal.
 * When the browser refuses storage the session lives in this tab's memory, until it is reloaded.
 */
const KEYS = { access: 'access_token', refresh: 'refresh_token', user: 'user' } as const;
/** Recommendations used to read the access token under this name (G20): taken over once, then removed. */
const OLD_ACCESS_KEY = 'authToken';

export interface StoredSession {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly user: User | null;
  /** The server ended this session, nobody signed out. Known in this tab only. */
  readonly wasRefused: boolean;
}

const EMPTY: StoredSession = { accessToken: null, refreshToken: null, user: null, wasRefused: false };
const listeners = new Set<() => void>();
let current: StoredSession | null = null;
/** The browser refused the last write: what is in storage is not the session. */
let isVolatile = false;

/** Whether local storage can be written (ROOT-02). Private windows and strict settings refuse it. */
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
    // ROOT-08: nobody can be known to be signed in, so the landing page follows
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

/** The session as last seen; the same object until something changes. */
export function readSession(): StoredSession {
  current ??= load();
  return current;
}

/** Reads storage again, for values another tab may have written since. */
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

/** Replaces the given parts of the session and tells everybody. */
export function writeSession(part: Partial<StoredSession>): void {
  write({ ...readSession(), ...part });
}

/** A page that was loaded past the worker has no controller; what is stored has to go all the same. */
async function forgetAnswers(workers: ServiceWorkerContainer): Promise<void> {
  workers.controller?.postMessage('forget');
  if (!workers.controller) (await workers.getRegistration())?.active?.postMessage('forget');
}

/** Forgets tokens and user. */
export function clearSession(wasRefused = false): void {
  // what was stored for reading without a connection is the person's; a browser may have no workers
  if ('serviceWorker' in navigator) void forgetAnswers(navigator.serviceWorker);
  write({ ...EMPTY, wasRefused });
}

function onStorage(event: StorageEvent): void {
  if (event.key === null || Object.values<string>(KEYS).includes(event.key)) rereadSession();
}

/** Calls back on every change, from this tab or another. Returns the way to stop. */
export function subscribeSession(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}
