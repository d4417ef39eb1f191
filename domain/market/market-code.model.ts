import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A discount code of a creator. */
export class MarketCode extends Model {
  static override tableName = 'market_code';

  declare id: string;
  declare account_id: Ref<'account'>;
  /** The course it is valid for; null for every course of the creator. */
  declare creator_course_id: Ref<'creator_course'> | null;
  declare code: string;
  declare percent: number;
  declare max_uses: number | null;
  declare expires_at: Date | null;
  /** When the creator ended it. */
  declare ended_at: Date | null;
  declare created_at: Date;
}

/** The use of a code by an order. */
export class MarketCodeUse extends Model {
  static override tableName = 'market_code_use';
  static override idColumn = 'order_id';

  declare order_id: Ref<'billing_order'>;
  declare code_id: Ref<'market_code'>;
  /** The price without the code, in US cents. */
  declare list_cents: number;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    market_code: Table<MarketCode>;
    market_code_use: Table<MarketCodeUse>;
  }
}
