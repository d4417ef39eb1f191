import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';
import { day, money } from '../words.ts';

/** `plan` as people know it, `ends_at` ISO, `link` to the plan's page; `charge` when it goes on as a paid plan: US cents, every interval. */
export interface TrialEndingData {
  readonly plan: string;
  readonly ends_at: string;
  readonly link: string;
  readonly charge?: { readonly amount_cents: number; readonly interval: 'month' | 'year' };
}

/** Warns before a trial ends, so that nobody is surprised: neither by an end nor by a charge. */
export const trialEnding: Template<TrialEndingData> = ({ plan, ends_at, link, charge }) => ({
  subject: `Your ${PRODUCT} trial ends on ${day(ends_at)}`,
  paragraphs: [
    charge
      ? `Your free trial of ${plan} ends on ${day(ends_at)}. Unless you cancel before that, your card is charged ${money(charge.amount_cents)} that day, and every ${charge.interval} after.`
      : `Your free trial of ${plan} ends on ${day(ends_at)}. After that your account continues on the free plan and nothing you have made is lost. Nothing is charged.`,
    { label: charge ? 'Look at your plan, or cancel it' : 'Look at the plans', link },
  ],
});
