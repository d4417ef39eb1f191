import type { Template } from '../mail-parts.ts';

/** Asks a parent for consent to a user under 18; the answer is given on a page of its own. */
export const parentalConsent: Template<{ first_name: string; link: string }> = ({ first_name, link }, { t }) => ({
  subject: t('{name} asks for your consent on {product}', { name: first_name }),
  paragraphs: [
    t('Hello,'),
    t(
      '{name} has an account of {product}, a place to learn, and named you as a parent or guardian. Some parts of it need your consent under 18; under 13 all of them do that concern other people.',
      { name: first_name },
    ),
    { label: t('Read what it is about, and decide'), link },
    t('The link works for a year: there you can also take your consent back. If you know nothing of this, you need do nothing.'),
  ],
});
