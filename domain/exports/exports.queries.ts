import { EXPORT_DAYS, type CourseExport } from '#contract/exports/exports.contract.ts';
import type { ExportFormat } from '#contract/platform/export-formats.ts';
import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import { dropMedia, findMedia, type MediaObject } from '#domain/media/store-media.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';

interface Row {
  readonly run_id: string;
  readonly format: ExportFormat;
  readonly filename: string;
  readonly file_id: string | null;
  readonly created_at: Date;
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly progress: number;
  readonly error_code: string | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_LISTED = 20;
const SWEPT_AT_ONCE = 200;

function toWire(row: Row): CourseExport {
  const status = row.status === 'completed' ? 'completed' : row.status === 'failed' ? 'failed' : 'processing';
  return {
    task_id: row.run_id,
    format: row.format,
    status,
    progress: row.progress,
    filename: row.filename,
    error: status === 'failed' ? ERRORS[(row.error_code ?? 'service.unavailable') as ErrorCode].title : null,
    created_at: row.created_at.toISOString(),
    kept_until: new Date(row.created_at.getTime() + EXPORT_DAYS * DAY_MS).toISOString(),
  };
}

/** Lists the exports of a course, newest first, without stopped ones. @throws ProductError not_found for an invalid id */
export async function listExports(accountId: string, courseId: string): Promise<CourseExport[]> {
  if (!isUuid(courseId)) throw notFound('course');
  const rows: Row[] = await database()('course_export as file')
    .join('run', 'run.id', 'file.run_id')
    .where({ 'file.account_id': accountId, 'file.course_id': courseId })
    .whereNot('run.status', 'cancelled')
    .orderBy('file.created_at', 'desc')
    .limit(MOST_LISTED)
    .select('file.*', 'run.status', 'run.progress', 'run.error_code');
  return rows.map(toWire);
}

/** Returns an export's file. @throws ProductError not_found, also before it exists and for another user's export */
export async function exportFile(accountId: string, taskId: string): Promise<{ media: MediaObject; filename: string }> {
  const row = isUuid(taskId) && (await database()('course_export').where({ run_id: taskId, account_id: accountId }).first());
  if (!row) throw notFound('file');
  return { media: await findMedia(row.file_id), filename: row.filename };
}

/** Drops files older than a week. @returns number of files */
export function sweepExports(): Promise<number> {
  return transact(async (trx) => {
    const old = await trx('course_export')
      .where('created_at', '<', expression(trx, sql`now() - make_interval(days => ${EXPORT_DAYS})`))
      .orderBy('created_at')
      .limit(SWEPT_AT_ONCE)
      .forUpdate()
      .skipLocked()
      .select('run_id', 'file_id');
    const ids = old.map(({ run_id }) => run_id);
    await trx('course_export').whereIn('run_id', ids).delete();
    await dropMedia(
      trx,
      old.map(({ file_id }) => file_id),
    );
    return ids.length;
  });
}
