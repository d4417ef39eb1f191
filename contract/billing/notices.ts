/** What plans, payments and organisations notify people of. */
export const BILLING_NOTICES = [
  'organisation.joined',
  'organisation.removed',
  'payment.landed',
  'payment.failed',
  'payment.to_confirm',
  'plan.unpaid',
  'payment.disputed',
  'dispute.won',
  'dispute.lost',
  'course.sold',
  'payout.sent',
  'payout.failed',
] as const;
