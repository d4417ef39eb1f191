import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CourseAudio } from '#contract/audio/audio.contract.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { AudioWithCourse } from './audio-with-course.tsx';
import { someAudio } from './audio.factory.ts';

async function show(changes: Partial<CourseAudio>) {
  const sent = stubServer(({ method, path }) => ({
    body: method === 'PUT' ? { published: true } : someAudio({ ...changes, published: path.includes('spanish') }),
  }));
  await showScreen(<AudioWithCourse userId="u1" courseId="c1" />);
  await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  return sent;
}

describe('a creator who publishes a course', () => {
  it('can include its audio', async () => {
    const sent = await show({ spoken: ['english'] });
    const box = await screen.findByRole('switch', { name: 'Include audio' });
    expect((box as HTMLInputElement).checked).toBe(false);
    fireEvent.click(box);
    await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.path).toBe('/api/course-audio/c1/english/published'));
  });

  it('chooses each language separately', async () => {
    await show({ spoken: ['english', 'spanish'] });
    const box = await screen.findByRole('switch', { name: 'Include audio · Spanish' });
    expect((box as HTMLInputElement).checked).toBe(true);
    expect((screen.getByRole('switch', { name: 'Include audio · English' }) as HTMLInputElement).checked).toBe(false);
  });

  it('has no switch if nothing is spoken', async () => {
    await show({ spoken: [] });
    expect(screen.queryByRole('switch')).toBeNull();
  });
});
