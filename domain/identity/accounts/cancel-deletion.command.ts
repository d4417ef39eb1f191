import { transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { Account } from './account.model.ts';

/** Cancels an account's deletion. Without a pending deletion it succeeds too. */
export async function cancelDeletion(accountId: string): Promise<void> {
  await transact(async (trx) => {
    const cancelled = await Account.query(trx).patch({ deletion_due_at: null }).where({ id: accountId }).whereNotNull('deletion_due_at');
    if (cancelled === 0) return;
    await recordAudit({ actor: `account:${accountId}`, action: 'account.deletion_cancelled', subject: `account:${accountId}` }, trx);
  });
}
