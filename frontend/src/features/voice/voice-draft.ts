/** A recording that is not saved yet. It survives a reload, and a browser that was closed. */
export interface VoiceDraft {
  /** Of the note it becomes: sent twice it is one note. */
  readonly id: string;
  readonly type: string;
  readonly chunks: readonly Blob[];
  readonly seconds: number;
  readonly startedAt: string;
}

const STORE = 'drafts';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('voice-notes', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no store')));
  });
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const database = await open();
    try {
      return await new Promise<T>((resolve, reject) => {
        const request = work(database.transaction(STORE, mode).objectStore(STORE));
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not stored')));
      });
    } finally {
      database.close();
    }
  } catch {
    // Storage refused, as in private windows: the recording lives as long as the page.
    return null;
  }
}

export const keepDraft = (userId: string, draft: VoiceDraft): Promise<unknown> => within('readwrite', (store) => store.put(draft, userId));
export const dropDraft = (userId: string): Promise<unknown> => within('readwrite', (store) => store.delete(userId));
export const readDraft = async (userId: string): Promise<VoiceDraft | null> =>
  ((await within('readonly', (store) => store.get(userId))) as VoiceDraft | undefined | null) ?? null;
