import type { AudioPlace, CourseAudio, LessonAudio, SpokenTurn } from '#contract/audio/audio.contract.ts';
import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { isCopy } from '#domain/courses/content/taken-course.queries.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { drawSquareCover, shareKey } from '#domain/courses/pictures/draw-share-picture.command.ts';
import { speechFor } from '#domain/mail/mail.queries.ts';
import { findMedia, readMedia, type MediaObject } from '#domain/media/store-media.command.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { hasFfmpeg } from '#domain/platform/media/run-ffmpeg.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { hasVoiceService } from '#domain/vendors/speech/speak.client.ts';
import { findTranslationStates, type CourseLanguage } from '#domain/translation/courses/course-translations.queries.ts';
import type { AudioRequest } from './audio.kind.ts';
import type { AudioCourse, AudioLesson } from './audio.model.ts';
import { findFeedUrl } from './audio-feed.queries.ts';
import { spokenCourse, type SpokenLesson } from './spoken-lesson.queries.ts';

interface Listener {
  readonly accountId: string;
  readonly courseId: string;
}
interface Heard extends Listener {
  readonly language: CourseLanguage;
}

/** Tells whether audio can be made here: it needs ffmpeg, and a file store. */
export const canMakeAudio = (): boolean => hasFfmpeg() && config().google.mode !== 'off';

/** SQL from: a learner's course with its audio. For a copy of another creator's course, this includes the audio that came with it. */
const audioOf = ({ accountId, courseId }: Listener) =>
  sql`course join audio_course audio on audio.course_id in (course.id, course.assigned_from) or (audio.is_published and audio.course_id = (
        select sold.published_course_id from creator_course sold where sold.id = course.enrolled_from))
      where course.id = ${courseIdOf(courseId)} and course.account_id = ${accountId}`;

type LessonRow = Pick<AudioLesson, 'lesson_id' | 'source_hash' | 'seconds' | 'media_id' | 'made_at' | 'spoken_by'> & {
  readonly bytes: number;
};

/** Returns the spoken lessons of a learner's course, by id; their own take precedence over those that came with the course. */
export async function findAudioLessons({ language, ...of }: Heard): Promise<Map<string, LessonRow>> {
  const rows = await rowsOf<LessonRow>(
    database(),
    sql`select distinct on (lesson.lesson_id) lesson.lesson_id, lesson.source_hash, lesson.seconds, lesson.media_id, lesson.made_at,
               lesson.spoken_by, media.bytes::int as bytes
          from (select audio.course_id, audio.language, audio.course_id = course.id as is_own from ${audioOf(of)}) mine
          join audio_lesson lesson on lesson.course_id = mine.course_id and lesson.language = mine.language
          join media_object media on media.id = lesson.media_id
         where mine.language = ${language} order by lesson.lesson_id, mine.is_own desc`,
  );
  return new Map(rows.map((row) => [row.lesson_id, row]));
}

/** A learner's course as audio in one language: its order, and facts about the course. */
interface Ordered {
  readonly is_copy: boolean;
  readonly style: AudioCourse['style'] | null;
  readonly is_published: boolean | null;
  readonly run_id: string | null;
  readonly status: string | null;
  readonly progress: number | null;
  readonly error_code: ErrorCode | null;
  readonly error_detail: string | null;
  readonly request: AudioRequest | null;
  readonly run_at: Date | null;
  readonly place: AudioPlace | null;
  readonly spoken: CourseLanguage[];
}

/** Returns a course's audio in one language with its latest run and the listener's position. @throws ProductError not_found */
export async function readOrder({ accountId, courseId, language }: Heard): Promise<Ordered> {
  const [row] = await rowsOf<Ordered>(
    database(),
    sql`select ${isCopy(sql`course`)} as is_copy, audio.style, audio.is_published, audio.run_id, run.status, run.progress,
               run.error_code, run.error_detail, run.request, run.created_at as run_at,
               (select jsonb_build_object('language', place.language, 'lesson_id', place.lesson_id, 'seconds', place.seconds)
                  from audio_place place where place.account_id = course.account_id and place.course_id = course.id) as place,
               array(select distinct audio.language from ${audioOf({ accountId, courseId })}
                       and exists (select from audio_lesson lesson where lesson.course_id = audio.course_id and lesson.language = audio.language)
                     order by 1) as spoken
          from course left join audio_course audio on audio.course_id = course.id and audio.language = ${language}
          left join run on run.id = audio.run_id
         where course.id = ${courseIdOf(courseId)} and course.account_id = ${accountId}`,
  );
  if (!row) throw notFound('course');
  return row;
}

const LIVE = ['queued', 'running'];
/** Tells whether a run is making it now. */
export const isBeingMade = ({ status }: Pick<Ordered, 'status'>): boolean => status !== null && LIVE.includes(status);

/** Returns the audio of a learner's course, in the course's own language by default. @throws ProductError not_found */
export async function showAudio(of: Listener & { language?: CourseLanguage | undefined }): Promise<CourseAudio> {
  const { course, title, language, sourceLanguage, lessons } = await spokenCourse(of);
  const heard = { ...of, language };
  const [order, rows, states, feed_url] = await Promise.all([
    readOrder(heard),
    findAudioLessons(heard),
    findTranslationStates(course),
    findFeedUrl(heard),
  ]);
  const isLive = isBeingMade(order);
  return {
    title,
    language,
    languages: [sourceLanguage, ...([...states.keys()] as CourseLanguage[])],
    spoken: order.spoken,
    style: order.style ?? 'voice',
    available: canMakeAudio(),
    mechanical: !hasVoiceService(),
    published: order.is_published ?? false,
    may_publish: !order.is_copy,
    may_remove: order.style !== null,
    task_id: isLive ? order.run_id : null,
    progress: isLive ? (order.progress ?? 0) : 0,
    problem: order.status === 'failed' ? (order.error_detail ?? ERRORS[order.error_code ?? 'run.cancelled'].title) : null,
    feed_url,
    place: order.place,
    lessons: lessons.map((lesson) => toLesson(lesson, rows.get(lesson.lessonId), isLive ? order : null)),
  };
}

function toLesson(lesson: SpokenLesson, row: LessonRow | undefined, live: Ordered | null): LessonAudio {
  const isCurrent = row?.source_hash === lesson.hash;
  const isOrdered = live?.request?.lessons.some(({ lesson_id: id }) => id === lesson.lessonId) ?? false;
  const isMade = isCurrent && (!live || row.made_at >= live.run_at!);
  const spoken = isCurrent ? 'ready' : row ? 'stale' : 'none';
  return {
    lesson_id: lesson.lessonId,
    title: lesson.title,
    module: lesson.module,
    module_index: lesson.moduleIndex,
    state: isOrdered && !isMade ? 'being_made' : !lesson.isTranslated ? 'untranslated' : spoken,
    minutes: lesson.minutes,
    seconds: row?.seconds ?? null,
    bytes: row?.bytes ?? null,
    spoken_by: row?.spoken_by ?? null,
  };
}

/** A course as a podcast: its lessons that have audio, in order. */
export interface Podcast {
  readonly title: string;
  readonly description: string;
  /** Language code (BCP 47). */
  readonly language: string;
  /** Key of its cover, which changes with the cover. */
  readonly coverKey: string;
  readonly lessons: readonly {
    readonly lessonId: string;
    readonly mediaId: string;
    readonly title: string;
    readonly module: string;
    /** Number of its module, from 1. */
    readonly season: number;
    readonly seconds: number;
    readonly bytes: number;
    readonly madeAt: Date;
  }[];
}

/** The speaking service, named so that nobody takes the voice for a person's. */
const voiceWords = (service: AudioLesson['spoken_by']): Sentence =>
  service === 'espeak'
    ? toSentence('Read by a computer voice.')
    : toSentence('Read by a synthetic voice from {service}.', { service: SERVICE_NAMES[service] });

/** Returns a learner's course as a podcast. @throws ProductError not_found when they no longer have it */
export async function readPodcast(of: Heard): Promise<Podcast> {
  const [{ course, title, lessons }, rows, speech] = await Promise.all([spokenCourse(of), findAudioLessons(of), speechFor(of.accountId)]);
  const voices = [...new Set([...rows.values()].map(({ spoken_by: service }) => service))].map(voiceWords);
  return {
    title,
    description: [course.description || title, ...voices.map(({ key, values }) => speech.t(key, values))].join(' '),
    language: LANGUAGE_CODES[of.language],
    coverKey: shareKey({ ...coverOf(course, title), shape: 'podcast' }),
    lessons: lessons.flatMap((lesson) => {
      const row = rows.get(lesson.lessonId);
      if (!row) return [];
      const { lessonId, module, moduleIndex } = lesson;
      const named = { lessonId, module, title: lesson.title, season: moduleIndex + 1 };
      return [{ ...named, mediaId: row.media_id, seconds: row.seconds, bytes: row.bytes, madeAt: row.made_at }];
    }),
  };
}

/** Draws the podcast cover of a learner's course. @throws ProductError not_found when they no longer have it */
export async function drawPodcastCover(of: Heard): Promise<{ key: string; bytes: Buffer }> {
  const { course, title } = await spokenCourse(of);
  const shown = coverOf(course, title);
  return { key: shareKey({ ...shown, shape: 'podcast' }), bytes: await drawSquareCover(shown) };
}

function coverOf({ pictures }: Awaited<ReturnType<typeof spokenCourse>>['course'], title: string): Parameters<typeof drawSquareCover>[0] {
  const cover = pictures?.cover;
  return { title, picture: cover ? { id: cover.media_id, read: () => readMedia({ id: cover.media_id }) } : null };
}

/** Returns the sound of a lesson. @throws ProductError not_found */
export async function audioFileOf({ lessonId, ...heard }: Heard & { lessonId: string }): Promise<MediaObject> {
  const row = (await findAudioLessons(heard)).get(lessonId);
  return findMedia(row?.media_id ?? null);
}

/** Returns the transcript of a lesson's audio, with the time of every word. @throws ProductError not_found */
export async function audioTurnsOf({ lessonId, language, ...of }: Heard & { lessonId: string }): Promise<SpokenTurn[]> {
  if (!isUuid(lessonId)) throw notFound('lesson');
  const [row] = await rowsOf<Pick<AudioLesson, 'turns'>>(
    database(),
    sql`select lesson.turns from (select audio.course_id, audio.language, audio.course_id = course.id as is_own from ${audioOf(of)}) mine
          join audio_lesson lesson on lesson.course_id = mine.course_id and lesson.language = mine.language
         where mine.language = ${language} and lesson.lesson_id = ${lessonId} order by mine.is_own desc limit 1`,
  );
  if (!row) throw notFound('lesson');
  return row.turns;
}
