import { Model } from 'objection';
import type { Rating } from '#contract/practice/cards.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A flash card of a person. */
export class FlashCard extends Model {
  static override tableName = 'flash_card';
  static override idColumn = ['account_id', 'id'];

  declare account_id: Ref<'account'>;
  /** Made by the client for an own card, so that a card sent twice is one card. */
  declare id: string;
  /** Tells a card apart in files: the id, or that of the Anki note it came from. */
  declare guid: string;
  declare deck: string;
  /** The course its lesson belongs to; null for others, and when the course was deleted. */
  declare course_id: Ref<'course'> | null;
  declare lesson_id: string | null;
  declare front: string;
  declare back: string;
  /** Where its answer is in the lesson, word for word. */
  declare passage: string | null;
  declare due_at: Date;
  /** State of the scheduler (`ts-fsrs`), its dates in ISO format; null until its first review. */
  declare card: unknown;
  declare reviews: number;
  declare created_at: Date;
  /** Folded text for searches; generated. */
  declare search_text: string | null;
}

/** How well a flash card was known at a review. */
export class FlashCardRating extends Model {
  static override tableName = 'flash_card_rating';
  static override idColumn = ['account_id', 'id'];

  declare account_id: Ref<'account'>;
  /** Made by the client, so that a rating sent twice counts once. */
  declare id: string;
  declare card_id: string;
  declare rating: Rating;
  declare rated_at: Date;
  /** State of the scheduler, and when the card was due, before this rating; null of a rating that cannot be taken back. */
  declare card_before: unknown;
  declare due_before: Date | null;
  /** How often the card had been rated before; null as above. */
  declare reviews_before: number | null;
  /** When it was taken back: it counts no more, and sent again it stays so. */
  declare undone_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    flash_card: Table<FlashCard>;
    flash_card_rating: Table<FlashCardRating>;
  }
}
