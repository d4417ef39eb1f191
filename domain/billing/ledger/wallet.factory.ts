import { randomUUID } from 'node:crypto';
import { transact } from '#domain/platform/database.ts';
import { grantTokens } from './grant.commands.ts';
import { personOwner, type Owner } from './owner.ts';

/** Grants whole tokens that do not expire; the default is enough for everything a test creates. */
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
