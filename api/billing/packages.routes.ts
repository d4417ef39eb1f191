import * as packages from '#contract/billing/packages.contract.ts';
import { subscriptionPackages, tokenPackages } from '#domain/billing/catalogue/packages.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountPackages(router: ApiRouter): void {
  const bothMaps = () => ({ subscription_packages: subscriptionPackages(), token_packages: tokenPackages() });

  mount(router, packages.listSubscriptionPackages, async () => ({
    status: 200,
    body: { packages: subscriptionPackages(), ...bothMaps() },
  }));

  mount(router, packages.listPackages, async () => ({ status: 200, body: bothMaps() }));
}
