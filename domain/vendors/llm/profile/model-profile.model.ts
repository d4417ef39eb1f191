import { Model } from 'objection';
import type { Table } from '#domain/platform/rows/table.ts';

/** One fact learnt about a model at an address; together these are its profile (`model-profile.ts`). */
export class ModelTrait extends Model {
  static override tableName = 'model_trait';
  static override idColumn = ['base_url', 'model', 'trait'];

  /** As configured, without a trailing slash. */
  declare base_url: string;
  declare model: string;
  /** A key of `ModelProfile`. */
  declare trait: string;
  /** JSON of the type that `ModelProfile` declares for the trait. */
  declare value: unknown;
  /** How it was learnt, in English and without keys, such as the words of a refusal. */
  declare source: string;
  declare learnt_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    model_trait: Table<ModelTrait>;
  }
}
