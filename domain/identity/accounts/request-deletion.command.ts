import { DELETION_GRACE_DAYS } from '#contract/identity/account.contract.ts';
import { addMail } from '#domain/mail/add-mail.command.ts';
import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { describeDeletionLoss } from './deletion-loss.queries.ts';
import { invalidateSession } from '#domain/identity/sessions/live-sessions.ts';
import { provePassword } from '#domain/identity/passwords/prove-password.ts';
import { revokeSessionsOf } from '#domain/identity/sessions/revoke-sessions.command.ts';

/**
 * Schedules an account's deletion after the grace period, for a caller who knows its password. All its sessions end; until then the owner
 * can sign in again to cancel it. Repeating it does not change the date.
 * @returns when it will be deleted
 * @throws ProductError auth.password_wrong
 */
export async function requestDeletion({ accountId, password }: { accountId: string; password: string }): Promise<{ dueAt: Date }> {
  const proved = await provePassword(accountId, password);
  const ends = await describeDeletionLoss(accountId);
  const { dueAt, ended } = await transact(async (trx) => {
    const [account] = await trx('account')
      .where({ id: accountId, password_hash: proved })
      .update({
        deletion_due_at: expression(trx, sql`coalesce(deletion_due_at, now() + make_interval(days => ${DELETION_GRACE_DAYS}))`),
      })
      .returning(['email', 'first_name', 'deletion_due_at']);
    if (!account?.deletion_due_at) throw new ProductError('auth.password_wrong', 'The password was changed meanwhile.');
    const due = account.deletion_due_at.toISOString();
    await addMail(trx, {
      kind: 'account-deletion',
      cause: `account-deletion:${accountId}:${due}`,
      accountId,
      to: account.email,
      data: { first_name: account.first_name, due_at: due, ends, link: '/sign-in' },
    });
    await recordAudit(
      { actor: `account:${accountId}`, action: 'account.deletion_requested', subject: `account:${accountId}`, detail: { due_at: due } },
      trx,
    );
    return { dueAt: account.deletion_due_at, ended: await revokeSessionsOf(trx, { accountId }, 'deletion-requested') };
  });
  ended.forEach(invalidateSession);
  return { dueAt };
}
