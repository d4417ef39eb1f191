import type { Knex } from 'knex';
import { database } from '#domain/platform/database.ts';
import { hashToken } from '#domain/platform/links/secret-link.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { newCookieSecret } from '#domain/identity/sessions/session-secrets.ts';

/** As long as a browser waits for an authenticator, or somewhat longer. */
const LIFE = sql`interval '5 minutes'`;

/** Creates a challenge. @param accountId the account that adds a passkey; null: for a sign-in */
export async function newChallenge(accountId: string | null, db: Knex = database()): Promise<string> {
  const challenge = newCookieSecret();
  await db('passkey_challenge').insert({
    challenge_hash: hashToken(challenge),
    account_id: accountId,
    expires_at: expression(db, sql`now() + ${LIFE}`),
  });
  return challenge;
}

/** Uses up a challenge, whatever the outcome. @returns whether it was created for this, and is neither used nor expired */
export async function takeChallenge(challenge: string, accountId: string | null): Promise<boolean> {
  const [taken] = await database()('passkey_challenge')
    .where({ challenge_hash: hashToken(challenge), account_id: accountId })
    .delete()
    .returning<{ is_valid: boolean }[]>(expression(database(), sql`expires_at > now() as is_valid`));
  return taken?.is_valid === true;
}
