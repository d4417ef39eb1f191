import type { Knex } from 'knex';
import type { AlarmAct, BillingAlarm } from '#contract/billing/alarms.contract.ts';
import { databaseNow, lockBilling } from '#domain/billing/checkout/order.ts';
import { fulfilReviewed, pageOf } from '#domain/billing/checkout/order.commands.ts';
import { retryEvent } from '#domain/billing/events/stripe-event.commands.ts';
import { executeRefund } from '#domain/billing/refunds/refund.commands.ts';
import { refundRest } from '#domain/billing/refunds/refund-payment.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { noteAlarmClosed } from './alarm.commands.ts';
import { findAlarm } from './alarm.queries.ts';

interface Acting {
  readonly accountId: string;
  readonly alarmId: string;
  readonly act: AlarmAct;
}

/**
 * Carries out an operator's action on an alarm and closes the alarm, in one transaction. Calls to Stripe follow the commit; after a crash
 * the reconciler makes them. Repeating the same action changes nothing.
 * @throws ProductError not_found; alarm.not_now when the alarm was closed otherwise or the facts no longer allow the action;
 * payments.unavailable
 */
export async function actOnAlarm({ accountId, alarmId, act }: Acting): Promise<BillingAlarm> {
  const alarm = isUuid(alarmId) ? await findAlarm(database(), alarmId) : null;
  if (!alarm) throw notFound('alarm');
  if (alarm.act === act) return alarm;
  const [, subjectId] = alarm.subject.split(/:(.*)/s) as [string, string];
  const stamp = await databaseNow(database());
  const page = act === 'accept' || act === 'give' ? await reachedPage(subjectId) : null;
  const refundId = await transact(async (trx) => {
    if (alarm.account) await lockBilling(trx, alarm.account.user_id);
    // two operators, or a repeated request, wait for each other here
    await trx('billing_alarm').where({ id: alarmId }).forUpdate().first('id');
    const now = (await findAlarm(trx, alarmId))!;
    if (now.act === act) return null;
    if (!now.acts.includes(act)) throw notNow();
    let made: string | null = null;
    if (act === 'refund') made = await refundRest(trx, { paymentId: now.payment!.payment_id, actor: `account:${accountId}` });
    else if (act === 'retry') await retryEvent(trx, subjectId);
    else await fulfil(trx, subjectId, { page, stamp });
    await noteAlarmClosed(trx, { alarmId, accountId, act });
    return made;
  });
  if (refundId) await refundAtOnce(refundId);
  return (await findAlarm(database(), alarmId))!;
}

const notNow = (reason?: string) => new ProductError('alarm.not_now', reason === undefined ? undefined : `It cannot be given: ${reason}.`);

type Page = Awaited<ReturnType<typeof pageOf>>;

async function fulfil(trx: Knex.Transaction, orderId: string, { page, stamp }: { page: Page; stamp: Date }): Promise<void> {
  const refused = page ? await fulfilReviewed(trx, { orderId, page, stamp }) : 'it has no payment page';
  if (refused !== null) throw notNow(refused);
}

/** Fetches the payment page of an order. @throws ProductError payments.unavailable */
async function reachedPage(orderId: string): Promise<Page> {
  try {
    return await pageOf(orderId);
  } catch (error) {
    if (!isStripeFailure(error)) throw error;
    throw new ProductError('payments.unavailable');
  }
}

/** Makes a stored refund. If Stripe is unavailable, the reconciler makes it later. */
async function refundAtOnce(refundId: string): Promise<void> {
  try {
    await executeRefund(refundId);
  } catch (error) {
    if (!isStripeFailure(error)) throw error;
    logger().warn({ refund: refundId, err: error.cause }, 'billing: the refund is stored, and is made once Stripe answers again');
  }
}
