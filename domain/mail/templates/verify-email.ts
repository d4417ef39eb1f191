import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';

/** Asks somebody to show that the address is theirs. */
export const verifyEmail: Template<{ first_name: string; link: string }> = ({ first_name, link }) => ({
  subject: `Confirm your email address for ${PRODUCT}`,
  paragraphs: [
    `Hello ${first_name},`,
    `an account of ${PRODUCT} was made with this address. Please confirm that it is yours, so that mails about the account reach you.`,
    { label: 'Confirm this address', link },
    'The link works once, for seven days. If you made no account, you need do nothing.',
  ],
});
