import { Model } from 'objection';
import type { TranslatedName } from '#contract/translation/course-translation.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { FrameTexts, LessonTexts } from './lesson-texts.ts';

/** A course in another language: what belongs to no lesson. */
export class CourseTranslation extends Model {
  static override tableName = 'course_translation';
  static override idColumn = ['course_id', 'language'];

  declare course_id: Ref<'course'>;
  declare language: string;
  /** How names and terms are translated; null: nobody has looked for them yet. */
  declare names: TranslatedName[] | null;
  /** Texts outside the lessons; null: not translated yet. */
  declare frame: FrameTexts | null;
  /** Of the texts that `frame` translates. */
  declare frame_hash: string | null;
  /** When the rules have checked `frame`; null: it was stored before they did. */
  declare frame_checked_at: Date | null;
  /** The run that translates it. */
  declare run_id: Ref<'run'> | null;
  declare made_at: Date;
}

/** A lesson in another language, under the lesson's own id; belongs to the `course_translation` of its course and language. */
export class LessonTranslation extends Model {
  static override tableName = 'lesson_translation';
  static override idColumn = ['course_id', 'language', 'lesson_id'];

  declare course_id: string;
  declare language: string;
  declare lesson_id: string;
  /** Of the texts that were translated: a lesson that has changed since is shown in its own language. */
  declare source_hash: string;
  /** Null: nothing faithful came of it. */
  declare texts: LessonTexts | null;
  /** Texts that stayed as they were. */
  declare untranslated: number;
  /** Who translated it. */
  declare service: string;
  /** The service that judged it. */
  declare judged_by: string | null;
  /** It was judged by who translated it, because nobody else was there. */
  declare self_judged: boolean;
  /** `pending`: not judged yet. Only faithful translations are shown and charged. */
  declare verdict: 'pending' | 'faithful' | 'unfaithful';
  /** The fault, for operators: a rule's name, `judged`, or `failed` if no attempt was completed. */
  declare flaw: string | null;
  /** When the rules have checked it; null: it was stored before they did. */
  declare checked_at: Date | null;
  /** The run that translated it. */
  declare run_id: Ref<'run'> | null;
  declare made_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    course_translation: Table<CourseTranslation>;
    lesson_translation: Table<LessonTranslation>;
  }
}
