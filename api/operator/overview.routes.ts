import * as contract from '#contract/operator/overview.contract.ts';
import { ALERT_RULES, expressionOf } from '#domain/operator/alerts/alert-rules.ts';
import { recentAlerts } from '#domain/operator/alerts/alert.queries.ts';
import { readOverview } from '#domain/operator/overview/overview.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts the overview of the installation, and operators' warnings. */
export function mountOverview(router: ApiRouter): void {
  mount(router, contract.readOverview, async () => ({ status: 200, body: await readOverview() }));

  mount(router, contract.listAlerts, async () => ({
    status: 200,
    body: {
      rules: ALERT_RULES.map((rule) => ({
        name: rule.name,
        expression: expressionOf(rule),
        for_s: rule.forS,
        severity: rule.severity,
        summary: rule.summary,
      })),
      alerts: await recentAlerts(),
    },
  }));
}
