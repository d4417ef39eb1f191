import { CREATOR_PERCENT } from '#contract/billing/creator-share.ts';
import { t } from '#frontend/lib/text.ts';

/** What the figures of the studio are reckoned by. */
export const shareWords = (): string =>
  t('Your share is {percent}% of the list price, before tax. Months begin at midnight UTC.', { percent: CREATOR_PERCENT });
