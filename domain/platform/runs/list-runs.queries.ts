import type { ListedRun as WireRun } from '#contract/platform/runs.contract.ts';
import { database } from '#domain/platform/database.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { folded, hasEveryWord } from '#domain/platform/normalised-text.ts';
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { canRetrySql } from './retry-obstacle.ts';
import { byKind, runKind, runKinds } from './engine.ts';
import { queueOrderSql } from './queue-order.ts';
import type { ListedRun } from './run-kind.ts';
import { runError } from './run-error.ts';

interface RunsRequest {
  readonly accountId: string;
  /** Only runs that have not ended. */
  readonly live: boolean;
  readonly limit: number;
  /** The previous page's `next`. */
  readonly after?: string | undefined;
  /** Only these kinds; default: all this version knows. */
  readonly kinds?: readonly string[];
  /** Only runs whose searchable text contains it, as their kind defines it. */
  readonly q?: string | undefined;
  /** Only runs that satisfy this condition on the columns of `run`. */
  readonly where?: Sql;
}

type Row = ListedRun & { readonly sort_at: string };

interface Page {
  readonly runs: { readonly base: WireRun; readonly details: object }[];
  readonly next: string | null;
}

/** Lists the account's runs, newest first, one page in one statement. @throws ProductError validation.failed for an invalid cursor */
export async function listRuns({ accountId, live, limit, after, kinds, q, where }: RunsRequest): Promise<Page> {
  const cursor = after ? decodeCursor(after, 'after') : null;
  const rows = await rowsOf<Row>(
    database(),
    sql`select run.id, kind, status, stage, progress, title, subject, created_at, finished_at, error_code, error_detail, operator_detail, stopped, result,
            ${byKind((kind) => kind.summary?.sql)} as detail,
            queue.rank as queue_position, ${canRetrySql()} as can_retry, (created_at at time zone 'UTC')::text as sort_at
       from run left join (${queueOrderSql()}) queue on queue.id = run.id
      where account_id = ${accountId} and kind = any(${kinds ?? runKinds().map(({ name }) => name)}::text[])
            ${where ? sql`and ${where}` : empty}
            ${live ? sql`and status in ('queued','running')` : empty}
            ${q ? sql`and ${hasEveryWord(folded(searchableText()), [q])}` : empty}
            ${cursor ? sql`and (created_at, run.id) < (${cursor.at}::timestamp at time zone 'UTC', ${cursor.id}::uuid)` : empty}
      order by created_at desc, run.id desc
      limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { runs: page.map(toEntry), next: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null };
}

const searchableText = (): Sql => sql`coalesce(${byKind((kind) => kind.searchable)}, subject || ' ' || coalesce(title, ''))`;

const toEntry = (row: Row): Page['runs'][number] => ({
  base: {
    task_id: row.id,
    kind: row.kind,
    status: row.status,
    stage: row.stage,
    progress: row.progress,
    subject: row.subject,
    title: row.title,
    stopped: row.stopped,
    queue_position: row.queue_position,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    ...(row.can_retry && { can_retry: true }),
    ...runError(row),
  },
  details: runKind(row.kind).summary?.toWire(row) ?? {},
});
