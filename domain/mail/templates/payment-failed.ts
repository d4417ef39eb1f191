import type { Template } from '../mail-parts.ts';
import type { Speech } from '../words.ts';

/**
 * `what`: display name; `amount_cents` US cents; `outcome`: nothing was bought, the plan waits for another try or for the owner's
 * confirmation at the bank, or it has ended; `link` to the billing page.
 */
export interface PaymentFailedData {
  readonly what: string;
  readonly amount_cents: number;
  readonly outcome: 'not_bought' | 'tried_again' | 'to_confirm' | 'ended';
  readonly link: string;
}

type Outcome = PaymentFailedData['outcome'];
type Say = Speech['t'];

function outcomeWords(outcome: Outcome, t: Say): string {
  if (outcome === 'not_bought') return t('You were not charged and nothing was bought. You can try again with another payment method.');
  if (outcome === 'tried_again') return t('We will try again in the next few days. Update your card to keep your plan.');
  if (outcome === 'to_confirm')
    return t(
      'Your bank asks you to confirm it. Open your payments, choose "Confirm the payment" beside it and follow your bank\'s instructions. Your plan continues in the meantime.',
    );
  return t('After several attempts, your plan has ended. Your account continues on the free plan, and you keep everything you have made.');
}

function subjectOf(outcome: Outcome, t: Say): string {
  if (outcome === 'to_confirm') return t('Please confirm your payment to {product}');
  if (outcome === 'ended') return t('Your {product} plan has ended because a payment failed');
  return t('Your payment to {product} did not go through');
}

/** Reports that a payment failed or needs confirmation, and the consequences. */
export const paymentFailed: Template<PaymentFailedData> = ({ what, amount_cents, outcome, link }, { t, money }) => {
  const values = { sum: money(amount_cents), what };
  return {
    subject: subjectOf(outcome, t),
    paragraphs: [
      outcome === 'to_confirm'
        ? t('The payment of {sum} for {what} needs your confirmation.', values)
        : t('The payment of {sum} for {what} did not go through.', values),
      outcomeWords(outcome, t),
      { label: t('See your plan and payments'), link },
    ],
  };
};
