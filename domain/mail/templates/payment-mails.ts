import type { Template } from '../mail-parts.ts';

/** `amount_cents` US cents; `tokens` hundredths that were revoked for it and are restored, if any; `link` to the billing page. */
interface RefundFailedData {
  readonly amount_cents: number;
  readonly tokens?: number;
  readonly link: string;
}

/** Reports that a refund could not be delivered. */
export const refundFailed: Template<RefundFailedData> = ({ amount_cents, tokens: back, link }, { t, money, tokens }) => ({
  subject: t('Your refund of {sum} did not arrive', { sum: money(amount_cents) }),
  paragraphs: [
    t('Your bank rejected our refund of {sum}. We have been notified and will refund you another way. You do not need to do anything.', {
      sum: money(amount_cents),
    }),
    ...(back === undefined
      ? []
      : [t('The {tokens} tokens that were removed for this refund are back in your balance.', { tokens: tokens(back) })]),
    { label: t('See your payments'), link },
  ],
});

/** US cents; `what`: display name; `link` to the billing page. */
interface PaymentReviewData {
  readonly what: string;
  readonly amount_cents: number;
  readonly received_cents: number;
  readonly link: string;
}

/** Reports that the amount received differs from the amount due, and what happens next. */
export const paymentReview: Template<PaymentReviewData> = ({ what, amount_cents, received_cents, link }, { t, money }) => ({
  subject: t('We are looking at your payment for {what}', { what }),
  paragraphs: [
    t('We received {received} of {sum} for {what}. Our team is reviewing it now.', {
      received: money(received_cents),
      sum: money(amount_cents),
      what,
    }),
    t('You will either get what you ordered or your money back. You do not need to do anything; please do not pay again.'),
    { label: t('See your payments'), link },
  ],
});

/** `amount_cents` US cents; `order` if the payment was for one. */
interface RefundData {
  readonly amount_cents: number;
  readonly order?: string;
}

/** Reports a refund. */
export const refund: Template<RefundData> = ({ amount_cents, order }, { t, money }) => ({
  subject: t('Your refund of {sum} from {product}', { sum: money(amount_cents) }),
  paragraphs: [
    order === undefined
      ? t('We have refunded {sum} to your payment method. It can take up to ten days to appear on your statement.', {
          sum: money(amount_cents),
        })
      : t('We have refunded {sum} for order {order} to your payment method. It can take up to ten days to appear on your statement.', {
          sum: money(amount_cents),
          order,
        }),
  ],
});

/** Name of the `plan`, or `tokens` in hundredths, or both; `link` to the billing page. */
interface PaymentConfirmedData {
  readonly plan?: string;
  readonly tokens?: number;
  readonly link: string;
}

/** Confirms that a purchase is available. */
export const paymentConfirmed: Template<PaymentConfirmedData> = ({ plan, tokens: bought, link }, { t, tokens }) => ({
  subject: t('We received your payment to {product}'),
  paragraphs: [
    ...(plan === undefined ? [] : [t('We received your payment. Your plan is now {plan}.', { plan })]),
    ...(bought === undefined ? [] : [t('{tokens} tokens have been added to your balance.', { tokens: tokens(bought) })]),
    ...(plan === undefined && bought === undefined ? [t('We received your payment.')] : []),
    { label: t('See your plan and payments'), link },
  ],
});
