import { Model } from 'objection';
import type { AudioStyle, LessonAudio, SpokenTurn } from '#contract/audio/audio.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A course as audio in one language, or the order for it. */
export class AudioCourse extends Model {
  static override tableName = 'audio_course';
  static override idColumn = ['course_id', 'language'];

  declare course_id: Ref<'course'>;
  declare language: string;
  declare account_id: Ref<'account'>;
  /** One voice that narrates, or a second one that asks questions. */
  declare style: AudioStyle;
  /** The run that makes it, or made it last. */
  declare run_id: Ref<'run'> | null;
  /** Whether copies of the course come with it. */
  declare is_published: boolean;
  declare created_at: Date;
}

/** A lesson that was spoken; belongs to the `audio_course` of its course and language. */
export class AudioLesson extends Model {
  static override tableName = 'audio_lesson';
  static override idColumn = ['course_id', 'language', 'lesson_id'];

  declare course_id: string;
  declare language: string;
  declare lesson_id: string;
  declare account_id: Ref<'account'>;
  /** Hash of the text it was made from; when the lesson changes, its audio is stale. */
  declare source_hash: string;
  /** The lines of each voice, with the time of every word. */
  declare turns: SpokenTurn[];
  /** The MP3 file. */
  declare media_id: Ref<'media_object'>;
  declare seconds: number;
  /** The service that spoke it; `espeak` is a mechanical voice of this machine. */
  declare spoken_by: NonNullable<LessonAudio['spoken_by']>;
  /** The service that wrote the script; `library` where none was connected. */
  declare written_by: string;
  /** The service that compared the script with the lesson, another than its author; null if none could. */
  declare checked_by: string | null;
  declare made_at: Date;
}

/** The position at which a learner stopped listening to a course. */
export class AudioPlace extends Model {
  static override tableName = 'audio_place';
  static override idColumn = ['account_id', 'course_id'];

  declare account_id: Ref<'account'>;
  declare course_id: Ref<'course'>;
  declare language: string;
  declare lesson_id: string;
  declare seconds: number;
  declare changed_at: Date;
}

/** A private podcast of a course. Its address contains the id, signed; deleting the row revokes it. */
export class AudioFeed extends Model {
  static override tableName = 'audio_feed';
  static override idColumn = 'id';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare course_id: Ref<'course'>;
  declare language: string;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    audio_course: Table<AudioCourse>;
    audio_lesson: Table<AudioLesson>;
    audio_place: Table<AudioPlace>;
    audio_feed: Table<AudioFeed>;
  }
}
