import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';
import { moment } from '../words.ts';

/** Tells the owner that the password is another now, in case it was not the owner. */
export const passwordChanged: Template<{ first_name: string; at: string; link: string }> = ({ first_name, at, link }) => ({
  subject: `Your password for ${PRODUCT} was changed`,
  paragraphs: [
    `Hello ${first_name},`,
    `the password of your account was changed on ${moment(at)}. Other devices have been signed out.`,
    'If that was not you, choose a new password at once:',
    { label: 'I have lost my password', link },
  ],
});
