/** Owner of tokens: a user, or an organisation with its pool. */
export interface Owner {
  readonly kind: 'user' | 'organisation';
  readonly id: string;
}

export const personOwner = (accountId: string): Owner => ({ kind: 'user', id: accountId });
export const organisationOwner = (organisationId: string): Owner => ({ kind: 'organisation', id: organisationId });

/** The accounts of every wallet. Tokens come from `issued`, whose balance is minus the total ever granted. */
export const TOKEN_ACCOUNTS = ['available', 'held', 'frozen', 'spent', 'issued', 'expired', 'revoked'] as const;

/** Checks an amount. @throws RangeError unless it is a whole number of at least `least` */
export function assertWhole(amount: number, least = 1): void {
  if (!Number.isSafeInteger(amount) || amount < least)
    throw new RangeError(`an amount must be a whole number of at least ${least}: ${amount}`);
}
