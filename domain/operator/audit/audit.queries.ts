import { AUDIT_TOPICS, type AuditEntry, type AuditTopic } from '#contract/operator/control.contract.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import { NAME_SQL } from '#domain/operator/runs/search-runs.queries.ts';
import { toldToCaller } from '#domain/identity/age/age-eligibility.queries.ts';
import { database } from '#domain/platform/database.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { isPeriodicJob, PERIODIC_JOBS } from '#queues/periodic.jobs.ts';

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
  readonly topic?: AuditTopic | undefined;
  /** ISO times; the second is excluded. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly subject?: string | undefined;
  readonly actor?: string | undefined;
  /** Only entries before this one. */
  readonly before?: number | undefined;
}

/** Returns a page of the audit log, newest first. @param actor an email address, or the actor as logged */
export async function listAudit(search: AuditSearch): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const { action, topic, subject, actor, since, until, before } = search;
  const email = actor?.includes('@') ? actor.trim().toLowerCase() : undefined;
  const account = email && (await database()('account').where({ email }).first('id'));
  const rows: Row[] = await database()('audit_entry')
    .modify((query) => {
      if (action) query.where({ action });
      if (topic) query.where(expression(database(), sql`split_part(action, '.', 1) = any(${[...AUDIT_TOPICS[topic]]}::text[])`));
      if (since) query.where('at', '>=', since);
      if (until) query.where('at', '<', until);
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
  const [people, subjects] = await Promise.all([peopleOf(ids), subjectsOf(rows.map(({ subject }) => subject))]);
  return rows.map((row) => ({
    entry_id: row.id,
    at: row.at.toISOString(),
    actor: row.actor,
    actor_name: people.get(accountOf(row))?.name ?? null,
    actor_email: people.get(accountOf(row))?.email ?? null,
    action: row.action,
    subject: row.subject,
    subject_name: subjects.get(row.subject)?.name ?? scheduleName(row.subject),
    subject_email: subjects.get(row.subject)?.email ?? null,
    detail: row.detail,
  }));
}

function scheduleName(subject: string): string | null {
  const [kind, name = ''] = subject.split(':');
  return kind === 'schedule' && isPeriodicJob(name) ? inEnglish(PERIODIC_JOBS[name].does) : null;
}

interface Named {
  readonly name: string;
  /** null unless the subject is an account. */
  readonly email: string | null;
}

async function peopleOf(ids: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  const rows = await rowsOf<Named & { id: string }>(
    database(),
    sql`select id, email, ${NAME_SQL} from account where id = any(${[...ids]}::uuid[]) and ${toldToCaller(sql`account.id`)}`,
  );
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}

/** Returns the display names of subjects, by `<kind>:<id>`, in one statement. */
async function subjectsOf(subjects: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  const ids = (kind: string) =>
    subjects.flatMap((subject) => (subject.startsWith(`${kind}:`) ? [subject.slice(kind.length + 1)] : [])).filter((id) => isUuid(id));
  const rows = await rowsOf<Named & { subject: string }>(
    database(),
    sql`select 'account:' || id as subject, ${NAME_SQL}, email from account where id = any(${ids('account')}::uuid[]) and ${toldToCaller(sql`account.id`)}
        union all select 'run:' || id, coalesce(title, subject), null from run where id = any(${ids('run')}::uuid[])
        union all select 'batch:' || run_id, name, null from batch where run_id = any(${ids('batch')}::uuid[])
        union all select 'creator_course:' || id, title, null from creator_course where id = any(${ids('creator_course')}::uuid[])`,
  );
  return new Map(rows.map(({ subject, ...named }) => [subject, named]));
}
