import * as payouts from '#contract/studio/creator-payouts.contract.ts';
import { openPayoutPages, startOnboarding, syncPayoutAccount } from '#domain/billing/payouts/sync-payout-account.command.ts';
import { payoutStanding, statementOf } from '#domain/billing/payouts/payouts.queries.ts';
import { statementCsv } from '#domain/billing/payouts/statement-csv.ts';
import { statementPdf } from '#domain/billing/payouts/statement-pdf.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountCreatorPayouts(router: ApiRouter): void {
  mount(router, payouts.getPayouts, async ({ user }) => ({ status: 200, body: await payoutStanding(user.userId) }));

  mount(router, payouts.startPayoutOnboarding, async ({ user, body }) => ({
    status: 200,
    body: await startOnboarding({ accountId: user.userId, country: body.country, originUrl: body.origin_url }),
  }));

  mount(router, payouts.openPayoutPages, async ({ user }) => ({ status: 200, body: await openPayoutPages(user.userId) }));

  mount(router, payouts.syncPayouts, async ({ user }) => {
    await syncPayoutAccount({ accountId: user.userId });
    return { status: 200, body: await payoutStanding(user.userId) };
  });

  mount(router, payouts.getStatementCsv, async ({ user, params }) => ({
    status: 200,
    body: statementCsv(await statementOf(user.userId, params.month)),
    headers: named(params.month, 'csv'),
  }));

  mount(router, payouts.getStatementPdf, async ({ user, params }) => ({
    status: 200,
    body: await statementPdf(await statementOf(user.userId, params.month)),
    headers: named(params.month, 'pdf'),
  }));
}

const named = (month: string, type: string) => ({
  'Content-Disposition': `attachment; filename="coursewright-statement-${month}.${type}"`,
});
