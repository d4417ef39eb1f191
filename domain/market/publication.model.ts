import { Model } from 'objection';
import type { CourseContent, CourseContents } from '#domain/courses/content/course-content.queries.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** The text of a published course at one time. */
export class PublicationVersion extends Model {
  static override tableName = 'publication_version';
  static override idColumn = ['creator_course_id', 'number'];

  declare creator_course_id: Ref<'creator_course'>;
  declare number: number;
  declare content: CourseContent;
  /** Language, modules and lesson names, for the market; written by a trigger. */
  declare contents: CourseContents | null;
  /** Minutes of each lesson, in reading order; null until they are computed. */
  declare minutes: number[] | null;
  declare published_at: Date;
}

/** Number of views of a published course's page in a day. */
export class CourseViewDay extends Model {
  static override tableName = 'course_view_day';
  static override idColumn = ['creator_course_id', 'day'];

  declare creator_course_id: Ref<'creator_course'>;
  declare day: Date;
  declare views: number;
}

/** A word that occurs in published courses, for spelling suggestions. Written by a trigger, never deleted. */
export class MarketWord extends Model {
  static override tableName = 'market_word';
  static override idColumn = 'word';

  declare word: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    publication_version: Table<PublicationVersion>;
    course_view_day: Table<CourseViewDay>;
    market_word: Table<MarketWord>;
  }
}
