import type { Template } from '../mail-parts.ts';

/** `amount_cents` US cents; `order` when it was for one. */
export interface RefundData {
  readonly amount_cents: number;
  readonly order?: string;
}

/** Reports a refund. */
export const refund: Template<RefundData> = ({ amount_cents, order }, { t, money }) => ({
  subject: t('Your refund of {sum} from {product}', { sum: money(amount_cents) }),
  paragraphs: [
    order === undefined
      ? t('We have refunded {sum} to the way you paid. Banks take up to ten days to show it.', { sum: money(amount_cents) })
      : t('We have refunded {sum} for order {order} to the way you paid. Banks take up to ten days to show it.', {
          sum: money(amount_cents),
          order,
        }),
  ],
});
