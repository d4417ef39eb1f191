import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** An act of a learner, from the moment it is done until the server has applied it. */
export interface WaitingAct {
  /** Its place in the order of this device's acts. */
  readonly seq: number;
  /** Raised whenever a later act is merged into it, so that what was not sent is not removed with what was. */
  readonly revision: number;
  /** Names the act for the server; null for acts that merge, which repeat without harm. */
  readonly id: string | null;
  readonly userId: string;
  /** Name, method and address of its call. */
  readonly name: string;
  readonly method: string;
  readonly address: string;
  readonly body: unknown;
  /** The sound of a voice note, sent in parts before the note. */
  readonly sound?: Blob;
  /** The price that was on the screen, in hundredths of a token. */
  readonly acceptedPrice?: number;
  /** When it was done, by the server's clock; when the device had last been answered; and its time zone. */
  readonly at: string;
  readonly after: string | null;
  readonly zone: string;
  /** Acts of a lane are sent in their order; those of others may overtake them. */
  readonly lane: string;
  /** Why the server has refused it; it is kept with its text until it is dismissed. */
  readonly refusal: string | null;
}

export type NewAct = Omit<WaitingAct, 'seq' | 'revision' | 'refusal'>;
/** Returns the body of a waiting act with a later one merged into it; null to keep both. */
export type MergeActs = (waiting: unknown, later: unknown) => unknown;

interface Outbox extends DBSchema {
  acts: { key: number; value: WaitingAct; indexes: { user: string } };
}

/** Where acts wait: a database of this browser, or this tab's memory where the browser stores nothing. */
export interface ActStore {
  /** Whether what is stored outlives the tab. */
  readonly isLasting: boolean;
  add(act: NewAct, merge: MergeActs | null): Promise<WaitingAct>;
  /** The acts of a user in their order, refused ones included. */
  list(userId: string): Promise<WaitingAct[]>;
  /** Removes an act as it was sent. @returns false if a later one has been merged into it since, which still waits */
  remove(act: Pick<WaitingAct, 'seq' | 'revision'>): Promise<boolean>;
  refuse(seq: number, refusal: string | null): Promise<void>;
}

const last = (acts: readonly WaitingAct[], { userId, lane, name }: NewAct): WaitingAct | undefined =>
  acts.findLast((act) => act.userId === userId && act.lane === lane && act.name === name && act.refusal === null);

/** Returns a waiting act with a later one merged into it, or null. */
function merged(waiting: WaitingAct | undefined, act: NewAct, merge: MergeActs | null): WaitingAct | null {
  if (!merge || !waiting) return null;
  const body = merge(waiting.body, act.body);
  return body === null ? null : { ...waiting, ...act, body, revision: waiting.revision + 1 };
}

class DatabaseStore implements ActStore {
  readonly isLasting = true;
  readonly #db: IDBPDatabase<Outbox>;
  constructor(db: IDBPDatabase<Outbox>) {
    this.#db = db;
  }

  async add(act: NewAct, merge: MergeActs | null): Promise<WaitingAct> {
    // strict: the browser may be killed right after the press
    const { store, done } = this.#db.transaction('acts', 'readwrite', { durability: 'strict' });
    const known = merge ? merged(last(await store.index('user').getAll(act.userId), act), act, merge) : null;
    const row = known ?? ({ ...act, revision: 0, refusal: null } as unknown as WaitingAct);
    const seq = await store.put(row);
    await done;
    return { ...row, seq };
  }

  async list(userId: string): Promise<WaitingAct[]> {
    return (await this.#db.getAllFromIndex('acts', 'user', userId)).toSorted((one, other) => one.seq - other.seq);
  }

  async remove({ seq, revision }: Pick<WaitingAct, 'seq' | 'revision'>): Promise<boolean> {
    const { store, done } = this.#db.transaction('acts', 'readwrite');
    const isSame = (await store.get(seq))?.revision === revision;
    if (isSame) await store.delete(seq);
    await done;
    return isSame;
  }

  async refuse(seq: number, refusal: string | null): Promise<void> {
    const { store, done } = this.#db.transaction('acts', 'readwrite');
    const act = await store.get(seq);
    if (act) await store.put({ ...act, refusal });
    await done;
  }
}

class MemoryStore implements ActStore {
  readonly isLasting = false;
  #acts: WaitingAct[] = [];
  #next = 1;

  async add(act: NewAct, merge: MergeActs | null): Promise<WaitingAct> {
    const known = merged(last(this.#acts, act), act, merge);
    const row = known ?? { ...act, seq: this.#next++, revision: 0, refusal: null };
    this.#acts = [...this.#acts.filter(({ seq }) => seq !== row.seq), row].toSorted((one, other) => one.seq - other.seq);
    return row;
  }

  async list(userId: string): Promise<WaitingAct[]> {
    return this.#acts.filter((act) => act.userId === userId);
  }

  async remove({ seq, revision }: Pick<WaitingAct, 'seq' | 'revision'>): Promise<boolean> {
    const before = this.#acts.length;
    this.#acts = this.#acts.filter((act) => act.seq !== seq || act.revision !== revision);
    return this.#acts.length < before;
  }

  async refuse(seq: number, refusal: string | null): Promise<void> {
    this.#acts = this.#acts.map((act) => (act.seq === seq ? { ...act, refusal } : act));
  }
}

/** Opens the store; once per document. */
export async function openActStore(): Promise<ActStore> {
  try {
    const db = await openDB<Outbox>('outbox', 1, {
      upgrade(made) {
        made.createObjectStore('acts', { keyPath: 'seq', autoIncrement: true }).createIndex('user', 'userId');
      },
      // a newer version in another tab must not wait for this one
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
    return new DatabaseStore(db);
  } catch {
    // private windows, and browsers that refuse storage
    return new MemoryStore();
  }
}
