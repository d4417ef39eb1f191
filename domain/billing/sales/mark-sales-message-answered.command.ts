import type { SalesMessage } from '#contract/billing/sales.contract.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { findSalesMessage } from './sales-message.queries.ts';

/**
 * Marks a message as answered: it leaves the list of those that wait. The first operator to do so stays recorded. @throws ProductError
 * not_found
 */
export async function markSalesMessageAnswered({ accountId, messageId }: { accountId: string; messageId: string }): Promise<SalesMessage> {
  if (!isUuid(messageId)) throw notFound('message');
  return transact(async (trx) => {
    const marked = await trx('sales_message')
      .where({ id: messageId, answered_at: null })
      .update({ answered_at: trx.fn.now(), answered_by: accountId });
    if (marked > 0)
      await recordAudit({ actor: `account:${accountId}`, action: 'sales_message.answer', subject: `sales_message:${messageId}` }, trx);
    const message = await findSalesMessage(trx, messageId);
    if (!message) throw notFound('message');
    return message;
  });
}
