/** Spending order of tokens: daily allowances before monthly ones before purchased ones. */
export const BURN_PRIORITY = { daily: 10, monthly: 20, trial: 20, return: 25, reward: 30, admin: 40, purchase: 50 } as const;
export type LotSource = keyof typeof BURN_PRIORITY;
