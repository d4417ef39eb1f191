import * as contract from '#contract/billing/alarms.contract.ts';
import { acknowledgeAlarm } from '#domain/billing/alarms/acknowledge-alarm.command.ts';
import { listAlarms } from '#domain/billing/alarms/alarm.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts the billing alarms for operators. */
export function mountAlarms(router: ApiRouter): void {
  mount(router, contract.listBillingAlarms, async ({ query }) => ({
    status: 200,
    body: await listAlarms({ state: query.state, cursor: query.cursor, limit: query.limit }),
  }));

  mount(router, contract.acknowledgeBillingAlarm, async ({ user, params }) => ({
    status: 200,
    body: { alarm: await acknowledgeAlarm({ accountId: user.userId, alarmId: params.alarm_id }) },
  }));
}
