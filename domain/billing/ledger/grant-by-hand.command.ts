import { uuidv7 } from 'uuidv7';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { inTokens } from '#domain/platform/token-words.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { ensureGrants } from './ensure-grants.command.ts';
import { grantTokens } from './grant-tokens.command.ts';
import { personOwner } from './owner.ts';
import type { Cause } from './post-transaction.ts';

interface ByHand {
  readonly email: string;
  /** Whole tokens; they do not expire. */
  readonly tokens: number;
  /** Who grants them, as `<kind>:<id>`, for instance `script:grant`. */
  readonly actor: string;
  readonly cause: Cause;
  /** Identifies a one-time occasion; without it every call grants again. */
  readonly occasion?: string;
}

/**
 * Grants an account tokens without a payment, and writes an audit entry.
 * @returns tokens it can spend now, and whether this call granted any
 * @throws ProductError not_found when no account has that email
 */
export async function grantByHand({ email, tokens, actor, cause, occasion }: ByHand): Promise<{ balance: number; granted: boolean }> {
  return transact(async (trx) => {
    const account = await trx('account').where({ email: email.trim().toLowerCase() }).first('id');
    if (!account) throw notFound('account');
    const owner = personOwner(account.id);
    const outcome = await grantTokens(trx, { owner, source: 'admin', centitokens: tokens * 100, periodKey: occasion ?? uuidv7(), cause });
    if (outcome === 'granted')
      await recordAudit({ actor, action: 'tokens.grant', subject: `account:${account.id}`, detail: { tokens, cause } }, trx);
    return { balance: inTokens(await ensureGrants(trx, owner)), granted: outcome === 'granted' };
  });
}
