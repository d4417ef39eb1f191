import * as contract from '#contract/exports/exports.contract.ts';
import { exportFile, listExports } from '#domain/exports/exports.queries.ts';
import { importCourse } from '#domain/exports/import-course.command.ts';
import { startExport } from '#domain/exports/start-export.command.ts';
import { readMedia } from '#domain/media/media.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountExports(router: ApiRouter): void {
  mount(router, contract.startExport, async ({ user, body, requestId }) => {
    const asked = { accountId: user.userId, courseId: body.course_id, format: body.format, requestId };
    return { status: 202, body: { task_id: await startExport(asked) } };
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
      headers: { 'Content-Disposition': `attachment; filename="${filename}"`, 'Content-Length': String(media.bytes) },
    };
  });

  mount(router, contract.importCourse, async ({ user, files }) => ({
    status: 201,
    body: { course_id: await importCourse(user.userId, files['file']![0]!) },
  }));
}
