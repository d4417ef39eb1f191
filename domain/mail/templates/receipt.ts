import type { Template } from '../mail-parts.ts';
import type { Speech } from '../words.ts';

/**
 * `reference` of the payment; `order` it belongs to; `occasion` of a plan's payment; `amount_cents` US cents; `tokens` hundredths of a
 * token; `date` ISO.
 */
export interface ReceiptData {
  readonly reference: string;
  readonly order: string;
  readonly occasion: 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  readonly description: string;
  readonly amount_cents: number;
  readonly tokens?: number;
  readonly date: string;
}

function subjectOf(occasion: ReceiptData['occasion'], t: Speech['t'], values: { description: string; date: string }): string {
  if (occasion === 'subscription_create') return t('Receipt: {description}, first payment of {date}', values);
  if (occasion === 'subscription_cycle') return t('Receipt: {description}, renewal of {date}', values);
  return t('Receipt: {description}, {date}', values);
}

/** The receipt of a payment. */
export const receipt: Template<ReceiptData> = (
  { reference, order, occasion, description, amount_cents, tokens: bought, date },
  { t, money, tokens, day },
) => ({
  subject: subjectOf(occasion, t, { description, date: day(date) }),
  paragraphs: [
    t('Thank you. This is the receipt for your payment.'),
    {
      rows: [
        [t('Payment'), reference],
        [t('Order'), order],
        [t('Date'), day(date)],
        [t('What'), description],
        ...(bought === undefined ? [] : [[t('Tokens'), tokens(bought)] as const]),
        [t('Paid'), money(amount_cents)],
      ],
    },
  ],
});
