import type * as z from 'zod/mini';
import { LOG_PAGE_LINES, type logPageSchema } from '#contract/platform/runs.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { LogRow } from './run-kind.ts';
import { logLine } from './run-event.ts';

/**
 * Returns a page of a run's log, oldest first, in one statement. Lines are only ever appended, so earlier pages never change.
 * @param skip lines before the page
 * @throws ProductError not_found
 */
export async function runLog(asked: { runId: string; accountId: string; skip: number }): Promise<z.infer<typeof logPageSchema>> {
  if (!isUuid(asked.runId)) throw notFound('run');
  const { rows } = await database().raw(
    `select (select jsonb_agg(to_jsonb(line) - 'id' order by line.id)
               from (select id, at, event, text, words from run_event where run_id = run.id order by id offset :skip limit :lines) line) as lines
       from run where run.id = :runId and run.account_id = :accountId`,
    { ...asked, lines: LOG_PAGE_LINES + 1 },
  );
  const run = rows[0] as { lines: LogRow[] | null } | undefined;
  if (!run) throw notFound('run');
  const lines = run.lines ?? [];
  return { lines: lines.slice(0, LOG_PAGE_LINES).map(logLine), next: lines.length > LOG_PAGE_LINES ? asked.skip + LOG_PAGE_LINES : null };
}
