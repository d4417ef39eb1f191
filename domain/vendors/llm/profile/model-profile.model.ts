import { Model } from 'objection';
import type { Table } from '#domain/platform/rows/table.ts';

/** One thing that was learnt of a model at an address; all of them are its profile (`model-profile.ts`). */
export class ModelTrait extends Model {
  static override tableName = 'model_trait';
  static override idColumn = ['base_url', 'model', 'trait'];

  /** As configured, without a slash at its end. */
  declare base_url: string;
  declare model: string;
  /** A key of `ModelProfile`. */
  declare trait: string;
  /** Of the type that `ModelProfile` has for it, as JSON. */
  declare value: unknown;
  /** How it was learnt, in English, such as the words of a refusal, without keys. */
  declare source: string;
  declare learnt_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    model_trait: Table<ModelTrait>;
  }
}
