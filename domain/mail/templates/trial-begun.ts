import type { Template } from '../mail-parts.ts';

/** `plan`: display name, `ends_at` ISO, the price afterwards in US cents per interval, `link` to the plan's page. */
export interface TrialBegunData {
  readonly plan: string;
  readonly ends_at: string;
  readonly amount_cents: number;
  readonly interval: 'month' | 'year';
  readonly link: string;
}

/** Confirms a trial that was started on the payment page, where nothing was paid and so no receipt is sent. */
export const trialBegun: Template<TrialBegunData> = ({ plan, ends_at, amount_cents, interval, link }, { t, day, money }) => ({
  subject: t('Your free trial at {product} has begun'),
  paragraphs: [
    t('Your free trial of {plan} has begun. It ends on {date}, and nothing was charged.', { plan, date: day(ends_at) }),
    interval === 'month'
      ? t('Without a card it ends by itself. With one the plan goes on at {sum} a month, unless you cancel before that day.', {
          sum: money(amount_cents),
        })
      : t('Without a card it ends by itself. With one the plan goes on at {sum} a year, unless you cancel before that day.', {
          sum: money(amount_cents),
        }),
    { label: t('See your plan'), link },
  ],
});
