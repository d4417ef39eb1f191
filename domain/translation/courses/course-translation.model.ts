import { Model } from 'objection';
import type { TranslatedName } from '#contract/translation/course-translation.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { FrameTexts, LessonTexts, TranslatedAnswers } from './lesson-texts.ts';

/** A course in another language: its texts outside the lessons. */
export class CourseTranslation extends Model {
  static override tableName = 'course_translation';
  static override idColumn = ['course_id', 'language'];

  declare course_id: Ref<'course'>;
  declare language: string;
  /** Translations of names and terms; null before they were extracted. */
  declare names: TranslatedName[] | null;
  /** Texts outside the lessons; null until they are translated. */
  declare frame: FrameTexts | null;
  /** The final task's solution, which learners see after their own. */
  declare solution: string | null;
  /** Hash of the texts that `frame` translates. */
  declare frame_hash: string | null;
  /** When the rules checked `frame`; null when it was stored before the rules existed. */
  declare frame_checked_at: Date | null;
  /** The run that translates it. */
  declare run_id: Ref<'run'> | null;
  declare made_at: Date;
}

/** A lesson in another language, with the lesson's own id; belongs to the `course_translation` of its course and language. */
export class LessonTranslation extends Model {
  static override tableName = 'lesson_translation';
  static override idColumn = ['course_id', 'language', 'lesson_id'];

  declare course_id: string;
  declare language: string;
  declare lesson_id: string;
  /** Hash of the translated texts; a lesson that has changed since is shown in its own language. */
  declare source_hash: string;
  /** Null when no faithful translation was made. */
  declare texts: LessonTexts | null;
  /** Rubrics and full answers, which readers see after their own; null without any, and in translations of older releases. */
  declare answers: TranslatedAnswers | null;
  /** Number of texts that stayed untranslated. */
  declare untranslated: number;
  /** The service that translated it. */
  declare service: string;
  /** The service that judged it. */
  declare judged_by: string | null;
  /** Whether the service that translated it also judged it, because there was no other. */
  declare self_judged: boolean;
  /** `pending`: not judged yet. Only faithful translations are shown and charged. */
  declare verdict: 'pending' | 'faithful' | 'unfaithful';
  /** The flaw, for operators: a rule's name, `judged`, or `failed` when no attempt was completed. */
  declare flaw: string | null;
  /** When the rules checked it; null when it was stored before the rules existed. */
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
