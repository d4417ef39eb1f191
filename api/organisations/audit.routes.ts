import * as contract from '#contract/organisations/audit.contract.ts';
import { listOrganisationAudit, organisationAuditCsv } from '#domain/organisations/audit.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts the audit log of the caller's organisation. */
export function mountOrganisationAudit(router: ApiRouter): void {
  mount(router, contract.listOrganisationAudit, async ({ user, query }) => ({
    status: 200,
    body: await listOrganisationAudit({ accountId: user.userId, ...query }),
  }));

  mount(router, contract.getOrganisationAuditCsv, async ({ user, query }) => ({
    status: 200,
    body: await organisationAuditCsv({ accountId: user.userId, ...query }),
    headers: { 'Content-Disposition': 'attachment; filename="coursewright-audit.csv"' },
  }));
}
