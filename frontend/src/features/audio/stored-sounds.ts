import { useQuery, useQueryClient } from '@tanstack/react-query';
import { STORED_ANSWERS } from '#frontend/lib/session/stored-answers-cache.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';

/** Deleted with everything else that a user stored, when they sign out. */
const cacheOf = (userId: string): Promise<Cache> => caches.open(`${STORED_ANSWERS}audio-${userId}`);

/** Returns an address for a sound: of the stored copy, where there is one. Revoke it after use. */
export async function playableUrl(userId: string, url: string): Promise<string> {
  if (!('caches' in globalThis)) return url;
  const stored = await (await cacheOf(userId)).match(url);
  return stored ? URL.createObjectURL(await stored.blob()) : url;
}

/** Stores the sounds of a course in this browser, to be heard without a connection, and removes them. */
export function useStoredSounds(userId: string, urls: readonly string[]) {
  const client = useQueryClient();
  const queryKey = ['stored-sounds', userId, urls];
  const { data: stored = 0 } = useQuery({
    queryKey,
    networkMode: 'always',
    enabled: 'caches' in globalThis,
    queryFn: async () => {
      const cache = await cacheOf(userId);
      const found = await Promise.all(urls.map((url) => cache.match(url)));
      return found.filter(Boolean).length;
    },
  });
  const onSettled = () => client.invalidateQueries({ queryKey: ['stored-sounds', userId] });
  const store = useAction({
    mutationFn: async () => {
      const cache = await cacheOf(userId);
      for (const url of urls) if (!(await cache.match(url))) await cache.add(url);
    },
    onSettled,
    onError: () => toast('error', t('Not everything could be stored on this device. Please try again.')),
  });
  const forget = useAction({
    mutationFn: async () => {
      const cache = await cacheOf(userId);
      for (const url of urls) await cache.delete(url);
    },
    onSettled,
  });
  return { isStored: urls.length > 0 && stored === urls.length, store, forget };
}
