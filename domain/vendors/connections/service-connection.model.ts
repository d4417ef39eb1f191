import { Model } from 'objection';
import type { ConnectionKind } from '#contract/operator/service-connections.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A service's connection, as an administrator configured it; the environment takes precedence. */
export class ServiceConnection extends Model {
  static override tableName = 'service_connection';
  static override idColumn = 'service';

  declare service: Ref<'ai_service', Service>;
  declare kind: ConnectionKind;
  declare base_url: string;
  /** Encrypted with the installation's secret; null: the server needs none. */
  declare key_sealed: Buffer | null;
  /** The last characters of the key, or the name of its service account, to tell keys apart. */
  declare key_hint: string | null;
  declare model: string;
  /** Size of the context window in tokens; null: the vendor's own limit, which is never reached. */
  declare context_tokens: number | null;
  /** US dollars per million tokens; null: the list price, or unknown. */
  declare price_input: number | null;
  declare price_output: number | null;
  declare changed_at: Date;
  declare changed_by: Ref<'account'> | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    service_connection: Table<ServiceConnection>;
  }
}
