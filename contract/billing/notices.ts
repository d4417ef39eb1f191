/** Notification kinds of plans, payments and organisations. */
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
