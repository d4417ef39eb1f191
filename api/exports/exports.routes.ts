import * as contract from '#contract/exports/exports.contract.ts';
import { getRun } from '#contract/platform/runs.contract.ts';
import { exportFile, listExports } from '#domain/exports/exports.queries.ts';
import { importedCourse } from '#domain/exports/imports/import.queries.ts';
import { startImport } from '#domain/exports/imports/import.commands.ts';
import { startExport } from '#domain/exports/export.commands.ts';
import { readMedia } from '#domain/media/store-media.command.ts';
import { config } from '#domain/platform/config.ts';
import { awaitRun } from '#domain/platform/runs/run-envelope.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { disposition } from '#api/platform/content-disposition.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';
import { prefersAsync } from '#api/platform/headers/prefer-async.ts';

/** How long a request waits for its course: most imports are finished by then, and no answer takes a second. */
const IMPORT_WAIT_MS = 600;

export function mountExports(router: ApiRouter): void {
  mount(router, contract.startExport, async ({ user, body, requestId }) => {
    const request = { accountId: user.userId, courseId: body.course_id, format: body.format, requestId };
    return { status: 202, body: { task_id: await startExport(request) } };
  });

  mount(router, contract.listExports, async ({ user, query }) => ({
    status: 200,
    body: { exports: await listExports(user.userId, query.course_id) },
  }));

  mount(router, contract.downloadExport, async ({ user, params }) => {
    const { media, filename } = await exportFile(user.userId, params.task_id);
    return {
      status: 200,
      body: readMedia(media),
      headers: {
        'Content-Disposition': disposition('attachment', filename),
        'Content-Length': String(media.bytes),
        'Content-Type': media.type.startsWith('text/') ? `${media.type}; charset=utf-8` : media.type,
      },
    };
  });

  mount(router, contract.importCourse, async ({ user, files, header, requestId, signal }) => {
    const accountId = user.userId;
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const taskId = await startImport({ accountId, requestId, file: files['file']![0]!, ...(idempotencyKey && { idempotencyKey }) });
    const location = { Location: getRun.path.replace(':task_id', taskId) };
    if (prefersAsync(header('Prefer')))
      return { status: 202, body: { task_id: taskId }, headers: { ...location, 'Preference-Applied': 'respond-async' } };
    const timeoutMs = Math.min(IMPORT_WAIT_MS, config().generateWaitMs);
    const how = signal.aborted ? 'timeout' : await awaitRun(taskId, { timeoutMs, signal });
    if (how === 'timeout') return { status: 202, body: { task_id: taskId }, headers: location };
    return { status: 201, body: { task_id: taskId, course_id: await importedCourse(accountId, taskId) }, headers: location };
  });
}
