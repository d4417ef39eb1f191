import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';
import { tokens } from '../words.ts';

/** `plan` as people know it, or `tokens` in hundredths, or both; `link` to the billing page. */
export interface PaymentConfirmedData {
  readonly plan?: string;
  readonly tokens?: number;
  readonly link: string;
}

/** Says that what was bought is there. */
export const paymentConfirmed: Template<PaymentConfirmedData> = ({ plan, tokens: bought, link }) => ({
  subject: `Your payment to ${PRODUCT} arrived`,
  paragraphs: [
    ...(plan === undefined ? [] : [`Your payment arrived and your plan is now ${plan}.`]),
    ...(bought === undefined ? [] : [`${tokens(bought)} tokens have been added to your balance.`]),
    ...(plan === undefined && bought === undefined ? ['Your payment arrived.'] : []),
    { label: 'See your plan and payments', link },
  ],
});
