import type { Knex } from 'knex';
import { database } from '#domain/platform/database.ts';

/**
 * Appends to the audit log who did what to whom. Pass the transaction of the action, so that neither is committed without the other.
 * @param entry `actor` and `subject` as `<kind>:<id>`, `action` as `<noun>.<verb>`; `detail` holds no secrets
 */
export async function recordAudit(
  entry: { actor: string; action: string; subject: string; detail?: Record<string, unknown> },
  trx: Knex = database(),
): Promise<void> {
  await trx('audit_entry').insert({ ...entry, detail: JSON.stringify(entry.detail ?? {}) });
}
