import { Model } from 'objection';
import type { CastRole } from '#contract/operator/evaluation-plan.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** The service that leads in a role, as operators decided; a role without a row has its built-in lead. */
export class DefaultCast extends Model {
  static override tableName = 'default_cast';
  static override idColumn = 'role';

  declare role: CastRole;
  declare service: Ref<'ai_service', Service>;
  /** Null: the service's connected model. */
  declare model: string | null;
  declare changed_at: Date;
  declare changed_by: Ref<'account'> | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    default_cast: Table<DefaultCast>;
  }
}
