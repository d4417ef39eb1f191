import { t } from '#frontend/lib/text.ts';

/** Why no mail draft opened, as a sentence. */
export const contactFailure = (problem: 'unnamed' | 'failed'): string =>
  problem === 'unnamed' ? t('The operator has named no address for investors.') : t('The address could not be fetched. Please try again.');
