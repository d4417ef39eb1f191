import { REFUND_DAYS } from '#contract/billing/refund-policy.ts';
import type { Template } from '../mail-parts.ts';

/**
 * `due_at` ISO; `ends`: whether a paid plan ends with the account, the organisation that loses its owner, with the ISO end of its year, and
 * lost earnings.
 */
export interface AccountDeletionData {
  readonly first_name: string;
  readonly due_at: string;
  /** Missing in older mails. */
  readonly ends?: {
    readonly plan: boolean;
    readonly organisation: { readonly name: string; readonly ends_at: string } | null;
    /** Lost earnings in dollars. */
    readonly earnings?: { readonly amount: number } | null;
  };
  readonly link: string;
}

/** Confirms that an account will be deleted, what ends with it, and how to cancel. */
export const accountDeletion: Template<AccountDeletionData> = ({ first_name, due_at, ends, link }, { t, day }) => ({
  subject: t('Your {product} account will be deleted on {date}', { date: day(due_at) }),
  paragraphs: [
    t('Hello {name},', { name: first_name }),
    t(
      'you asked us to delete your account. On {date} your courses, your progress and your personal data will be permanently deleted. Payment records that the law requires us to keep remain, without your name.',
      { date: day(due_at) },
    ),
    ...(ends?.plan
      ? [
          t(
            'Your plan ends with your account. You can request a refund of what you paid in the last {n, plural, one {day} other {# days}} on the billing page: sign in before then.',
            { n: REFUND_DAYS },
          ),
        ]
      : []),
    ...(ends?.organisation
      ? [
          t(
            'Members of {organisation} keep its tokens until {date}. Once you leave, nobody can invite or remove people, and its plan will not renew.',
            {
              organisation: ends.organisation.name,
              date: day(ends.organisation.ends_at),
            },
          ),
        ]
      : []),
    ...(ends?.earnings
      ? [
          t('Your courses have earned {amount} that cannot be paid out yet. You will lose it with your account.', {
            amount: `$${ends.earnings.amount.toFixed(2)}`,
          }),
        ]
      : []),
    t('If you change your mind, sign in before that date and choose to keep your account.'),
    { label: t('Sign in'), link },
  ],
});
