import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A creator's course in the studio and, once it is published, in the market. */
export class CreatorCourse extends Model {
  static override tableName = 'creator_course';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare title: string;
  declare description: string;
  declare category: 'business' | 'technology' | 'creative' | 'personal' | 'academic' | null;
  declare price_cents: number;
  declare difficulty: 'beginner' | 'intermediate' | 'advanced';
  /** Learning time stated by the creator; a decimal number. */
  declare hours: string | null;
  declare objectives: string;
  declare tags: string[];
  declare prerequisites: string;
  declare status: 'draft' | 'published' | 'archived';
  /** Increases with each edit. An edit names the version it was made from, so that two editors do not overwrite each other. */
  declare version: number;
  /** The Idempotency-Key it was created with; `request_hash` is the hash of the request. */
  declare client_key: string | null;
  declare request_hash: string | null;
  declare created_at: Date;
  declare updated_at: Date;
  /** The course whose text will be published next. */
  declare course_id: Ref<'course'> | null;
  /** Ids of the public lessons. */
  declare preview_lessons: string[];
  declare language: string | null;
  declare age_group: string | null;
  declare lesson_count: number;
  declare duration_minutes: number;
  /** The `publication_version` on sale; null when not published. */
  declare published_version: number | null;
  declare published_at: Date | null;
  /** When a new text was last published. */
  declare renewed_at: Date | null;
  /** When the creator confirmed to have the rights. */
  declare rights_confirmed_at: Date | null;
  /** Set while an operator has taken it down. */
  declare taken_down_reason: string | null;
  /** Counted by triggers, as are `rating_count` and `rating_sum`. */
  declare students: number;
  declare rating_count: number;
  declare rating_sum: number;
  /** Words for the search, written by a trigger. */
  declare search_text: string;
  /** The same, normalised for searches; written by a trigger. */
  declare found_text: string;
  /** Whether the certificate requires a passed final test. */
  declare has_final_test: boolean;
  /** The course whose text is in the market now. */
  declare published_course_id: Ref<'course'> | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    creator_course: Table<CreatorCourse>;
  }
}
