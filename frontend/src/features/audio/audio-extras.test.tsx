import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CourseAudio } from '#contract/audio/audio.contract.ts';
import { anAgePage } from '#frontend/testing/age-page.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { AudioExtras } from './audio-extras.tsx';
import { aLesson, someAudio } from './audio.factory.ts';

const FEED = 'https://example.com/api/audio-feeds/f1.x';

async function show(changes: Partial<CourseAudio>, age = anAgePage()) {
  const sent = stubServer(({ path }) => ({ body: path === '/api/auth/age' ? age : { language: 'english' } }));
  const audio = someAudio({ lessons: [aLesson(0, { state: 'ready', seconds: 200 })], ...changes });
  await showScreen(<AudioExtras userId="u1" courseId="c1" audio={audio} />);
  return () => sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('an act that cannot be undone', () => {
  it('asks first: deleting the audio names the loss', async () => {
    const deleted = await show({ feed_url: FEED, published: true });
    press('Delete the audio');
    screen.getByText(/its cost is not refunded/);
    screen.getByText(/The podcast address will be revoked/);
    screen.getByText(/People who took the course/);
    press('Keep');
    expect(deleted()).toEqual([]);
    press('Delete the audio');
    press('Delete');
    await waitFor(() => expect(deleted()).toEqual(['/api/course-audio/c1/english']));
  });

  it('asks first: revoking the podcast address', async () => {
    const deleted = await show({ feed_url: FEED });
    press('Revoke it');
    screen.getByText(/Players that use this address lose the episodes/);
    expect(deleted()).toEqual([]);
    press('Revoke it');
    await waitFor(() => expect(deleted()).toEqual(['/api/course-audio/c1/english/feed']));
  });

  it('is not offered for a course published by another creator', async () => {
    await show({ may_publish: false, may_remove: false });
    screen.getByRole('button', { name: 'Get a podcast address' });
    expect(screen.queryByRole('button', { name: 'Delete the audio' })).toBeNull();
  });
});

describe('A33 a child without consent', () => {
  const child = anAgePage({ secret_address: 'age.consent_needed' });

  it('is told beforehand that there is no podcast address, and why', async () => {
    await show({}, child);
    expect(await screen.findByText(/Under 13 this needs the consent/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Get a podcast address' })).toBeNull();
  });

  it('is told that an existing one is inactive, and can revoke it', async () => {
    const deleted = await show({ feed_url: FEED }, child);
    expect(await screen.findByText('Until then its link does not work.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Copy the podcast address' })).toBeNull();
    expect(screen.queryByText(/Anyone with this address can listen/)).toBeNull();
    press('Revoke it');
    press('Revoke it');
    await waitFor(() => expect(deleted()).toEqual(['/api/course-audio/c1/english/feed']));
  });
});
