import type { Template } from '../mail-parts.ts';
import type { Speech } from '../words.ts';

/**
 * `what`: display name; `amount_cents` US cents; `outcome`: the dispute was opened, won, or lost; `is_plan` for a payment of a plan; `link`
 * to the billing page.
 */
export interface PaymentDisputedData {
  readonly what: string;
  readonly amount_cents: number;
  readonly outcome: 'open' | 'won' | 'lost';
  readonly is_plan: boolean;
  readonly link: string;
}

type Outcome = PaymentDisputedData['outcome'];
type Say = Speech['t'];
type Of = { readonly sum: string; readonly what: string };

function subjectOf(outcome: Outcome, t: Say, values: Of): string {
  if (outcome === 'open') return t('Your payment of {sum} was disputed', values);
  if (outcome === 'won') return t('The dispute about your payment of {sum} has ended', values);
  return t('Your bank reversed the payment of {sum}', values);
}

function happened(outcome: Outcome, t: Say, values: Of): string {
  if (outcome === 'open')
    return t(
      'The bank that issued the card that paid {sum} for {what} has been asked to reverse the payment, and is deciding now.',
      values,
    );
  if (outcome === 'won') return t('The bank decided that the payment of {sum} for {what} was valid.', values);
  return t('The bank decided the dispute over {sum} for {what} in the cardholder’s favour and returned the money.', values);
}

function outcomeWords(outcome: Outcome, isPlan: boolean, t: Say): string {
  if (outcome === 'open')
    return isPlan
      ? t('Until the bank decides, the remaining tokens of your plan are on hold and no new ones are added. Your courses stay yours.')
      : t('Until the bank decides, the remaining tokens are on hold. Your courses stay yours.');
  if (outcome === 'won') return t('The payment stands, and the tokens that were on hold are back in your balance.');
  return isPlan
    ? t('Your plan has ended and its remaining tokens were removed. Your account continues on the free plan and your courses stay yours.')
    : t('The remaining tokens from this payment were removed. Your courses stay yours.');
}

/** Reports that a payment is disputed at a bank, or how that ended, and the effect on plan and tokens. */
export const paymentDisputed: Template<PaymentDisputedData> = ({ what, amount_cents, outcome, is_plan, link }, { t, money }) => {
  const values = { sum: money(amount_cents), what };
  return {
    subject: subjectOf(outcome, t, values),
    paragraphs: [
      happened(outcome, t, values),
      outcomeWords(outcome, is_plan, t),
      ...(outcome === 'open' ? [t('If this is a mistake, tell your bank that you recognise the payment.')] : []),
      { label: t('See your plan and payments'), link },
    ],
  };
};
