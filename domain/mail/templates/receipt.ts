import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';
import { day, money, tokens } from '../words.ts';

/** `amount_cents` US cents; `tokens` hundredths of a token; `date` ISO. */
export interface ReceiptData {
  readonly order: string;
  readonly description: string;
  readonly amount_cents: number;
  readonly tokens?: number;
  readonly date: string;
}

/** What was paid, for whom keeps papers. */
export const receipt: Template<ReceiptData> = ({ order, description, amount_cents, tokens: bought, date }) => ({
  subject: `Receipt for your ${PRODUCT} order ${order}`,
  paragraphs: [
    'Thank you. This is the receipt for your payment.',
    {
      rows: [
        ['Order', order],
        ['Date', day(date)],
        ['What', description],
        ...(bought === undefined ? [] : [['Tokens', tokens(bought)] as const]),
        ['Paid', money(amount_cents)],
      ],
    },
  ],
});
