import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';
import { money } from '../words.ts';

/** `amount_cents` US cents; `order` when it was for one. */
export interface RefundData {
  readonly amount_cents: number;
  readonly order?: string;
}

/** Says that money goes back. */
export const refund: Template<RefundData> = ({ amount_cents, order }) => ({
  subject: `Your refund of ${money(amount_cents)} from ${PRODUCT}`,
  paragraphs: [
    `We have refunded ${money(amount_cents)}${order === undefined ? '' : ` for order ${order}`} to the way you paid. Banks take up to ten days to show it.`,
  ],
});
