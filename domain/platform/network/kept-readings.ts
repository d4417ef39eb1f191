import { errors, type createLocalJWKSet, type FlattenedJWSInput, type JWSHeaderParameters } from 'jose';
import { onDisconnect } from '#domain/platform/database.ts';

/** A document that was read, and when, in ms since the epoch. */
export interface Kept<T> {
  readonly value: T;
  readonly readAt: number;
}

interface Options {
  /** How long a document is used without reading it again, and how long if it cannot be read. */
  readonly freshMs: number;
  readonly staleMs: number;
  /** How soon a document is read again after a failed reading. */
  readonly againMs: number;
  /** Maximum number of documents; the oldest are dropped. */
  readonly most: number;
}

type KeySet = ReturnType<typeof createLocalJWKSet>;

const HOUR_MS = 3_600_000;
/** Forgets what was read, for tests whose provider changes what it publishes. */
export const forgetReadings = (): void => forgets.forEach((forget) => forget());
const forgets: (() => void)[] = [];

/** How long and how many documents of those with whom people sign in are kept. */
const KEPT: Options = { freshMs: HOUR_MS, staleMs: 24 * HOUR_MS, againMs: 30_000, most: 500 };

/**
 * Keeps what others publish, such as keys and metadata, in this process. Whatever strangers send, a document is read once per `freshMs`, and
 * at most once per `againMs` even if that fails; concurrent callers share one reading.
 * @returns a function that returns a document by its key
 */
export function keepReadings<T>({ freshMs, staleMs, againMs, most }: Options = KEPT) {
  const known = new Map<string, Kept<T>>();
  const underWay = new Map<string, Promise<Kept<T>>>();
  const failed = new Map<string, { readonly at: number; readonly error: unknown }>();
  const forget = () => {
    known.clear();
    failed.clear();
  };
  forgets.push(forget);
  onDisconnect(forget);

  function store<Value>(map: Map<string, Value>, key: string, value: Value): void {
    map.delete(key);
    map.set(key, value);
    if (map.size > most) map.delete(map.keys().next().value!);
  }

  async function readNoted(key: string, read: () => Promise<T>): Promise<Kept<T>> {
    try {
      const kept = { value: await read(), readAt: Date.now() };
      failed.delete(key);
      store(known, key, kept);
      return kept;
    } catch (error) {
      store(failed, key, { at: Date.now(), error });
      throw error;
    }
  }

  /**
   * @param key identifies the document, with everything that its reading depends on
   * @param withinMs the age up to which the kept document is returned; 0: it is read now, for somebody who may cause that
   * @throws whatever `read` throws, unless an older document is kept and good enough
   */
  return async function keptReading(key: string, read: () => Promise<T>, withinMs: number = freshMs): Promise<Kept<T>> {
    const mine = known.get(key);
    if (mine && Date.now() - mine.readAt < withinMs) return mine;
    try {
      const failure = failed.get(key);
      if (failure && Date.now() - failure.at < Math.min(againMs, withinMs)) throw failure.error;
      const reading = underWay.get(key) ?? readNoted(key, read).finally(() => underWay.delete(key));
      underWay.set(key, reading);
      return await reading;
    } catch (error) {
      if (mine && withinMs > 0 && Date.now() - mine.readAt < staleMs) return mine;
      throw error;
    }
  };
}

/** Keeps published key sets, and finds the key of a message in them by its `kid`. */
export function keepKeySets() {
  const kept = keepReadings<KeySet>();
  /**
   * Returns a function for `jwtVerify`. An unknown `kid` causes the keys to be read again, at most twice a minute even if that fails, so that
   * invented keys cause no calls; a message that names no key never does.
   */
  return (key: string, read: () => Promise<KeySet>) =>
    async (header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<Awaited<ReturnType<KeySet>>> => {
      const before = await kept(key, read);
      try {
        return await before.value(header, token);
      } catch (error) {
        const isUnknown = error instanceof errors.JWKSNoMatchingKey && header.kid !== undefined;
        const again = isUnknown ? await kept(key, read, KEPT.againMs) : before;
        if (again === before) throw error;
        return again.value(header, token);
      }
    };
}
