import { queryOptions } from '@tanstack/react-query';
import { userTokens } from '#contract/billing/wallet.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';

export type TokenBalance = AnswerOf<typeof userTokens>;
export type QuotaLine = TokenBalance['quotas'][number];

/** Query key of everything that a payment or a charge changes: the user's tokens, plan and payments. */
export const billingKey = (userId: string) => ['billing', userId] as const;

/** The user's spendable tokens, and the plan's quotas that are not counted in tokens (PAY-17). */
export const tokenBalance = (userId: string) =>
  queryOptions({
    queryKey: [...billingKey(userId), 'balance'],
    queryFn: ({ signal }) => call(userTokens, { params: { user_id: userId }, signal }),
  });

/** The remainder of a quota; 0 when the plan does not include it. */
export function quotaLeft(balance: Pick<TokenBalance, 'quotas'>, name: string): number {
  const line = balance.quotas.find((quota) => quota.name === name);
  return line ? Math.max(0, line.allowed - line.used - line.held) : 0;
}
