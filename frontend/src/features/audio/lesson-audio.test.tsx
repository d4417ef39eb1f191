import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CourseAudio, LessonAudio as Lesson } from '#contract/audio/audio.contract.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aLesson, someAudio } from './audio.factory.ts';
import LessonAudio from './lesson-audio.tsx';

async function show(lesson: Partial<Lesson>, changes: Partial<CourseAudio> = {}) {
  const sent = stubServer(() => partly(someAudio({ lessons: [aLesson(0), aLesson(1, lesson)], ...changes })));
  await showScreen(<LessonAudio userId="u1" courseId="c1" lessonId="l1" language="spanish" />);
  await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  return sent;
}

describe('listening to a lesson', () => {
  it('that is spoken links to it', async () => {
    await show({ state: 'ready', seconds: 310 });
    const link = await screen.findByRole('link', { name: 'Listen to this lesson' });
    expect(link.getAttribute('href')).toBe('/courses/c1/audio?lesson=l1&language=spanish');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('that is not spoken shows its maximum price, and orders it alone in the language of reading', async () => {
    const sent = await show({}, { style: 'dialogue' });
    await screen.findByText('About 5 minutes: up to 2.50 tokens, charged by the minute.');
    fireEvent.click(screen.getByRole('button', { name: 'Create audio for this lesson' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ language: 'spanish', style: 'dialogue', lessons: ['l1'] }),
    );
  });

  it('whose text has changed can be heard as it was, or spoken anew', async () => {
    await show({ state: 'stale', seconds: 310 });
    await screen.findByText('The lesson has changed since this audio was created.');
    screen.getByRole('link', { name: 'Listen to this lesson' });
    screen.getByRole('button', { name: 'Create audio for this lesson' });
  });

  it('waits while it, or another one, is being spoken', async () => {
    await show({ state: 'being_made' }, { task_id: 't1' });
    await screen.findByText('The audio is being made. You can listen as soon as it is ready.');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is not offered without a service', async () => {
    await show({ state: 'stale', seconds: 310 }, { available: false });
    await screen.findByRole('link', { name: 'Listen to this lesson' });
    expect(screen.queryByRole('button')).toBeNull();
  });
});
