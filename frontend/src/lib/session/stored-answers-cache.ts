/** Header that the service worker sets on an answer that it had stored: it says nothing about the connection, nor about the time. */
export const STORED_ANSWER = 'x-stored-answer';

/** Prefix of the cache that holds one user's answers for offline reading, followed by the user's id. */
export const STORED_ANSWERS = 'reading-';

/** Deletes the cached answers of every user of this browser; callable by a page and by the service worker. */
export async function deleteStoredAnswers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(STORED_ANSWERS)).map((name) => caches.delete(name)));
}
