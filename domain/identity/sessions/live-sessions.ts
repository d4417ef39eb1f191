import type { KeyScope } from '#contract/identity/key-scopes.ts';
import type { Placed } from '#contract/platform/kinds-of-work.ts';
import type { Role } from '#domain/identity/accounts/account.model.ts';
import type { ActingKey } from '#domain/platform/acting-key.ts';
import { database, onDisconnect } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { IS_LIVE, type Session } from './session.model.ts';

/** A valid session, with its user. */
export interface LiveSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly roles: readonly Role[];
  readonly cookieSeen: boolean;
  /** Set when a program calls with this API key; `sessionId` is then the key's id. */
  readonly key?: ActingKey & { readonly scopes: readonly KeyScope[] };
  /** Set when the caller is the page of a learning platform's launch, which allows nothing else. */
  readonly launch?: Launch;
}

/** A launch by a learning platform for one person (`domain/lti`): one activity, or a choice of content. */
export interface Launch {
  readonly platformId: string;
  readonly organisationId: string;
  /** Our id of the person at the platform. */
  readonly ltiUserId: string;
  readonly activity: LaunchedActivity | null;
}

export interface LaunchedActivity {
  readonly linkId: string;
  readonly kind: Placed;
  readonly title: string;
  /** The learner's own copy of the course. */
  readonly courseId: string;
  /** The only lesson that the launch opens. */
  readonly lessonId: string | null;
  readonly simulationId: string | null;
  /** What another kind of work has placed, in its own table. */
  readonly placedId: string | null;
  readonly isGraded: boolean;
}

/** How long a cached session is valid without and with change notifications; with them, for an access token's lifetime. */
const FRESH_MS = 5_000;
const TRUSTED_MS = 600_000;
const MOST_ENTRIES = 20_000;

interface Entry {
  readonly readAt: number;
  readonly found: Promise<LiveSession | null>;
  /** Undefined until `found` has resolved. */
  sessionId: string | null | undefined;
  /** When the session that was read expires, ms since 1970: an organisation may allow only hours. */
  expiresAt: number;
}

let freshMs = FRESH_MS;

/** Tells the cache whether changes are notified (`watchSessions`), so that entries stay valid longer. */
export function setSessionsNotified(trusted: boolean): void {
  freshMs = trusted ? TRUSTED_MS : FRESH_MS;
}

/** Cached sessions, by `id:<session>` or `cookie:<hash>`. Misses are cached too, so that a repeated guess costs one query. */
const entries = new Map<string, Entry>();

export const liveSessionById = (sessionId: string) => cached(`id:${sessionId}`, () => read(sql`session.id = ${sessionId}`));

export const liveSessionByCookie = (cookieHash: Buffer) =>
  cached(`cookie:${cookieHash.toString('base64url')}`, () => read(sql`session.cookie_hash = ${cookieHash}`));

/** Removes a session from this process's cache, including reads in progress, which may have started before the change. */
export function invalidateSession(sessionId: string): void {
  for (const [key, entry] of entries) if (entry.sessionId === sessionId || entry.sessionId === undefined) entries.delete(key);
}

/** Clears this process's session cache. */
export const forgetAllSessions = (): void => entries.clear();
onDisconnect(() => {
  forgetAllSessions();
  setSessionsNotified(false);
});

function cached(key: string, readNow: () => Promise<Read | null>): Promise<LiveSession | null> {
  const known = entries.get(key);
  if (known && performance.now() - known.readAt < freshMs && Date.now() < known.expiresAt) return known.found;
  const reading = readNow();
  const found = reading.then((read) => read?.session ?? null);
  const entry: Entry = { readAt: performance.now(), found, sessionId: undefined, expiresAt: Infinity };
  entries.delete(key); // so that the map stays ordered by age and the first entry is the oldest
  entries.set(key, entry);
  if (entries.size > MOST_ENTRIES) entries.delete(entries.keys().next().value!);
  void complete(key, entry, reading);
  return entry.found;
}

/** Stores the result in its entry; removes the entry when the read failed. */
async function complete(key: string, entry: Entry, reading: Promise<Read | null>): Promise<void> {
  try {
    const read = await reading;
    entry.sessionId = read?.session.sessionId ?? null;
    entry.expiresAt = read?.expiresAt ?? Infinity;
  } catch {
    if (entries.get(key) === entry) entries.delete(key);
  }
}

interface Read {
  readonly session: LiveSession;
  readonly expiresAt: number;
}

async function read(which: Sql): Promise<Read | null> {
  const [row] = await rowsOf<Pick<Session, 'id' | 'account_id' | 'cookie_seen' | 'expires_at'> & { roles: Role[] }>(
    database(),
    sql`select session.id, session.account_id, session.cookie_seen, session.expires_at, account.roles
          from session join account on account.id = session.account_id
         where ${which} and ${IS_LIVE}`,
  );
  if (!row) return null;
  const session = { sessionId: row.id, userId: row.account_id, roles: row.roles, cookieSeen: row.cookie_seen };
  return { session, expiresAt: row.expires_at.getTime() };
}
