import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';
import { day } from '../words.ts';

/** Confirms that an account will be deleted, and says how to keep it. */
export const accountDeletion: Template<{ first_name: string; due_at: string; link: string }> = ({ first_name, due_at, link }) => ({
  subject: `Your ${PRODUCT} account will be deleted on ${day(due_at)}`,
  paragraphs: [
    `Hello ${first_name},`,
    `you asked for your account to be deleted. On ${day(due_at)} your courses, your progress and your personal data will be deleted for good. What the law makes us keep about payments stays, without your name.`,
    'If you change your mind, sign in before that day and choose to keep the account.',
    { label: 'Sign in', link },
  ],
});
