import type { Knex } from 'knex';
import type { AuditAction } from '#contract/platform/audit-actions.ts';
import { actingDevice, actingKey } from '#domain/platform/acting-key.ts';
import { database } from '#domain/platform/database.ts';
import { storableText } from '#domain/platform/storable.ts';

interface Entry {
  /** `<kind>:<id>`, like `subject`. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject: string;
  /** No secrets. A program's act names its key here, and an act in an organisation names the device. */
  readonly detail?: Record<string, unknown>;
}

/** Appends actor, act and subject to the audit log. Pass the action's transaction, so that neither is committed without the other. */
export const recordAudit = (entry: Entry, trx: Knex = database()): Promise<void> => recordAudits([entry], trx);

/** Appends several entries at once, like `recordAudit`. */
export async function recordAudits(entries: readonly Entry[], trx: Knex): Promise<void> {
  if (entries.length === 0) return;
  const [key, device] = [actingKey(), actingDevice()];
  await trx('audit_entry').insert(
    entries.map((entry) => {
      const from = device !== null && entry.subject.startsWith('organisation:') ? { device: storableText(device) } : {};
      return { ...entry, detail: JSON.stringify({ ...entry.detail, ...from, ...(key && { api_key: key.id }) }) };
    }),
  );
}
