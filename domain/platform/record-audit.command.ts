import type { Knex } from 'knex';
import { actingKey } from '#domain/platform/acting-key.ts';
import { database } from '#domain/platform/database.ts';

/**
 * Appends to the audit log who did what to whom. Pass the transaction of the action, so that neither is committed without the other.
 * @param entry `actor` and `subject` as `<kind>:<id>`, `action` as `<noun>.<verb>`; `detail` holds no secrets; what a program does names its key there
 */
export async function recordAudit(
  entry: { actor: string; action: string; subject: string; detail?: Record<string, unknown> },
  trx: Knex = database(),
): Promise<void> {
  const key = actingKey();
  await trx('audit_entry').insert({ ...entry, detail: JSON.stringify({ ...entry.detail, ...(key && { api_key: key.id }) }) });
}
