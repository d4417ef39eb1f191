import { setTimeout as sleep } from 'node:timers/promises';
import { transact } from '#domain/platform/database.ts';
import { Account } from '#domain/identity/accounts/account.model.ts';
import { mailLink } from '#domain/identity/accounts/mail-link.command.ts';

/** Longer than the work takes: the answer always comes after this time, so that timing reveals nothing. */
const ANSWER_AFTER_MS = 250;

/**
 * Mails the owner of an address a link to choose a new password, if an account has that address. Neither the answer nor its timing reveals
 * whether one has.
 * @param pause waits for some milliseconds; tests decide when it ends
 */
export async function forgotPassword(email: string, pause: (ms: number) => Promise<unknown> = sleep): Promise<void> {
  await Promise.all([mailTo(email.toLowerCase()), pause(ANSWER_AFTER_MS)]);
}

async function mailTo(email: string): Promise<void> {
  await transact(async (trx) => {
    const account = await Account.query(trx).findOne({ email }).whereNull('deleted_at').forUpdate();
    if (account) await mailLink(trx, 'reset-password', account);
  });
}
