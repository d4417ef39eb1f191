import type { Template } from '../letter-parts.ts';
import { day, money, tokens } from '../words.ts';

/** `reference` of the payment, `order` it belongs to; `occasion` of a plan's payment; `amount_cents` US cents; `tokens` hundredths of a token; `date` ISO. */
export interface ReceiptData {
  readonly reference: string;
  readonly order: string;
  readonly occasion: 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  readonly description: string;
  readonly amount_cents: number;
  readonly tokens?: number;
  readonly date: string;
}

const OCCASION = { purchase: '', subscription_create: 'first payment of ', subscription_cycle: 'renewal of ', subscription_update: '' };

/** What was paid, for whom keeps papers. */
export const receipt: Template<ReceiptData> = ({ reference, order, occasion, description, amount_cents, tokens: bought, date }) => ({
  subject: `Receipt: ${description}, ${OCCASION[occasion]}${day(date)}`,
  paragraphs: [
    'Thank you. This is the receipt for your payment.',
    {
      rows: [
        ['Payment', reference],
        ['Order', order],
        ['Date', day(date)],
        ['What', description],
        ...(bought === undefined ? [] : [['Tokens', tokens(bought)] as const]),
        ['Paid', money(amount_cents)],
      ],
    },
  ],
});
