import { queryOptions } from '@tanstack/react-query';
import { listPackages, listSubscriptionPackages, type SubscriptionPackage } from '#contract/billing/packages.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** The plans for sale, by id (PAY-01). They change only with a release. */
export const planPackages = queryOptions({
  queryKey: ['packages', 'plans'],
  queryFn: async ({ signal }) => (await call(listSubscriptionPackages, { signal })).packages,
  staleTime: Infinity,
});

/** Plans and token packages together (PAY-16). */
export const allPackages = queryOptions({
  queryKey: ['packages', 'all'],
  queryFn: ({ signal }) => call(listPackages, { signal }),
  staleTime: Infinity,
});

export type PlanMap = Readonly<Record<string, SubscriptionPackage>>;

/** `basic`, `standard`, `premium`, `creator_pro`: shared by the monthly and the yearly plan. */
export const tierOf = ({ key }: Pick<SubscriptionPackage, 'key'>): string => key.replace(/_(monthly|yearly)$/, '');

export const plansBilled = (plans: PlanMap, interval: SubscriptionPackage['interval']): readonly SubscriptionPackage[] =>
  Object.values(plans).filter((plan) => plan.interval === interval);
