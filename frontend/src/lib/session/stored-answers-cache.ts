/** Prefix of the cache of one user's answers for offline reading, before the user's id. */
export const STORED_ANSWERS = 'reading-';

/** Deletes the answers of every user of this browser; callable by a page and by the service worker. */
export async function deleteStoredAnswers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(STORED_ANSWERS)).map((name) => caches.delete(name)));
}
