import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A course of a creator in the studio, and once it is published in the market. */
export class CreatorCourse extends Model {
  static override tableName = 'creator_course';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare title: string;
  declare description: string;
  declare category: 'business' | 'technology' | 'creative' | 'personal' | 'academic' | null;
  declare price_cents: number;
  declare difficulty: 'beginner' | 'intermediate' | 'advanced';
  /** Learning time that the creator states; a decimal. */
  declare hours: string | null;
  declare objectives: string;
  declare tags: string[];
  declare prerequisites: string;
  declare status: 'draft' | 'published' | 'archived';
  /** Grows with each edit. An edit names the version it was made from: two editors do not overwrite each other. */
  declare version: number;
  /** The Idempotency-Key it was made with; `request_hash` is the hash of the request. */
  declare client_key: string | null;
  declare request_hash: string | null;
  declare created_at: Date;
  declare updated_at: Date;
  /** The course whose text is published next. */
  declare course_id: Ref<'course'> | null;
  /** Lessons that anybody may read. */
  declare preview_lessons: string[];
  declare language: string | null;
  declare age_group: string | null;
  declare lesson_count: number;
  declare duration_minutes: number;
  /** The `publication_version` that is sold; null: not published. */
  declare published_version: number | null;
  declare published_at: Date | null;
  /** When the text was last published anew. */
  declare renewed_at: Date | null;
  /** The creator confirmed to have the rights. */
  declare rights_confirmed_at: Date | null;
  /** Set when an operator has taken it down. */
  declare taken_down_reason: string | null;
  /** Figures of its rows, written by triggers, as are `rating_count` and `rating_sum`. */
  declare students: number;
  declare rating_count: number;
  declare rating_sum: number;
  /** Words for the search, written by a trigger. */
  declare search_text: string;
  /** The same, folded for searches; written by a trigger. */
  declare found_text: string;
  /** The certificate requires a passed final test. */
  declare has_final_test: boolean;
  /** The course whose text is in the market now. */
  declare published_course_id: Ref<'course'> | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    creator_course: Table<CreatorCourse>;
  }
}
