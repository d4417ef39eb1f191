import { Model } from 'objection';
import type { Table } from '#domain/platform/rows/table.ts';

/** The append-only audit log: actor, act and subject (`recordAudit`). */
export class AuditEntry extends Model {
  static override tableName = 'audit_entry';

  declare id: number;
  declare at: Date;
  /** `<kind>:<id>`, such as `account:…`, `operator:…`, `system:billing`. */
  declare actor: string;
  /** `<noun>.<verb>`. */
  declare action: string;
  /** `<kind>:<id>`. */
  declare subject: string;
  /** Plain facts without secrets. */
  declare detail: Record<string, unknown>;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    audit_entry: Table<AuditEntry>;
  }
}
