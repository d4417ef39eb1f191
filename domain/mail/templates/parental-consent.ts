import type { Template } from '../mail-parts.ts';

/** Asks a parent for consent to a user under 18; the answer is given on a page of its own. */
export const parentalConsent: Template<{ first_name: string; link: string }> = ({ first_name, link }, { t }) => ({
  subject: t('{name} asks for your consent on {product}', { name: first_name }),
  paragraphs: [
    t('Hello,'),
    t(
      '{name} has an account with {product}, a place to learn, and named you as their parent or guardian. Some parts of it need your consent for anyone under 18; for children under 13, everything that involves other people does.',
      { name: first_name },
    ),
    { label: t('Read about it and decide'), link },
    t('The link works for a year: you can also use it to withdraw your consent. If this means nothing to you, simply ignore this email.'),
  ],
});
