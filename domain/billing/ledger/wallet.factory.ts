import { randomUUID } from 'node:crypto';
import { transact } from '#domain/platform/database.ts';
import { grantTokens } from './grant-tokens.command.ts';
import { personOwner, type Owner } from './owner.ts';

/** Gives somebody tokens that do not end: whole ones, by default enough for everything a test makes. */
export async function givenTokens(owner: Owner | string, tokens = 100_000): Promise<void> {
  await transact((trx) =>
    grantTokens(trx, {
      owner: typeof owner === 'string' ? personOwner(owner) : owner,
      source: 'admin',
      centitokens: Math.round(tokens * 100),
      periodKey: randomUUID(),
      cause: 'For a test',
    }),
  );
}
