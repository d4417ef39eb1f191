import { blockedWithEach } from '#domain/people/people.queries.ts';
import { onDisconnect } from '#domain/platform/database.ts';
import type { StoreListener } from '#domain/platform/store-listener.ts';
import { membersOf } from './chat-room.queries.ts';

/** How long a process caches rooms' members and blocks: without, and with, change notifications. */
const FRESH_MS = 2_000;
const TRUSTED_MS = 600_000;
const MOST_ENTRIES = 20_000;

let freshMs = FRESH_MS;

/** A reader for many keys at once that caches the results. */
interface Remembered<T> {
  (keys: readonly string[]): Promise<Map<string, T>>;
  /** Clears the cache; results of reads in progress, which may have started before the change, are not cached. */
  readonly forget: () => void;
}

function remembered<T>(readNow: (keys: string[]) => Promise<Map<string, T>>): Remembered<T> {
  // ordered by age, because an entry is deleted before it is written again
  const known = new Map<string, { readAt: number; value: T }>();
  let changes = 0;
  const read = async (keys: readonly string[]) => {
    const now = performance.now();
    for (const [key, { readAt }] of known) {
      if (now - readAt <= freshMs && known.size <= MOST_ENTRIES) break;
      known.delete(key);
    }
    const distinct = [...new Set(keys)];
    const found = new Map(distinct.flatMap((key) => (known.has(key) ? [[key, known.get(key)!.value] as const] : [])));
    const unknown = distinct.filter((key) => !found.has(key));
    if (unknown.length === 0) return found;
    const before = changes;
    for (const [key, value] of await readNow(unknown)) {
      found.set(key, value);
      if (before === changes && !known.has(key)) known.set(key, { readAt: now, value });
    }
    return found;
  };
  const forget = () => {
    known.clear();
    changes += 1;
  };
  return Object.assign(read, { forget });
}

/** Returns the members of rooms, except for the community's. */
export const membersSoon = remembered((roomIds) => membersOf(roomIds));
/** Returns, for each of these users, everyone whom they block or who blocks them. */
export const blockedSoon = remembered(blockedWithEach);
onDisconnect(() => {
  membersSoon.forget();
  blockedSoon.forget();
  freshMs = FRESH_MS;
});

/**
 * Subscribes to changes of who may hear whom, which Postgres triggers announce before any later event. While the connection lasts, entries
 * are read again only after a change.
 * @param onAges called when somebody's age or consent has changed, or may have
 */
export const watchChatAccess = (onAges: () => void): StoreListener => ({
  channel: 'chat_access_changed',
  onMessage(what) {
    (what === 'blocks' ? blockedSoon : membersSoon).forget();
    if (what === 'ages') onAges();
  },
  onUp() {
    membersSoon.forget();
    blockedSoon.forget();
    freshMs = TRUSTED_MS;
    onAges();
  },
  onDown: () => (freshMs = FRESH_MS),
});
