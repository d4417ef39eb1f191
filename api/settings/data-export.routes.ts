import { dataExport, exportFileName } from '#contract/settings/data-export.contract.ts';
import { exportData } from '#domain/settings/export-data.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountDataExport(router: ApiRouter): void {
  mount(router, dataExport, async ({ user }) => {
    const name = exportFileName(new Date().toISOString().slice(0, 10));
    return { status: 200, body: await exportData(user.userId), headers: { 'Content-Disposition': `attachment; filename="${name}"` } };
  });
}
