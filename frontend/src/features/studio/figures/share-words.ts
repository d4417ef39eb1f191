import { CREATOR_PERCENT } from '#contract/billing/creator-share.ts';
import { t } from '#frontend/lib/text.ts';

/** Explains how the studio's figures are calculated. */
export const shareWords = (): string =>
  t('Your share is {percent}% of what was paid, before tax. Months begin at midnight UTC.', { percent: CREATOR_PERCENT });
