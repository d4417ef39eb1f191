import { uuidv7 } from 'uuidv7';
import type { KeyHolder, KeyScope } from '#contract/identity/key-scopes.ts';
import { openSession } from '#domain/identity/sessions/open-session.command.ts';
import { hashPassword } from '#domain/identity/passwords/password.ts';
import { database } from '#domain/platform/database.ts';
import { createKey } from './api-key.commands.ts';

const PASSWORD = 'correct horse battery';

interface Wanted {
  readonly accountId: string;
  readonly holder?: KeyHolder;
  readonly scopes?: readonly KeyScope[];
  /** Tokens. */
  readonly dayBudget?: number;
  readonly networks?: readonly string[];
}

/** Makes a key for an account, after verifying its address and setting its password. @returns its id and secret */
export async function givenKey({
  accountId,
  holder = 'account',
  scopes = ['courses:read'],
  dayBudget = 0,
  networks = [],
}: Wanted): Promise<{ id: string; secret: string }> {
  await database()('account')
    .where({ id: accountId })
    .update({ email_verified_at: new Date(), password_hash: await hashPassword(PASSWORD) });
  const { sessionId } = await openSession(accountId, 'test');
  const given = { accountId, sessionId, holder, scopes, dayBudget, networks, days: 30, password: PASSWORD };
  const { key, secret } = await createKey({ ...given, name: `Program ${uuidv7()}` });
  return { id: key.api_key_id, secret };
}
