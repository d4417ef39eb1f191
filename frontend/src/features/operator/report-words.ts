import type { REPORT_REASONS } from '#contract/market/market.contract.ts';
import { t } from '#frontend/lib/text.ts';

/** Why a course was reported. */
export const reportReasonWord = (reason: (typeof REPORT_REASONS)[number] | string | null): string =>
  ({
    rights: t('It uses other people’s work'),
    false: t('It contains false information'),
    harmful: t('It is harmful'),
    spam: t('It is advertising'),
  })[reason ?? ''] ?? t('Something else');
