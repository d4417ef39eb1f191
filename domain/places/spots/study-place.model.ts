import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A place to study, such as a library. */
export class StudyPlace extends Model {
  static override tableName = 'study_place';

  declare id: string;
  /** Who added it; null for a sample, or when the account is gone. */
  declare account_id: Ref<'account'> | null;
  declare name: string;
  declare description: string;
  declare address: string;
  /** Row of the 500 m square; `cell_x` is its column. */
  declare cell_y: number;
  declare cell_x: number;
  declare type: string;
  /** Opening hours, as text. */
  declare hours: string;
  declare amenities: string[];
  /** Seeded for development. */
  declare is_sample: boolean;
  declare created_at: Date;
}

/** A rating of a place. */
export class StudyPlaceRating extends Model {
  static override tableName = 'study_place_rating';
  static override idColumn = ['place_id', 'account_id'];

  declare place_id: Ref<'study_place'>;
  declare account_id: Ref<'account'>;
  declare stars: number;
  declare rated_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    study_place: Table<StudyPlace>;
    study_place_rating: Table<StudyPlaceRating>;
  }
}
