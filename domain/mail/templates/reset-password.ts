import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';

/** Lets somebody who has lost the password choose another. */
export const resetPassword: Template<{ first_name: string; link: string }> = ({ first_name, link }) => ({
  subject: `Choose a new password for ${PRODUCT}`,
  paragraphs: [
    `Hello ${first_name},`,
    'somebody, most likely you, asked for a new password for this address.',
    { label: 'Choose a new password', link },
    'The link works once, for one hour. Your password stays as it is until you choose another. If you did not ask, you need do nothing.',
  ],
});
