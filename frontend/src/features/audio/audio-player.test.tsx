import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CourseAudio } from '#contract/audio/audio.contract.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { AudioPlayer } from './audio-player.tsx';
import { aLesson, someAudio } from './audio.factory.ts';
import { useAudioPlayer } from './use-audio-player.ts';

beforeEach(() => {
  stubServer(() => partly({ turns: [] }));
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
});

const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const MINUTE_MS = 60_000;

function Shown({ audio }: { readonly audio: CourseAudio }) {
  return (
    <AudioPlayer
      courseId="c1"
      courseTitle="Bees on a roof"
      cover={undefined}
      language={audio.language}
      player={useAudioPlayer({ userId: 'u1', courseId: 'c1', audio })}
    />
  );
}
const SPOKEN = { state: 'ready', seconds: 300 } as const;

async function show(changes: Partial<CourseAudio> = {}): Promise<HTMLAudioElement> {
  const { container } = await showScreen(<Shown audio={someAudio({ lessons: [aLesson(0, SPOKEN), aLesson(1, SPOKEN)], ...changes })} />);
  const sound = container.querySelector('audio')!;
  fireEvent.loadedMetadata(sound);
  return sound;
}

describe('a listener continues', () => {
  const place = { language: 'spanish', lesson_id: 'l1', seconds: 40 } as const;

  it('with the word at which they stopped', async () => {
    const sound = await show({ language: 'spanish', place });
    screen.getByText('Lesson 1');
    expect(sound.currentTime).toBe(40);
  });

  it('in another language at the beginning of the lesson', async () => {
    const sound = await show({ language: 'english', place });
    screen.getByText('Lesson 1');
    expect(sound.currentTime).toBe(0);
  });
});

describe('the sleep timer', () => {
  it('shows the remaining minutes, and then pauses', async () => {
    const sound = await show();
    vi.useFakeTimers();
    choose('Sleep timer', '20');
    screen.getByText('20 min left');
    act(() => void vi.advanceTimersByTime(12 * MINUTE_MS));
    screen.getByText('8 min left');
    expect(sound.pause).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(8 * MINUTE_MS));
    expect(sound.pause).toHaveBeenCalledOnce();
    expect((screen.getByLabelText('Sleep timer') as HTMLSelectElement).value).toBe('off');
  });

  it('can wait for the end of the lesson: the next one does not start', async () => {
    const sound = await show();
    choose('Sleep timer', 'end');
    fireEvent.ended(sound);
    screen.getByText('Lesson 0');
    fireEvent.ended(sound);
    screen.getByText('Lesson 1');
  });
});

it('the speed is remembered', async () => {
  await show();
  choose('Speed', '1.5');
  cleanup();
  expect((await show()).playbackRate).toBe(1.5);
});

describe('a sound that cannot be played', () => {
  it('is reported, and retried at the same position', async () => {
    const sound = await show({ place: { language: 'english', lesson_id: 'l0', seconds: 40 } });
    const load = vi.spyOn(sound, 'load').mockReturnValue();
    fireEvent.timeUpdate(sound);
    fireEvent.error(sound);
    screen.getByText('This lesson could not be played.');
    sound.currentTime = 0;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(load).toHaveBeenCalledOnce();
    fireEvent.loadedMetadata(sound);
    expect(sound.currentTime).toBe(40);
    expect(sound.play).toHaveBeenCalledOnce();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('names the missing connection', async () => {
    const sound = await show();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent.error(sound);
    screen.getByText('You are offline, and this lesson is not stored on this device.');
  });

  it('is noticed if the browser refuses it, and not if it was only interrupted', async () => {
    const sound = await show();
    vi.mocked(sound.play).mockRejectedValue(new DOMException('paused', 'AbortError'));
    const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Play' })));
    await press();
    expect(screen.queryByRole('alert')).toBeNull();
    vi.mocked(sound.play).mockRejectedValue(new DOMException('refused', 'NotAllowedError'));
    await press();
    screen.getByRole('alert');
  });
});

it('the lock screen shows the lesson and its cover, and has the keys of the player', async () => {
  const actions = new Map<string, MediaSessionActionHandler | null>();
  const session = {
    metadata: null as MediaMetadataInit | null,
    setActionHandler: (name: string, handler: MediaSessionActionHandler | null) => actions.set(name, handler),
    setPositionState: vi.fn(),
  };
  vi.stubGlobal(
    'MediaMetadata',
    vi.fn(function (this: object, given: MediaMetadataInit) {
      Object.assign(this, given);
    }),
  );
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaSession: session }));
  const sound = await show();
  expect(session.metadata).toMatchObject({
    title: 'Lesson 0',
    artist: 'Beekeeping',
    album: 'Spring',
    artwork: [{ src: '/icons/app-512.png' }],
  });
  const press = (action: MediaSessionAction, seekTime?: number) =>
    act(() => actions.get(action)!({ action, ...(seekTime !== undefined && { seekTime }) }));
  press('seekto', 100);
  press('seekforward');
  expect(sound.currentTime).toBe(115);
  press('seekbackward');
  expect(sound.currentTime).toBe(100);
  vi.spyOn(sound, 'duration', 'get').mockReturnValue(300);
  fireEvent.seeked(sound);
  expect(session.setPositionState).toHaveBeenCalledWith({ duration: 300, playbackRate: 1, position: 100 });
  press('nexttrack');
  screen.getByText('Lesson 1');
  cleanup();
  expect([...actions.values()].filter(Boolean)).toEqual([]);
});

it('the voice is labelled as synthetic', async () => {
  await show({ lessons: [aLesson(0, { ...SPOKEN, spoken_by: 'openai' }), aLesson(1, { ...SPOKEN, spoken_by: 'espeak' })] });
  screen.getByText('Read by a synthetic voice from OpenAI.');
  fireEvent.click(screen.getByRole('button', { name: 'Next lesson' }));
  screen.getByText('Read by a computer voice.');
});
