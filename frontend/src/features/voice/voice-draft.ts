/** An unsaved recording. It survives reloading the page and closing the browser. */
export interface VoiceDraft {
  /** The id of the future note, so that a retry does not create a second note. */
  readonly id: string;
  readonly type: string;
  readonly chunks: readonly Blob[];
  readonly seconds: number;
  readonly startedAt: string;
}

/** The stored fields of a draft without its chunks. */
type DraftFacts = Omit<VoiceDraft, 'chunks'> & { readonly userId: string };

const [FACTS, CHUNKS] = ['facts', 'chunks'];

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('voice-drafts', 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(FACTS);
      request.result.createObjectStore(CHUNKS);
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no store')));
  });
}

/** Runs work on both stores in one transaction, and resolves when it is committed. */
async function within<T>(
  mode: IDBTransactionMode,
  work: (stores: { facts: IDBObjectStore; chunks: IDBObjectStore }) => IDBRequest<T>,
): Promise<T | null> {
  try {
    const database = await open();
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction([FACTS, CHUNKS], mode);
        const request = work({ facts: transaction.objectStore(FACTS), chunks: transaction.objectStore(CHUNKS) });
        transaction.addEventListener('complete', () => resolve(request.result));
        transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('not stored')));
      });
    } finally {
      database.close();
    }
  } catch {
    // Storage is unavailable, as in private windows: the recording lasts as long as the page.
    return null;
  }
}

const chunksOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** Appends a chunk to a stored recording, so that half an hour of audio is not rewritten every second. */
export const storeChunk = (userId: string, { chunks, ...facts }: VoiceDraft): Promise<unknown> =>
  within('readwrite', (stores) => {
    stores.chunks.put(chunks.at(-1), [facts.id, chunks.length - 1]);
    return stores.facts.put({ ...facts, userId } satisfies DraftFacts, facts.id);
  });

export const deleteDraft = (id: string): Promise<unknown> =>
  within('readwrite', ({ facts, chunks }) => {
    chunks.delete(chunksOf(id));
    return facts.delete(id);
  });

/** The user's newest unsaved recording that no other tab is still making; null if there is none. */
export async function readDraft(userId: string): Promise<VoiceDraft | null> {
  const all = ((await within('readonly', ({ facts }) => facts.getAll())) ?? []) as DraftFacts[];
  const busy = await heldElsewhere();
  const [newest] = all
    .filter((one) => one.userId === userId && !busy.includes(lockOf(one.id)))
    .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
  if (!newest) return null;
  const { id, type, seconds, startedAt } = newest;
  const chunks = ((await within('readonly', (stores) => stores.chunks.getAll(chunksOf(id)))) ?? []) as Blob[];
  return chunks.length > 0 ? { id, type, seconds, startedAt, chunks } : null;
}

const lockOf = (id: string): string => `voice-draft:${id}`;

async function heldElsewhere(): Promise<string[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.flatMap(({ name }) => name ?? []);
}

/** Marks a recording as in progress, so that other tabs do not treat it as abandoned. @returns the function that ends this */
export function holdDraft(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks?.request(lockOf(id), () => promise);
  return resolve;
}
