import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CourseAudio } from '#contract/audio/audio.contract.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { AudioLink } from './audio-link.tsx';
import { aLesson, someAudio } from './audio.factory.ts';

const READY = { state: 'ready', seconds: 300 } as const;

/** Renders the link on the page of a course that is read in Spanish. */
async function show(changes: Partial<CourseAudio>) {
  stubServer(({ path }) => {
    const language = new URL(path, 'http://here').searchParams.get('language') as CourseAudio['language'];
    const isSpoken = changes.spoken?.includes(language);
    return { body: someAudio({ ...changes, language, lessons: [aLesson(0, isSpoken ? READY : {}), aLesson(1)] }) };
  });
  await showScreen(<AudioLink courseId="c1" language="spanish" />);
}
const address = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');

describe('listening to a course', () => {
  it('is offered in the language of reading', async () => {
    await show({ spoken: ['english', 'spanish'] });
    expect(await address('Listen to this course')).toBe('/courses/c1/audio?language=spanish');
    screen.getByText('1 of 2 lessons, 5 min');
  });

  it('continues in the language in which its listener stopped', async () => {
    await show({ spoken: ['english', 'spanish'], place: { language: 'english', lesson_id: 'l0', seconds: 40 } });
    expect(await address('Listen to this course')).toBe('/courses/c1/audio?language=english');
    screen.getByText(/^English · 1 of 2 lessons/);
  });

  it('is offered in another language if it is spoken only in that one', async () => {
    await show({ spoken: ['english'] });
    expect(await address('Listen to this course')).toBe('/courses/c1/audio?language=english');
  });

  it('can be ordered if nothing has been spoken yet', async () => {
    await show({ place: { language: 'english', lesson_id: 'l0', seconds: 40 } });
    expect(await address('Create audio')).toBe('/courses/c1/audio?language=spanish');
  });
});
