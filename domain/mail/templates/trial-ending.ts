import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';
import { day } from '../words.ts';

/** `plan` as people know it, `ends_at` ISO, `link` to the plan screen. */
export interface TrialEndingData {
  readonly plan: string;
  readonly ends_at: string;
  readonly link: string;
}

/** Warns before a trial ends, so that nobody is surprised. */
export const trialEnding: Template<TrialEndingData> = ({ plan, ends_at, link }) => ({
  subject: `Your ${PRODUCT} trial ends on ${day(ends_at)}`,
  paragraphs: [
    `Your free trial of ${plan} ends on ${day(ends_at)}. After that your account continues on the free plan and nothing you have made is lost.`,
    { label: 'Look at the plans', link },
  ],
});
