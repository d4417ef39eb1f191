import * as contract from '#contract/operator/control.contract.ts';
import * as scheduleContract from '#contract/operator/schedules.contract.ts';
import { listAudit, readAuditEntry } from '#domain/operator/audit/audit.queries.ts';
import { pauseWork } from '#domain/operator/control/pause-work.command.ts';
import { readCharts } from '#domain/operator/charts/charts.queries.ts';
import { actOnSchedule } from '#domain/operator/schedules/act-on-schedule.command.ts';
import { listSchedules } from '#domain/operator/schedules/schedules.queries.ts';
import { listSettings, tune } from '#domain/operator/settings/tune.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts pausing of work, and the audit log. */
export function mountControl(router: ApiRouter): void {
  mount(router, contract.pauseWork, async ({ user, body, requestId }) => {
    await pauseWork(body, { accountId: user.userId, requestId });
    return { status: 200, body: { paused: body.paused } };
  });

  mount(router, contract.listSettings, async () => ({ status: 200, body: { settings: await listSettings() } }));

  mount(router, contract.changeSetting, async ({ user, params, body, requestId }) => ({
    status: 200,
    body: { settings: await tune(params.name, body.value, { accountId: user.userId, requestId }) },
  }));

  mount(router, scheduleContract.listSchedules, async () => ({ status: 200, body: { schedules: await listSchedules() } }));

  mount(router, scheduleContract.actOnSchedule, async ({ user, params, body, requestId }) => ({
    status: 200,
    body: { schedules: await actOnSchedule(params.name, body.act, { accountId: user.userId, requestId }) },
  }));

  mount(router, contract.readCharts, async ({ query }) => ({ status: 200, body: await readCharts(query.hours) }));

  mount(router, contract.listAudit, async ({ query }) => ({ status: 200, body: await listAudit(query) }));

  mount(router, contract.readAuditEntry, async ({ params }) => ({ status: 200, body: await readAuditEntry(params.entry_id) }));
}
