import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A counter of a plan's units, per owner, feature and period. `used + held` never exceeds `allowed`. */
export class QuotaCounter extends Model {
  static override tableName = 'quota_counter';

  declare id: string;
  declare owner_kind: 'user' | 'organisation';
  /** Id of the account or the organisation. */
  declare owner_id: string;
  /** Name of the quota in the catalogue. */
  declare feature: string;
  /** The month of a plan, or the trial; unique with owner and feature. */
  declare period_key: string;
  declare allowed: number;
  declare used: number;
  declare held: number;
  /** End of the period. */
  declare resets_at: Date | null;
}

/** Units reserved for a job, and then used or released. */
export class QuotaHold extends Model {
  static override tableName = 'quota_hold';
  static override idColumn = ['job_id', 'feature'];

  /** Id of the job: a run, a session of the tutor … */
  declare job_id: string;
  declare feature: string;
  declare counter_id: Ref<'quota_counter'>;
  declare units: number;
  declare state: 'open' | 'used' | 'released';
  /** When an unsettled hold is released. */
  declare expires_at: Date;
  declare created_at: Date;
  declare resolved_at: Date | null;
  /** The API key whose budget of the day it counts against. */
  declare key_id: string | null;
  /** The price in hundredths of a token, for keys with a budget. */
  declare worth: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    quota_counter: Table<QuotaCounter>;
    quota_hold: Table<QuotaHold>;
  }
}
