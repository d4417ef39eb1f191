import type { Template } from '../mail-parts.ts';

/** `amount_cents` US cents; `tokens` hundredths that were revoked for it and are restored, if any; `link` to the billing page. */
export interface RefundFailedData {
  readonly amount_cents: number;
  readonly tokens?: number;
  readonly link: string;
}

/** Reports that a refund could not be delivered. */
export const refundFailed: Template<RefundFailedData> = ({ amount_cents, tokens: back, link }, { t, money, tokens }) => ({
  subject: t('Your refund of {sum} did not arrive', { sum: money(amount_cents) }),
  paragraphs: [
    t('Your bank did not take our refund of {sum}. We have been told and will give it to you another way. You need do nothing.', {
      sum: money(amount_cents),
    }),
    ...(back === undefined
      ? []
      : [t('The {tokens} tokens that were taken back for it are in your balance again.', { tokens: tokens(back) })]),
    { label: t('See your payments'), link },
  ],
});
