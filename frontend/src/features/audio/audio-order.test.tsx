import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CourseAudio } from '#contract/audio/audio.contract.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { AudioOrder } from './audio-order.tsx';
import { aLesson, someAudio } from './audio.factory.ts';

const show = (changes: Partial<CourseAudio> = {}, lessonId?: string) =>
  showScreen(<AudioOrder userId="u1" courseId="c1" audio={someAudio(changes)} lessonId={lessonId} />);
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('having a course made audio', () => {
  it('shows its maximum price, for the whole course and for a module, and orders it', async () => {
    const sent = stubServer(() => partly({ task_id: 't1' }, 202));
    await show();
    screen.getByText('About 15 minutes: up to 7.50 tokens, charged by the minute.');
    choose('Lessons to read aloud', '1');
    choose('Style', 'dialogue');
    screen.getByText('About 5 minutes: up to 2.50 tokens, charged by the minute.');
    fireEvent.click(screen.getByRole('button', { name: 'Create audio' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'POST')?.path).toBe('/api/course-audio/c1'));
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ language: 'english', style: 'dialogue', lessons: ['l2'] });
  });

  it('offers each module with its lessons, and one lesson alone', async () => {
    const sent = stubServer(() => partly({ task_id: 't1' }, 202));
    await show({ lessons: [aLesson(0), aLesson(1), aLesson(2, { state: 'ready', seconds: 200 }), aLesson(3)] });
    const offered = [...screen.getByLabelText('Lessons to read aloud').querySelectorAll('option')].map((option) => option.textContent);
    expect(offered).toEqual([
      'All missing lessons · 3 lessons',
      'Module 1 · Spring · 2 lessons',
      'Lesson 0',
      'Lesson 1',
      'Module 2 · Autumn · 1 lesson',
      'Lesson 3',
    ]);
    choose('Lessons to read aloud', 'l1');
    fireEvent.click(screen.getByRole('button', { name: 'Create audio' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ lessons: ['l1'] }));
  });

  it('starts with the requested lesson, or with everything if that one already exists', async () => {
    await show({}, 'l1');
    expect((screen.getByLabelText('Lessons to read aloud') as HTMLSelectElement).value).toBe('l1');
    cleanup();
    await show({ lessons: [aLesson(0, { state: 'ready', seconds: 200 }), aLesson(1), aLesson(2)] }, 'l0');
    expect((screen.getByLabelText('Lessons to read aloud') as HTMLSelectElement).value).toBe('whole');
  });

  it('with another style includes spoken lessons too; otherwise only the missing ones', async () => {
    await show({ lessons: [aLesson(0, { state: 'ready', seconds: 200 }), aLesson(1, { state: 'stale', seconds: 200 })] });
    screen.getByText(/^About 5 minutes/);
    choose('Style', 'dialogue');
    screen.getByText(/^About 10 minutes/);
  });

  it('says that a computer voice reads, and which lessons are left out', async () => {
    await show({ mechanical: true, lessons: [aLesson(0), aLesson(1, { state: 'untranslated' })] });
    screen.getByText(/A computer voice reads/);
    screen.getByText('Untranslated lessons left out: 1');
  });

  it('shows its progress, and can be stopped', async () => {
    const sent = stubServer(() => partly({}));
    await show({ task_id: 't1', progress: 40 });
    expect(screen.getByRole('progressbar', { name: 'Audio of this course' }).getAttribute('aria-valuenow')).toBe('40');
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(sent.some(({ method, path }) => method === 'DELETE' && path.startsWith('/api/runs/t1'))).toBe(true));
  });

  it('offers no order if audio is unavailable, and says why the last order failed', async () => {
    await show({ available: false, problem: 'No service could create audio for these lessons. Nothing was charged. Please try again.' });
    screen.getByText('Audio is not available in this installation.');
    screen.getByText(/Nothing was charged/);
    expect(screen.queryByRole('button', { name: 'Create audio' })).toBeNull();
  });
});
