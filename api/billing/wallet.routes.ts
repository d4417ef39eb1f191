import * as wallet from '#contract/billing/wallet.contract.ts';
import { listMovements } from '#domain/billing/wallet/list-movements.queries.ts';
import { walletBalance } from '#domain/billing/wallet/wallet-balance.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountWallet(router: ApiRouter): void {
  mount(router, wallet.userTokens, async ({ user }) => ({ status: 200, body: await walletBalance(user.userId) }));

  mount(router, wallet.listMovements, async ({ user, query }) => ({
    status: 200,
    body: await listMovements({ accountId: user.userId, ...query }),
  }));
}
