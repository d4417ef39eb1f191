import { Model } from 'objection';
import type { Rating } from '#contract/practice/cards.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A flash card of a person. */
export class FlashCard extends Model {
  static override tableName = 'flash_card';
  static override idColumn = ['account_id', 'id'];

  declare account_id: Ref<'account'>;
  /** Chosen by the client for a learner's own card, so that a card sent twice is stored once. */
  declare id: string;
  /** Identifies a card in files: its id, or that of the Anki note it came from. */
  declare guid: string;
  declare deck: string;
  /** The course that its lesson belongs to; null for other cards, and when the course was deleted. */
  declare course_id: Ref<'course'> | null;
  declare lesson_id: string | null;
  declare front: string;
  declare back: string;
  /** The passage of the lesson that contains its answer, word for word. */
  declare passage: string | null;
  declare due_at: Date;
  /** State of the scheduler (`ts-fsrs`), with dates in ISO format; null until its first review. */
  declare card: unknown;
  declare reviews: number;
  declare created_at: Date;
  /** Normalised text for searches; generated. */
  declare search_text: string | null;
}

/** How well a flash card was known at a review. */
export class FlashCardRating extends Model {
  static override tableName = 'flash_card_rating';
  static override idColumn = ['account_id', 'id'];

  declare account_id: Ref<'account'>;
  /** Chosen by the client, so that a rating sent twice counts once. */
  declare id: string;
  declare card_id: string;
  declare rating: Rating;
  declare rated_at: Date;
  /** State of the scheduler, and when the card was due, before this rating; null for a rating that cannot be undone. */
  declare card_before: unknown;
  declare due_before: Date | null;
  /** How often the card had been rated before; null as above. */
  declare reviews_before: number | null;
  /** When it was undone. It then no longer counts, even if it is sent again. */
  declare undone_at: Date | null;
}

/** A course whose flash cards a person declined: those of its later lessons are not kept either. */
export class DeclinedCards extends Model {
  static override tableName = 'declined_cards';
  static override idColumn = ['account_id', 'course_id'];

  declare account_id: Ref<'account'>;
  declare course_id: Ref<'course'>;
  declare declined_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    flash_card: Table<FlashCard>;
    flash_card_rating: Table<FlashCardRating>;
    declined_cards: Table<DeclinedCards>;
  }
}
