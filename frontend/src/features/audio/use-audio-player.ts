import { useCallback, useEffect, useRef, useState, useEffectEvent } from 'react';
import { saveAudioPlace, type CourseAudio, type LessonAudio } from '#contract/audio/audio.contract.ts';
import { readStoredChoice, writeStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';
import { act } from '#frontend/lib/outbox/outbox.ts';
import { soundUrl } from './audio-queries.ts';
import { playableUrl } from './stored-sounds.ts';

const SPEED = 'audio_speed';

/** How often the position is stored during playback, in ms. */
const SAVE_MS = 10_000;
export const SKIP_S = 15;

/** Lessons of a course that have audio, in order. */
export const hearable = (audio: CourseAudio): LessonAudio[] => audio.lessons.filter(({ seconds }) => seconds !== null);

interface Played {
  readonly userId: string;
  readonly courseId: string;
  readonly audio: CourseAudio;
  /** The lesson to begin with; by default the one where the listener stopped. */
  readonly firstId?: string | undefined;
  /** Address of a picture for the lock screen. */
  readonly artwork?: string | undefined;
}

/**
 * Plays the lessons of a course one after the other, from where the listener stopped on any device, unless another lesson is given. The
 * lock screen has the controls.
 * @returns the lesson, the handlers of the audio element and the actions of the buttons
 */
export function useAudioPlayer({ userId, courseId, audio, firstId, artwork = '/icons/app-512.png' }: Played) {
  const element = useRef<HTMLAudioElement>(null);
  const attach = useCallback((found: HTMLAudioElement | null) => void (element.current = found), []);
  const lessons = hearable(audio);
  const [lessonId, setLessonId] = useState(
    () => lessons.find(({ lesson_id: id }) => id === firstId)?.lesson_id ?? audio.place?.lesson_id ?? lessons[0]?.lesson_id,
  );
  const index = Math.max(
    0,
    lessons.findIndex(({ lesson_id: id }) => id === lessonId),
  );
  const lesson = lessons[index];
  const [source, setSource] = useState<string>();
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  /** Counts attempts to load it; each checks anew whether it is stored. */
  const [attempt, setAttempt] = useState(0);
  const [speed, setSpeed] = useState(() => Number(readStoredChoice(SPEED) ?? 1));
  // the same sentence has another position in another language
  const isAtPlace = audio.place?.lesson_id === lesson?.lesson_id && audio.place?.language === audio.language;
  const startAt = useRef(isAtPlace ? (audio.place?.seconds ?? 0) : 0);
  const isWanted = useRef(false);
  const savedAt = useRef(0);
  const { sleep, changeSleep } = useSleepTimer(() => {
    isWanted.current = false;
    element.current?.pause();
  });

  const id = lesson?.lesson_id;
  const bytes = lesson?.bytes ?? 0;
  useEffect(() => {
    if (id === undefined) return undefined;
    let url: string | null = null;
    let isGone = false;
    const load = async (): Promise<void> => {
      const found = await playableUrl(userId, { url: soundUrl(courseId, id, audio.language), bytes });
      if (isGone) return;
      url = found;
      setSource(found);
    };
    void load();
    return () => {
      isGone = true;
      if (url?.startsWith('blob:')) URL.revokeObjectURL(url);
    };
  }, [userId, courseId, id, bytes, audio.language, attempt]);

  const save = (seconds: number): void => {
    if (!lesson) return;
    savedAt.current = Date.now();
    const body = { language: audio.language, lesson_id: lesson.lesson_id, seconds: Math.floor(seconds) };
    // a position that was not stored only means listening again
    void act(
      saveAudioPlace,
      { params: { course_id: courseId }, body },
      { lane: `listening:${courseId}`, merge: (_waiting, later) => later },
    ).catch(() => undefined);
  };
  const play = (): void => {
    void element.current?.play().catch((error: unknown) => {
      // interrupted by another lesson or a pause, it has not failed
      if (!(error instanceof Error && error.name === 'AbortError')) setFailed(true);
    });
  };
  const retry = (): void => {
    setFailed(false);
    startAt.current = at;
    isWanted.current = true;
    setAttempt((n) => n + 1);
    element.current?.load();
  };
  const go = (to: number, seconds = 0): void => {
    const next = lessons[to];
    if (!next || !element.current) return;
    isWanted.current = true;
    if (next.lesson_id === lesson?.lesson_id) {
      element.current.currentTime = seconds;
      play();
      return;
    }
    setFailed(false);
    startAt.current = seconds;
    setAt(seconds);
    setLessonId(next.lesson_id);
  };
  const seek = (seconds: number): void => go(index, Math.max(0, seconds));
  const skip = (by: number): void => {
    if (element.current) element.current.currentTime = Math.max(0, element.current.currentTime + by);
  };
  /** Jumps to a position without starting playback. */
  const moveTo = (seconds: number): void => {
    setAt(seconds);
    if (element.current) element.current.currentTime = seconds;
  };
  const toggle = (): void => {
    if (isPlaying) element.current?.pause();
    else play();
  };

  const { title = '', module: album = '' } = lesson ?? {};
  useMediaSession(
    { title, artist: audio.title, album, artwork },
    {
      seekbackward: () => skip(-SKIP_S),
      seekforward: () => skip(SKIP_S),
      seekto: ({ seekTime }) => seekTime !== undefined && moveTo(seekTime),
      previoustrack: () => go(index - 1),
      nexttrack: () => go(index + 1),
    },
  );

  const handlers = {
    onLoadedMetadata: ({ currentTarget: sound }: { currentTarget: HTMLAudioElement }) => {
      sound.playbackRate = speed;
      if (startAt.current > 0) sound.currentTime = startAt.current;
      startAt.current = 0;
      setFailed(false);
      reportPosition(sound);
      if (isWanted.current) play();
    },
    onTimeUpdate: ({ currentTarget: sound }: { currentTarget: HTMLAudioElement }) => {
      setAt(sound.currentTime);
      if (Date.now() - savedAt.current > SAVE_MS) save(sound.currentTime);
    },
    onPlay: () => {
      isWanted.current = true;
      setFailed(false);
      setPlaying(true);
    },
    onSeeked: ({ currentTarget: sound }: { currentTarget: HTMLAudioElement }) => reportPosition(sound),
    onRateChange: ({ currentTarget: sound }: { currentTarget: HTMLAudioElement }) => reportPosition(sound),
    onError: () => {
      setPlaying(false);
      setFailed(true);
    },
    onPause: ({ currentTarget: sound }: { currentTarget: HTMLAudioElement }) => {
      setPlaying(false);
      save(sound.currentTime);
    },
    onEnded: () => {
      if (sleep === 'end') {
        isWanted.current = false;
        changeSleep(null);
        return;
      }
      go(index + 1);
    },
  };
  const changeSpeed = (to: number): void => {
    setSpeed(to);
    writeStoredChoice(SPEED, String(to));
    if (element.current) element.current.playbackRate = to;
  };
  return {
    attach,
    lessons,
    lesson,
    index,
    source,
    at,
    isPlaying,
    toggle,
    speed,
    changeSpeed,
    sleep,
    changeSleep,
    hasFailed,
    retry,
    go,
    seek,
    skip,
    moveTo,
    handlers,
  };
}

export type Player = ReturnType<typeof useAudioPlayer>;

const MINUTE_MS = 60_000;
const TICK_MS = 1_000;

/** When playback stops: at the end of the lesson, after a number of minutes, or never. */
type Sleep = number | 'end' | null;

/**
 * Counts down to the end of playback, also while paused.
 * @returns the remaining minutes, rounded up, and a function to set them
 */
function useSleepTimer(onSleep: () => void) {
  const [sleep, setSleep] = useState<Sleep>(null);
  const [until, setUntil] = useState<number | null>(null);
  const tick = useEffectEvent((end: number) => {
    const left = Math.ceil((end - Date.now()) / MINUTE_MS);
    if (left > 0) return setSleep(left);
    setUntil(null);
    setSleep(null);
    onSleep();
  });
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setInterval(() => tick(until), TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  const changeSleep = (to: Sleep): void => {
    setSleep(to);
    setUntil(typeof to === 'number' ? Date.now() + to * MINUTE_MS : null);
  };
  return { sleep, changeSleep };
}

interface Shown {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Address of a picture. */
  readonly artwork: string;
}

/** Shows the current lesson on the lock screen, with the keys of `handlers`, which replace those of an earlier render. */
function useMediaSession(
  { title, artist, album, artwork }: Shown,
  handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>>,
) {
  useEffect(() => {
    if ('mediaSession' in navigator)
      navigator.mediaSession.metadata = new MediaMetadata({ title, artist, album, artwork: [{ src: artwork }] });
  }, [title, artist, album, artwork]);
  useEffect(() => {
    if (!('mediaSession' in navigator)) return undefined;
    const session = navigator.mediaSession;
    const actions = Object.keys(handlers) as MediaSessionAction[];
    for (const action of actions) session.setActionHandler(action, handlers[action]!);
    return () => {
      for (const action of actions) session.setActionHandler(action, null);
    };
  });
}

/** Tells the lock screen the position of the audio, so that its progress bar moves. */
function reportPosition({ duration, playbackRate, currentTime }: HTMLMediaElement): void {
  if (!('mediaSession' in navigator) || !Number.isFinite(duration)) return;
  navigator.mediaSession.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) });
}
