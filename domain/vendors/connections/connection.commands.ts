import type { Knex } from 'knex';
import type { ServiceBudget } from '#contract/operator/service-connections.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import type { Row } from '#domain/platform/rows/table.ts';
import { reseal, seal } from '#domain/platform/secrets/sealed.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { ServiceBudget as Budget } from '../llm/vendor-lane.model.ts';
import { openLanes } from '../llm/service-pause.commands.ts';
import { CONNECTIONS_CHANNEL, keyContext } from './apply-connections.ts';
import type { ServiceConnection } from './service-connection.model.ts';

/** How many last characters of a key are shown to tell keys apart; shorter keys show none. */
const HINT = { characters: 4, fromLength: 16 } as const;

/** The displayable facts about a connection. */
export type ToldConnection = Pick<ServiceConnection, 'kind' | 'base_url' | 'model' | 'key_hint'>;

type Stored = Omit<Row<ServiceConnection>, 'key_sealed' | 'key_hint' | 'changed_at'> & {
  /** Absent: the stored key stays if kind and address are unchanged. */
  readonly key?: string | undefined;
  /** The label that identifies the key; by default its last characters. */
  readonly hint?: string | undefined;
};

/**
 * Stores a service's connection in the caller's transaction; all processes apply it once the commit is announced.
 * @returns the previously stored connection, or null
 */
export async function storeConnection(trx: Knex.Transaction, { key, hint, ...row }: Stored): Promise<ToldConnection | null> {
  const { service, kind, base_url: address } = row;
  const before = await trx('service_connection').where({ service }).forUpdate().first();
  const isSameServer = before?.kind === kind && before.base_url === address;
  const stored =
    key === undefined && isSameServer ? { key_sealed: before.key_sealed, key_hint: before.key_hint } : sealedKey(service, key, hint);
  await trx('service_connection')
    .insert({ ...row, ...stored })
    .onConflict('service')
    .merge({ ...row, ...stored, changed_at: trx.fn.now() });
  await announce(trx, service);
  return before ? told(before) : null;
}

/** Deletes a connection and its key in the caller's transaction. @returns the deleted connection, or null */
export async function deleteConnection(trx: Knex.Transaction, service: Service): Promise<ToldConnection | null> {
  const [before] = await trx('service_connection').where({ service }).delete().returning('*');
  if (!before) return null;
  await announce(trx, service);
  return told(before);
}

type StoredBudget = Omit<Row<Budget>, 'changed_at'>;

/**
 * Stores a service's budget in the caller's transaction; without amounts the service is unlimited.
 * @returns the previous budget, or null
 */
export async function storeBudget(trx: Knex.Transaction, row: StoredBudget): Promise<ServiceBudget | null> {
  const { service, day_cents: day, month_cents: month } = row;
  const before = await trx('service_budget').where({ service }).forUpdate().first('day_cents', 'month_cents', 'at_end');
  if (day === null && month === null) await trx('service_budget').where({ service }).delete();
  else
    await trx('service_budget')
      .insert(row)
      .onConflict('service')
      .merge({ ...row, changed_at: trx.fn.now() });
  return before ?? null;
}

/** Re-encrypts, in the caller's transaction, all keys that were sealed with a replaced secret. @returns the number of re-encrypted keys */
export async function resealConnections(trx: Knex.Transaction, before: Uint8Array): Promise<number> {
  let count = 0;
  for (const { service, key_sealed: sealed } of await trx('service_connection').whereNotNull('key_sealed').forUpdate()) {
    const again = reseal(sealed!, keyContext(service), before);
    if (again === null) continue;
    await trx('service_connection').where({ service }).update({ key_sealed: again });
    await announce(trx, service);
    count += 1;
  }
  return count;
}

/** Announces the change, and lets services that were unavailable under the old settings be called again. */
async function announce(trx: Knex.Transaction, service: Service): Promise<void> {
  await openLanes(trx, service);
  await rowsOf(trx, sql`select pg_notify(${CONNECTIONS_CHANNEL}, 'changed')`);
}

const told = ({ kind, base_url, model, key_hint }: ToldConnection): ToldConnection => ({ kind, base_url, model, key_hint });

function sealedKey(service: Service, key: string | undefined, hint: string | undefined) {
  if (key === undefined) return { key_sealed: null, key_hint: null };
  return {
    key_sealed: seal(Buffer.from(key), keyContext(service)),
    key_hint: hint ?? (key.length >= HINT.fromLength ? key.slice(-HINT.characters) : null),
  };
}
