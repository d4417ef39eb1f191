import type { Knex } from 'knex';
import { addMail } from '#domain/mail/add-mail.command.ts';
import type { PaymentDisputedData } from '#domain/mail/templates/payment-disputed.ts';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import type { PaymentRow } from '#domain/billing/checkout/record-payment.ts';

interface DisputeNews {
  readonly disputeId: string;
  readonly payment: PaymentRow;
  readonly outcome: PaymentDisputedData['outcome'];
}

const KINDS = { open: 'payment.disputed', won: 'dispute.won', lost: 'dispute.lost' } as const;

/** Notifies the payer that a bank disputes a payment and what that freezes, and of the outcome; each once per dispute. */
export async function notifyOfDispute(trx: Knex.Transaction, { disputeId, payment, outcome }: DisputeNews): Promise<void> {
  const { account_id: accountId, amount_cents, description: what, stripe_subscription_id: plan } = payment;
  const cause = `dispute-${outcome}:${disputeId}`;
  await addNotification(trx, { accountId, kind: KINDS[outcome], cause, subject: what });
  const account = await trx('account').where({ id: accountId }).first('email');
  await addMail(trx, {
    kind: 'payment-disputed',
    cause,
    accountId,
    to: account!.email,
    data: { what, amount_cents, outcome, is_plan: plan !== null, link: '/billing' },
  });
}
