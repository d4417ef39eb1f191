import type { Template } from '../letter-parts.ts';
import { money } from '../words.ts';

/**
 * `what` as people know it; `amount_cents` US cents; `outcome`: the bank has begun to look at it, it stays paid, or the bank has taken it
 * back; `is_plan` for a payment of a plan; `link` to the billing page.
 */
export interface PaymentDisputedData {
  readonly what: string;
  readonly amount_cents: number;
  readonly outcome: 'open' | 'won' | 'lost';
  readonly is_plan: boolean;
  readonly link: string;
}

const SUBJECTS = {
  open: (sum: string) => `Your payment of ${sum} is disputed at your bank`,
  won: (sum: string) => `The dispute about your payment of ${sum} has ended`,
  lost: (sum: string) => `Your bank has taken the payment of ${sum} back`,
} as const;

function outcomeWords(outcome: PaymentDisputedData['outcome'], isPlan: boolean): string {
  if (outcome === 'open')
    return isPlan
      ? 'Until the bank has decided, the tokens that are left of the plan are set aside and it gives no new ones. Your courses stay yours.'
      : 'Until the bank has decided, the tokens that are left of it are set aside. Your courses stay yours.';
  if (outcome === 'won') return 'The payment stands, and the tokens that were set aside are in your balance again.';
  return isPlan
    ? 'The plan has ended and what was left of its tokens is gone. Your account continues on the free plan and your courses stay yours.'
    : 'What was left of the tokens it paid for is gone. Your courses stay yours.';
}

/** Says that a payment is disputed at a bank, or how that ended, and what it means for plan and tokens. */
export const paymentDisputed: Template<PaymentDisputedData> = ({ what, amount_cents, outcome, is_plan, link }) => ({
  subject: SUBJECTS[outcome](money(amount_cents)),
  paragraphs: [
    outcome === 'open'
      ? `The bank of the card that paid ${money(amount_cents)} for ${what} was asked to take the payment back, and decides about it now.`
      : outcome === 'won'
        ? `The bank has decided about the payment of ${money(amount_cents)} for ${what}: it was made rightly.`
        : `The bank has decided about the payment of ${money(amount_cents)} for ${what}, and has given the money back.`,
    outcomeWords(outcome, is_plan),
    ...(outcome === 'open' ? ['If this was a mistake, tell your bank that the payment is yours.'] : []),
    { label: 'See your plan and payments', link },
  ],
});
