import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CourseAudio } from '#contract/audio/audio.contract.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { AudioPlayer } from './audio-player.tsx';
import { aLesson, someAudio } from './audio.factory.ts';
import { useAudioPlayer } from './use-audio-player.ts';

beforeEach(() => {
  stubServer(() => ({ body: { turns: [] } }));
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
});

function Shown({ audio }: { readonly audio: CourseAudio }) {
  return <AudioPlayer courseId="c1" language={audio.language} player={useAudioPlayer({ userId: 'u1', courseId: 'c1', audio })} />;
}
const SPOKEN = { state: 'ready', seconds: 300 } as const;

async function show(changes: Partial<CourseAudio> = {}): Promise<HTMLAudioElement> {
  const { container } = await showScreen(<Shown audio={someAudio({ lessons: [aLesson(0, SPOKEN), aLesson(1, SPOKEN)], ...changes })} />);
  const sound = container.querySelector('audio')!;
  fireEvent.loadedMetadata(sound);
  return sound;
}

describe('a listener goes on', () => {
  const place = { language: 'spanish', lesson_id: 'l1', seconds: 40 } as const;

  it('with the word at which they stopped', async () => {
    const sound = await show({ language: 'spanish', place });
    screen.getByText('Lesson 1');
    expect(sound.currentTime).toBe(40);
  });

  it('in another language with the beginning of the lesson', async () => {
    const sound = await show({ language: 'english', place });
    screen.getByText('Lesson 1');
    expect(sound.currentTime).toBe(0);
  });
});
