import { Account } from './account.model.ts';

/** Notes the year somebody says to be born in, or forgets it (null). It was checked by the contract. See `isMinor`. */
export async function setBirthYear({ accountId, birthYear }: { accountId: string; birthYear: number | null }): Promise<void> {
  await Account.query().patch({ birth_year: birthYear }).where({ id: accountId });
}
