import { setTimeout as sleep } from 'node:timers/promises';
import { addMail } from '#domain/mail/add-mail.command.ts';
import { transact } from '#domain/platform/database.ts';
import { makeLink } from './account-link.ts';
import { Account } from './account.model.ts';

/** Longer than the writing takes: the answer comes after so long whether there was anything to write or not. */
const ANSWER_AFTER_MS = 250;

/**
 * Mails the owner of an address a link to choose a new password, if an account has that address. Callers cannot tell: neither by what this
 * answers nor by when.
 */
export async function forgotPassword(email: string): Promise<void> {
  await Promise.all([mailLink(email.toLowerCase()), sleep(ANSWER_AFTER_MS)]);
}

async function mailLink(email: string): Promise<void> {
  await transact(async (trx) => {
    const account = await Account.query(trx).findOne({ email }).whereNull('deleted_at').forUpdate();
    if (!account) return;
    const { seed, name } = await makeLink(trx, 'reset-password', account.id);
    await addMail(trx, {
      kind: 'reset-password',
      cause: `reset-password:${name}`,
      accountId: account.id,
      to: account.email,
      data: { first_name: account.first_name, seed },
    });
  });
}
