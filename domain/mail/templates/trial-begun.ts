import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';
import { day, money } from '../words.ts';

/** `plan` as people know it, `ends_at` ISO, what it costs afterwards in US cents every interval, `link` to the plan's page. */
export interface TrialBegunData {
  readonly plan: string;
  readonly ends_at: string;
  readonly amount_cents: number;
  readonly interval: 'month' | 'year';
  readonly link: string;
}

/** Confirms a trial that was begun at the payment page, where nothing was paid and so no receipt is sent. */
export const trialBegun: Template<TrialBegunData> = ({ plan, ends_at, amount_cents, interval, link }) => ({
  subject: `Your free trial at ${PRODUCT} has begun`,
  paragraphs: [
    `Your free trial of ${plan} has begun. It ends on ${day(ends_at)}, and nothing was charged.`,
    `Without a card it ends by itself. With one the plan goes on at ${money(amount_cents)} a ${interval}, unless you cancel before that day.`,
    { label: 'See your plan', link },
  ],
});
