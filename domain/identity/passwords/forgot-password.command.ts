import { setTimeout as sleep } from 'node:timers/promises';
import { transact } from '#domain/platform/database.ts';
import { Account } from '#domain/identity/accounts/account.model.ts';
import { mailLink } from '#domain/identity/accounts/mail-link.command.ts';

/** Longer than the writing takes: the answer comes after so long whether there was anything to write or not. */
const ANSWER_AFTER_MS = 250;

/**
 * Mails the owner of an address a link to choose a new password, if an account has that address. Callers cannot tell: neither by what this
 * answers nor by when.
 */
export async function forgotPassword(email: string): Promise<void> {
  await Promise.all([mailTo(email.toLowerCase()), sleep(ANSWER_AFTER_MS)]);
}

async function mailTo(email: string): Promise<void> {
  await transact(async (trx) => {
    const account = await Account.query(trx).findOne({ email }).whereNull('deleted_at').forUpdate();
    if (account) await mailLink(trx, 'reset-password', account);
  });
}
