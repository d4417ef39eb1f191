import { useCallback, useEffect, useRef, useState } from 'react';
import { saveAudioPlace, type CourseAudio, type LessonAudio } from '#contract/audio/audio.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { soundUrl } from './audio-queries.ts';
import { playableUrl } from './stored-sounds.ts';

/** How often the place is stored while it plays, in ms. */
const SAVE_MS = 10_000;
export const SKIP_S = 15;

/** Lessons of a course that can be heard, in order. */
export const hearable = (audio: CourseAudio): LessonAudio[] => audio.lessons.filter(({ seconds }) => seconds !== null);

interface Played {
  readonly userId: string;
  readonly courseId: string;
  readonly audio: CourseAudio;
  /** The lesson it begins with; by default the one where its listener stopped. */
  readonly firstId?: string | undefined;
}

/**
 * Plays the lessons of a course one after the other, from where its listener stopped, on whichever device, unless another one is asked for. The lock screen has the controls.
 * @returns the lesson, the element's handlers and what the buttons do
 */
export function useAudioPlayer({ userId, courseId, audio, firstId }: Played) {
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
  const [speed, setSpeed] = useState(1);
  const [sleepAt, setSleepAt] = useState<number | 'end' | null>(null);
  // the same sentence is heard at another time in another language
  const isAtPlace = audio.place?.lesson_id === lesson?.lesson_id && audio.place?.language === audio.language;
  const startAt = useRef(isAtPlace ? (audio.place?.seconds ?? 0) : 0);
  const isWanted = useRef(false);
  const savedAt = useRef(0);

  const id = lesson?.lesson_id;
  useEffect(() => {
    if (id === undefined) return undefined;
    let url: string | null = null;
    let isGone = false;
    const load = async (): Promise<void> => {
      const found = await playableUrl(userId, soundUrl(courseId, id, audio.language));
      if (isGone) return;
      url = found;
      setSource(found);
    };
    void load();
    return () => {
      isGone = true;
      if (url?.startsWith('blob:')) URL.revokeObjectURL(url);
    };
  }, [userId, courseId, id, audio.language]);

  const save = (seconds: number): void => {
    if (!lesson) return;
    savedAt.current = Date.now();
    const body = { language: audio.language, lesson_id: lesson.lesson_id, seconds: Math.floor(seconds) };
    // a place that was not stored is only heard again
    void call(saveAudioPlace, { params: { course_id: courseId }, body }).catch(() => undefined);
  };
  const go = (to: number, seconds = 0): void => {
    const next = lessons[to];
    if (!next || !element.current) return;
    isWanted.current = true;
    if (next.lesson_id === lesson?.lesson_id) {
      element.current.currentTime = seconds;
      void element.current.play().catch(() => undefined);
      return;
    }
    startAt.current = seconds;
    setAt(seconds);
    setLessonId(next.lesson_id);
  };
  const seek = (seconds: number): void => go(index, Math.max(0, seconds));
  const skip = (by: number): void => {
    if (element.current) element.current.currentTime = Math.max(0, element.current.currentTime + by);
  };
  /** Goes to a place without beginning to play. */
  const moveTo = (seconds: number): void => {
    setAt(seconds);
    if (element.current) element.current.currentTime = seconds;
  };
  const toggle = (): void => {
    if (isPlaying) element.current?.pause();
    else void element.current?.play().catch(() => undefined);
  };

  const { title = '', module: album = '' } = lesson ?? {};
  useEffect(() => {
    if ('mediaSession' in navigator) navigator.mediaSession.metadata = new MediaMetadata({ title, artist: audio.title, album });
  }, [title, album, audio.title]);
  useEffect(() => {
    if (!('mediaSession' in navigator) || !lesson) return undefined;
    const session = navigator.mediaSession;
    const handlers: [MediaSessionAction, () => void][] = [
      ['seekbackward', () => skip(-SKIP_S)],
      ['seekforward', () => skip(SKIP_S)],
      ['previoustrack', () => go(index - 1)],
      ['nexttrack', () => go(index + 1)],
    ];
    for (const [action, handler] of handlers) session.setActionHandler(action, handler);
    return () => {
      for (const [action] of handlers) session.setActionHandler(action, null);
    };
  });

  const handlers = {
    onLoadedMetadata: ({ currentTarget: sound }: { currentTarget: HTMLAudioElement }) => {
      sound.playbackRate = speed;
      if (startAt.current > 0) sound.currentTime = startAt.current;
      startAt.current = 0;
      if (isWanted.current) void sound.play().catch(() => undefined);
    },
    onTimeUpdate: ({ currentTarget: sound }: { currentTarget: HTMLAudioElement }) => {
      setAt(sound.currentTime);
      if (typeof sleepAt === 'number' && Date.now() >= sleepAt) {
        sound.pause();
        setSleepAt(null);
      }
      if (Date.now() - savedAt.current > SAVE_MS) save(sound.currentTime);
    },
    onPlay: () => {
      isWanted.current = true;
      setPlaying(true);
    },
    onPause: ({ currentTarget: sound }: { currentTarget: HTMLAudioElement }) => {
      setPlaying(false);
      save(sound.currentTime);
    },
    onEnded: () => {
      if (sleepAt === 'end') {
        isWanted.current = false;
        setSleepAt(null);
        return;
      }
      go(index + 1);
    },
  };
  const changeSpeed = (to: number): void => {
    setSpeed(to);
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
    sleepAt,
    setSleepAt,
    go,
    seek,
    skip,
    moveTo,
    handlers,
  };
}

export type Player = ReturnType<typeof useAudioPlayer>;
