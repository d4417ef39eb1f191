import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import type { Passage, Source, SourceType, UsedSource } from '#contract/sources/sources.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly type: SourceType;
  readonly address: string | null;
  readonly pages: number | null;
  readonly hidden_slides: number;
  readonly words: number;
  readonly ready_at: Date | null;
  readonly created_at: Date;
  /** State of the run that reads it; null when that run was deleted. */
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | null;
  readonly error_code: ErrorCode | null;
}

function toWire({ id, name, type, address, pages, hidden_slides, words, ready_at, created_at, status: run, error_code }: Row): Source {
  const status = ready_at ? 'ready' : run === 'queued' || run === 'running' ? 'reading' : 'failed';
  return {
    source_id: id,
    name,
    type,
    address,
    status,
    error: status === 'failed' ? ERRORS[error_code ?? (run === 'cancelled' ? 'run.cancelled' : 'internal')].title : null,
    pages,
    hidden_slides,
    words,
    created_at: created_at.toISOString(),
  };
}

const rowsOf = (accountId: string) =>
  database()('source')
    .leftJoin('run', 'run.id', 'source.run_id')
    .where('source.account_id', accountId)
    .select('source.*', 'run.status', 'run.error_code');

/** Lists a user's sources, newest first. */
export async function listSources(accountId: string): Promise<Source[]> {
  const rows: Row[] = await rowsOf(accountId).orderBy([
    { column: 'source.created_at', order: 'desc' },
    { column: 'source.id', order: 'desc' },
  ]);
  return rows.map(toWire);
}

/** Returns a source. @throws ProductError not_found, also for another user's */
export async function readSource(accountId: string, sourceId: string): Promise<Source> {
  const [row]: Row[] = isUuid(sourceId) ? await rowsOf(accountId).andWhere('source.id', sourceId) : [];
  if (!row) throw notFound('source');
  return toWire(row);
}

/** Lists the sources of a run. @throws ProductError not_found, also for another user's run */
export async function listRunSources(accountId: string, runId: string): Promise<UsedSource[]> {
  const run = isUuid(runId) && (await database()('run').where({ id: runId, account_id: accountId }).first('id'));
  if (!run) throw notFound('run');
  const rows: { source_id: string; name: string; id: string | null }[] = await database()('run_source as used')
    .leftJoin('source', 'source.id', 'used.source_id')
    .where({ 'used.run_id': runId })
    .orderBy('used.place')
    .select('used.source_id', 'used.name', 'source.id');
  return rows.map(({ source_id, name, id }) => ({ source_id, name, is_there: id !== null }));
}

/** Returns a passage. @throws ProductError not_found, also for another user's */
export async function readPassage(accountId: string, { sourceId, number }: { sourceId: string; number: string }): Promise<Passage> {
  const row =
    isUuid(sourceId) &&
    /^[1-9]\d{0,6}$/.test(number) &&
    (await database()('source_passage as passage')
      .join('source', 'source.id', 'passage.source_id')
      .where({ 'source.account_id': accountId, 'passage.source_id': sourceId, 'passage.number': Number(number) })
      .first('passage.*', 'source.name'));
  if (!row) throw notFound('passage');
  return { source_id: sourceId, source_name: row.name, number: row.number, page: row.page, headings: row.headings, text: row.body };
}
