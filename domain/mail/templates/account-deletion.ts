import { REFUND_DAYS } from '#contract/billing/catalogue.ts';
import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';
import { day } from '../words.ts';

/** `due_at` ISO; `ends`: whether a paid plan ends with the account, and the organisation that loses its owner, with the ISO end of its year. */
export interface AccountDeletionData {
  readonly first_name: string;
  readonly due_at: string;
  /** Absent in mails of before it was said. */
  readonly ends?: { readonly plan: boolean; readonly organisation: { readonly name: string; readonly ends_at: string } | null };
  readonly link: string;
}

/** Confirms that an account will be deleted, what ends with it, and how to keep it. */
export const accountDeletion: Template<AccountDeletionData> = ({ first_name, due_at, ends, link }) => ({
  subject: `Your ${PRODUCT} account will be deleted on ${day(due_at)}`,
  paragraphs: [
    `Hello ${first_name},`,
    `you asked for your account to be deleted. On ${day(due_at)} your courses, your progress and your personal data will be deleted for good. What the law makes us keep about payments stays, without your name.`,
    ...(ends?.plan
      ? [
          `Your plan ends with the account. What you paid in the last ${REFUND_DAYS} days can be given back on the billing page first: sign in to ask for it.`,
        ]
      : []),
    ...(ends?.organisation
      ? [
          `The members of ${ends.organisation.name} keep its tokens until ${day(ends.organisation.ends_at)}. After you nobody can invite or remove people there, and it does not renew.`,
        ]
      : []),
    'If you change your mind, sign in before that day and choose to keep the account.',
    { label: 'Sign in', link },
  ],
});
