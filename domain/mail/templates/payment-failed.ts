import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';
import { money } from '../words.ts';

/**
 * `what` as people know it; `amount_cents` US cents; `outcome`: nothing was bought, the plan waits for another try or for its owner's word to
 * the bank, or it has ended; `link` to the billing page.
 */
export interface PaymentFailedData {
  readonly what: string;
  readonly amount_cents: number;
  readonly outcome: 'not_bought' | 'tried_again' | 'to_confirm' | 'ended';
  readonly link: string;
}

const OUTCOMES = {
  not_bought: 'Nothing was charged and nothing was bought. You can try again with another way to pay.',
  tried_again: 'It will be tried again in the next days. Change your card so that your plan can go on.',
  to_confirm:
    'Your bank asks you to confirm it. Open your payments, choose "Confirm the payment" beside it and follow what your bank says. Your plan goes on meanwhile.',
  ended: 'It was tried several times, and your plan has ended. Your account continues on the free plan and nothing you have made is lost.',
} as const;

const SUBJECTS = {
  not_bought: `Your payment to ${PRODUCT} did not go through`,
  tried_again: `Your payment to ${PRODUCT} did not go through`,
  to_confirm: `Your payment to ${PRODUCT} waits for you to confirm it`,
  ended: `Your ${PRODUCT} plan has ended: it was not paid`,
} as const;

/** Says that a payment did not go through or waits for its owner, and what that means. */
export const paymentFailed: Template<PaymentFailedData> = ({ what, amount_cents, outcome, link }) => ({
  subject: SUBJECTS[outcome],
  paragraphs: [
    `The payment of ${money(amount_cents)} for ${what} ${outcome === 'to_confirm' ? 'waits for you' : 'did not go through'}.`,
    OUTCOMES[outcome],
    { label: 'See your plan and payments', link },
  ],
});
