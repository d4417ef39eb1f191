import { organisationPlanById } from '#contract/billing/catalogue.ts';
import { INVESTMENT, type sendSalesMessage as endpoint, type SalesMessage } from '#contract/billing/sales.contract.ts';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import { mailOperators } from '#domain/mail/mail.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { ProductError, notFound } from '#domain/platform/errors.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { findSalesMessage } from './sales-message.queries.ts';

/** Maximum number of unanswered messages from everybody together: the limit by address does not stop a sender with many addresses. */
const MOST_UNANSWERED = 200;
const HOUR_MS = 3_600_000;

/**
 * Stores a message for the operators, once, and mails them within an hour, at most one mail an hour however many messages arrive. Neither
 * the mail nor a log contains the sender's text.
 * @throws ProductError limits.rate when too many messages are unanswered
 */
export async function sendSalesMessage({ message_id: id, package_id: packageId, ...written }: BodyOf<typeof endpoint>): Promise<void> {
  const package_id = packageId === INVESTMENT ? packageId : (organisationPlanById(packageId ?? '')?.id ?? null);
  await transact(async (trx) => {
    // serialised, so that concurrent senders cannot all take the last free place
    await lockName(trx, 'sales-messages');
    if (await trx('sales_message').where({ id }).first('id')) return;
    const waiting = await trx('sales_message').whereNull('answered_at').limit(MOST_UNANSWERED).pluck('id');
    if (waiting.length >= MOST_UNANSWERED)
      throw new ProductError('limits.rate', 'Too many messages are waiting for an answer. Please try again later.', {
        data: { retryAfterS: HOUR_MS / 1000 },
      });
    await trx('sales_message').insert({ id, package_id, ...written });
    const hourEnds = new Date((Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS);
    await mailOperators(trx, {
      kind: 'sales-messages',
      cause: `sales-messages:${hourEnds.toISOString()}`,
      data: { link: '/operator/sales' },
      heldUntil: hourEnds,
    });
  });
}

/**
 * Marks a message as answered, which takes it off the list of unanswered ones. The first operator to do so stays recorded.
 * @throws ProductError not_found
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
