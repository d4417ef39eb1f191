import type * as z from 'zod/mini';
import { LOG_PAGE_LINES, type logPageSchema } from '#contract/platform/runs.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { LogRow } from './run-kind.ts';
import { logLine } from './run-event.ts';

interface LogPage {
  readonly runId: string;
  readonly accountId: string;
  /** Lines before the page. */
  readonly skip: number;
}

/**
 * Returns a page of a run's log, oldest first, in one statement. Lines are only ever appended, so earlier pages never change.
 * @throws ProductError not_found
 */
export async function runLog({ runId, accountId, skip }: LogPage): Promise<z.infer<typeof logPageSchema>> {
  if (!isUuid(runId)) throw notFound('run');
  const [run] = await rowsOf<{ readonly lines: LogRow[] | null }>(
    database(),
    sql`select (select jsonb_agg(to_jsonb(line) - 'id' order by line.id)
               from (select id, at, event, text, words from run_event where run_id = run.id order by id offset ${skip} limit ${LOG_PAGE_LINES + 1}) line) as lines
       from run where run.id = ${runId} and run.account_id = ${accountId}`,
  );
  if (!run) throw notFound('run');
  const lines = run.lines ?? [];
  return { lines: lines.slice(0, LOG_PAGE_LINES).map(logLine), next: lines.length > LOG_PAGE_LINES ? skip + LOG_PAGE_LINES : null };
}
