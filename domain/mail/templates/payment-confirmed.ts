import type { Template } from '../mail-parts.ts';

/** Name of the `plan`, or `tokens` in hundredths, or both; `link` to the billing page. */
export interface PaymentConfirmedData {
  readonly plan?: string;
  readonly tokens?: number;
  readonly link: string;
}

/** Confirms that a purchase is available. */
export const paymentConfirmed: Template<PaymentConfirmedData> = ({ plan, tokens: bought, link }, { t, tokens }) => ({
  subject: t('Your payment to {product} arrived'),
  paragraphs: [
    ...(plan === undefined ? [] : [t('Your payment arrived and your plan is now {plan}.', { plan })]),
    ...(bought === undefined ? [] : [t('{tokens} tokens have been added to your balance.', { tokens: tokens(bought) })]),
    ...(plan === undefined && bought === undefined ? [t('Your payment arrived.')] : []),
    { label: t('See your plan and payments'), link },
  ],
});
