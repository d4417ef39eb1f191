import type { Template } from '../mail-parts.ts';

/** Informs the owner of an address that someone, possibly the owner, tried to register it. */
export const accountExists: Template<{ first_name: string; link: string }> = ({ first_name, link }, { t }) => ({
  subject: t('You already have an account of {product}'),
  paragraphs: [
    t('Hello {name},', { name: first_name }),
    t(
      'somebody tried to make an account of {product} with this address. You have one already, and nothing was changed. If that was you, sign in, or choose a new password:',
    ),
    { label: t('Choose a new password'), link },
    t('If it was not you, you need do nothing. This mail comes once a day at most.'),
  ],
});
