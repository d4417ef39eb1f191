import type { Template } from '../letter-parts.ts';
import { money, tokens } from '../words.ts';

/** `amount_cents` US cents; `tokens` hundredths, when some were taken for it and are back; `link` to the billing page. */
export interface RefundFailedData {
  readonly amount_cents: number;
  readonly tokens?: number;
  readonly link: string;
}

/** Says that money that went back did not arrive. */
export const refundFailed: Template<RefundFailedData> = ({ amount_cents, tokens: back, link }) => ({
  subject: `Your refund of ${money(amount_cents)} did not arrive`,
  paragraphs: [
    `Your bank did not take our refund of ${money(amount_cents)}. We have been told and will give it to you another way. You need do nothing.`,
    ...(back === undefined ? [] : [`The ${tokens(back)} tokens that were taken back for it are in your balance again.`]),
    { label: 'See your payments', link },
  ],
});
