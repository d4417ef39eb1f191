import type { TokenBalance } from '#frontend/lib/token-balance.ts';

/** The unused wallet of a user on the Free Plan. */
export const aBalance = (part: Partial<TokenBalance> = {}): TokenBalance => ({
  balance: 45,
  daily_available: 5,
  monthly_available: 40,
  purchased_available: 0,
  held: 0,
  organisation_available: null,
  organisation_name: null,
  quotas: [{ name: 'text_course', allowed: 1, used: 0, held: 0, resets_at: '2026-12-01T00:00:00.000Z' }],
  ...part,
});
