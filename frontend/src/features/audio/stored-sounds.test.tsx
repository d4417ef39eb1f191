import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { anAgePage } from '#frontend/testing/age-page.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { AudioExtras } from './audio-extras.tsx';
import { aLesson, someAudio } from './audio.factory.ts';
import { playableUrl } from './stored-sounds.ts';

const URL_OF_SOUND = '/api/course-audio/c1/lessons/l0/file/english';
const stored = new Map<string, Blob>();

beforeEach(() => {
  stored.clear();
  const cache = {
    match: async (url: string) => (stored.has(url) ? { blob: async () => stored.get(url)! } : undefined),
    add: async (url: string) => void stored.set(url, new Blob(['12345'])),
  };
  vi.stubGlobal('caches', { open: async () => cache });
});

it('storing a course stores its audio files, and the words of chapters that nobody has opened', async () => {
  const sent = stubServer(({ path }) => ({ body: path === '/api/auth/age' ? anAgePage() : { turns: [] } }));
  const lessons = [aLesson(0, { state: 'ready', seconds: 200, bytes: 5 }), aLesson(1, { state: 'ready', seconds: 200, bytes: 5 })];
  await showScreen(<AudioExtras userId="u1" courseId="c1" audio={someAudio({ lessons })} />);
  fireEvent.click(screen.getByRole('button', { name: 'Store on this device' }));
  await screen.findByRole('button', { name: 'Remove from this device' });
  expect([...stored.keys()]).toEqual([URL_OF_SOUND, URL_OF_SOUND.replace('l0', 'l1')]);
  await waitFor(() => expect(sent.filter(({ path }) => path.includes('/transcript/')).length).toBe(2));
});

it('a stored audio file is played, unless the lesson was spoken anew since', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  stored.set(URL_OF_SOUND, new Blob(['12345']));
  expect(await playableUrl('u1', { url: URL_OF_SOUND, bytes: 5 })).toBe('blob:1');
  expect(await playableUrl('u1', { url: URL_OF_SOUND, bytes: 6 })).toBe(URL_OF_SOUND);
});
