import { useQuery, useQueryClient } from '@tanstack/react-query';
import { failureText } from '#frontend/lib/api-error.ts';
import { STORED_ANSWERS } from '#frontend/lib/session/stored-answers-cache.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { soundUrl, transcriptOf, type AudioLanguage } from './audio-queries.ts';

/** Deleted on sign-out with everything else that a user stored. */
const cacheOf = (userId: string): Promise<Cache> => caches.open(`${STORED_ANSWERS}audio-${userId}`);

interface Sound {
  readonly url: string;
  /** Its size in bytes; a stored copy of another size is of an earlier version of the lesson. */
  readonly bytes: number;
}

async function storedCopy(cache: Cache, { url, bytes }: Sound): Promise<Blob | null> {
  const copy = await (await cache.match(url))?.blob();
  return copy?.size === bytes ? copy : null;
}

/** Returns an address for an audio file: of the stored copy if there is one. Revoke it after use. */
export async function playableUrl(userId: string, sound: Sound): Promise<string> {
  if (!('caches' in globalThis)) return sound.url;
  const copy = await storedCopy(await cacheOf(userId), sound);
  return copy ? URL.createObjectURL(copy) : sound.url;
}

interface Storable {
  readonly userId: string;
  readonly courseId: string;
  readonly language: AudioLanguage;
  readonly lessons: readonly { readonly lesson_id: string; readonly bytes: number | null }[];
}

/** Stores a course's audio and transcripts in this browser for use offline, and removes them. */
export function useStoredSounds({ userId, courseId, language, lessons }: Storable) {
  const client = useQueryClient();
  const sounds = lessons.map(({ lesson_id: id, bytes }) => ({ url: soundUrl(courseId, id, language), bytes: bytes ?? 0 }));
  const { data: stored = 0 } = useQuery({
    queryKey: ['stored-sounds', userId, sounds],
    networkMode: 'always',
    enabled: 'caches' in globalThis,
    queryFn: async () => {
      const cache = await cacheOf(userId);
      const found = await Promise.all(sounds.map((sound) => storedCopy(cache, sound)));
      return found.filter(Boolean).length;
    },
  });
  const onSettled = () => client.invalidateQueries({ queryKey: ['stored-sounds', userId] });
  const store = useAction({
    mutationFn: async () => {
      const cache = await cacheOf(userId);
      // the service worker stores the answer
      for (const { lesson_id: id } of lessons) await client.fetchQuery(transcriptOf(courseId, id, language));
      for (const sound of sounds) if (!(await storedCopy(cache, sound))) await cache.add(sound.url);
    },
    onSettled,
    onError: (error) => toast('error', failureText(error, t('Not everything could be stored on this device. Please try again.'))),
  });
  const forget = useAction({
    mutationFn: async () => {
      const cache = await cacheOf(userId);
      for (const { url } of sounds) await cache.delete(url);
    },
    onSettled,
  });
  return { isStored: sounds.length > 0 && stored === sounds.length, store, forget };
}
