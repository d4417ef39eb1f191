import type { Template } from '../mail-parts.ts';

/** Asks a user to verify their address. */
export const verifyEmail: Template<{ first_name: string; link: string }> = ({ first_name, link }, { t }) => ({
  subject: t('Confirm your email address for {product}'),
  paragraphs: [
    t('Hello {name},', { name: first_name }),
    t('an account of {product} was made with this address. Please confirm that it is yours, so that mails about the account reach you.'),
    { label: t('Confirm this address'), link },
    t('The link works once, for seven days. If you made no account, you need do nothing.'),
  ],
});
