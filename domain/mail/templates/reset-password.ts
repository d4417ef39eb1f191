import type { Template } from '../mail-parts.ts';

/** Lets a user who has lost the password choose another. */
export const resetPassword: Template<{ first_name: string; link: string }> = ({ first_name, link }, { t }) => ({
  subject: t('Choose a new password for {product}'),
  paragraphs: [
    t('Hello {name},', { name: first_name }),
    t('somebody, most likely you, asked for a new password for this address.'),
    { label: t('Choose a new password'), link },
    t('The link works once, for one hour. Your password stays as it is until you choose another. If you did not ask, you need do nothing.'),
  ],
});
