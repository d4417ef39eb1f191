import type { Knex } from 'knex';
import { withdrawMail } from '#domain/mail/mail.commands.ts';
import { hashToken, newSecret, type LinkKind } from '#domain/platform/links/secret-link.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { expression, sql } from '#domain/platform/sql.ts';

/** Lifetime of a mailed link. */
const LIFE: Record<LinkKind, string> = { 'verify-email': '7 days', 'reset-password': '1 hour', 'parental-consent': '1 year' };

/**
 * Creates a link of a kind for an account, in the caller's transaction. An earlier mail that is still queued is not sent. An earlier link
 * stops working, unless it only confirms the address, because its mail may arrive late.
 * @returns the seed for the mail, and a name of this link for the mail's cause
 */
export async function makeLink(trx: Knex.Transaction, kind: LinkKind, accountId: string): Promise<{ seed: string; name: string }> {
  const { seed, tokenHash } = newSecret(kind);
  const link = { token_hash: tokenHash, expires_at: expression(trx, sql`now() + ${LIFE[kind]}::interval`), created_at: trx.fn.now() };
  const earlier = trx('account_link').where({ account_id: accountId, kind });
  await (kind === 'verify-email' ? earlier.where('expires_at', '<=', trx.fn.now()) : earlier).delete();
  await trx('account_link').insert({ account_id: accountId, kind, ...link });
  await withdrawMail(trx, { accountId, kind });
  return { seed, name: tokenHash.toString('hex').slice(0, 32) };
}

const dead = () => new ProductError('auth.link_invalid', 'This link no longer works. Each link works once; please ask for a new one.');

/** Returns the account of a link, without using the link up. @throws ProductError auth.link_invalid */
export async function findLinkOwner(db: Knex, kind: LinkKind, token: string): Promise<string> {
  const link = await db('account_link')
    .where({ kind, token_hash: hashToken(token) })
    .where('expires_at', '>', db.fn.now())
    .first('account_id');
  if (!link) throw dead();
  return link.account_id;
}

/**
 * Uses up a link and all others of its kind, in the caller's transaction; of concurrent callers with the same token exactly one succeeds.
 * @returns its account
 * @throws ProductError auth.link_invalid when it was used, replaced by a newer one, has expired, or never existed
 */
export async function takeLink(trx: Knex.Transaction, kind: LinkKind, token: string): Promise<{ accountId: string }> {
  const named = { kind, token_hash: hashToken(token) };
  const link = await trx('account_link').where(named).first('account_id');
  if (!link) throw dead();
  // lock the account before the link, in the same order as when creating one, to avoid a deadlock
  await trx('account').where({ id: link.account_id }).forUpdate().first('id');
  const used = await trx('account_link').where(named).where('expires_at', '>', trx.fn.now()).delete();
  if (used === 0) throw dead();
  await trx('account_link').where({ account_id: link.account_id, kind }).delete();
  return { accountId: link.account_id };
}
