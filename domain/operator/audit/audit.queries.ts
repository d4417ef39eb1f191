import type { AuditEntry } from '#contract/operator/control.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

const PAGE = 50;
const ACCOUNT = 'account:';

interface Row {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: Record<string, unknown>;
}

interface AuditSearch {
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly actor?: string | undefined;
  /** Only entries before this one. */
  readonly before?: number | undefined;
}

/** Returns a page of the audit log, newest first. @param actor an email address, or the actor as it is logged */
export async function listAudit({ action, subject, actor, before }: AuditSearch): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const email = actor?.includes('@') ? actor.trim().toLowerCase() : undefined;
  const account = email && (await database()('account').where({ email }).first('id'));
  const rows: Row[] = await database()('audit_entry')
    .modify((query) => {
      if (action) query.where({ action });
      if (subject) query.where({ subject });
      if (actor) query.where({ actor: account ? `${ACCOUNT}${account.id}` : actor });
      if (before !== undefined) query.where('id', '<', before);
    })
    .orderBy('id', 'desc')
    .limit(PAGE + 1);
  const page = rows.slice(0, PAGE);
  return { entries: await toEntries(page), next: rows.length > PAGE ? page.at(-1)!.id : null };
}

/** Returns an audit entry. @throws ProductError not_found */
export async function readAuditEntry(id: number): Promise<AuditEntry> {
  const row: Row | undefined = await database()('audit_entry').where({ id }).first();
  const [entry] = row ? await toEntries([row]) : [];
  if (!entry) throw notFound('audit entry');
  return entry;
}

async function toEntries(rows: readonly Row[]): Promise<AuditEntry[]> {
  const accountOf = ({ actor }: Row) => (actor.startsWith(ACCOUNT) ? actor.slice(ACCOUNT.length) : '');
  const ids = rows.map(accountOf).filter((id) => isUuid(id));
  const emails = new Map<string, string>(
    (await database()('account').whereIn('id', ids).select('id', 'email')).map(({ id, email }) => [id, email]),
  );
  return rows.map((row) => ({
    entry_id: row.id,
    at: row.at.toISOString(),
    actor: row.actor,
    actor_email: emails.get(accountOf(row)) ?? null,
    action: row.action,
    subject: row.subject,
    detail: row.detail,
  }));
}
