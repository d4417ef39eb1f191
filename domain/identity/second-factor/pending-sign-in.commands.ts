import type { Knex } from 'knex';
import { hashToken, newToken } from '#domain/platform/links/secret-link.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import type { CameBy } from '#domain/identity/sessions/session-lifetime.ts';

/** Long enough to fetch a phone. */
const LIFE = sql`interval '5 minutes'`;
/** Maximum number of codes per token. */
const MOST_ATTEMPTS = 5;

/** The state between password and code: proves that the password was right, and grants no access. */
export interface PendingSignIn {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Tells whether two-step sign-in is on. */
export async function hasSecondFactor(db: Knex, accountId: string): Promise<boolean> {
  return (await db('second_factor').where({ account_id: accountId }).whereNotNull('confirmed_at').first('account_id')) !== undefined;
}

/**
 * Starts the second step if the account has one, in the transaction that has proved the first.
 * @param cameBy the organisation whose sign-in was the first step, or null for the person's own way
 * @returns null when there is no second step
 */
export async function startSecondStep(
  trx: Knex.Transaction,
  accountId: string,
  cameBy: CameBy | null = null,
): Promise<PendingSignIn | null> {
  if (!(await hasSecondFactor(trx, accountId))) return null;
  const token = newToken();
  const [row] = await trx('pending_sign_in')
    .insert({
      token_hash: hashToken(token),
      account_id: accountId,
      organisation_id: cameBy?.organisationId ?? null,
      ends_at: cameBy?.endsAt ?? null,
      provider_session: cameBy?.providerSession ?? null,
      expires_at: expression(trx, sql`now() + ${LIFE}`),
    })
    .returning('expires_at');
  return { token, expiresAt: row!.expires_at };
}

const live = (db: Knex, token: string) =>
  db('pending_sign_in')
    .where({ token_hash: hashToken(token) })
    .where('expires_at', '>', db.fn.now())
    .where('attempts', '<', MOST_ATTEMPTS);

/**
 * Returns the account of a pending sign-in and the organisation it came by. Null when its token is unknown, expired or used up, or the
 * password has changed since.
 */
export async function ownerOfPending(db: Knex, token: string): Promise<{ accountId: string; cameBy: CameBy | null } | null> {
  const pending = await live(db, token).first('account_id', 'organisation_id', 'ends_at', 'provider_session');
  if (!pending) return null;
  const { account_id: accountId, organisation_id: organisationId, ends_at: endsAt, provider_session: providerSession } = pending;
  return { accountId, cameBy: organisationId === null ? null : { organisationId, endsAt, providerSession } };
}

/** Uses up one of a token's attempts. @returns false when none is left */
export async function takeAttempt(trx: Knex.Transaction, token: string): Promise<boolean> {
  return (await live(trx, token).increment('attempts')) > 0;
}

/** Deletes a pending sign-in, so that its token works once; repeating it changes nothing. */
export async function endPending(trx: Knex.Transaction, token: string): Promise<void> {
  await trx('pending_sign_in')
    .where({ token_hash: hashToken(token) })
    .delete();
}
