import * as packages from '#contract/billing/packages.contract.ts';
import { subscriptionPackages, tokenPackages } from '#domain/billing/catalogue/packages.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountPackages(door: ApiRouter): void {
  const bothMaps = () => ({ subscription_packages: subscriptionPackages(), token_packages: tokenPackages() });

  mount(door, packages.listSubscriptionPackages, async () => ({ status: 200, body: { packages: subscriptionPackages(), ...bothMaps() } }));

  mount(door, packages.listPackages, async () => ({ status: 200, body: bothMaps() }));
}
