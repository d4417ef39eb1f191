/** Notification kinds about plans, payments and organisations. */
export const BILLING_NOTICES = [
  'organisation.joined',
  'organisation.removed',
  'payment.landed',
  'payment.failed',
  'payment.to_confirm',
  'plan.unpaid',
  'payment.review',
  'payment.disputed',
  'dispute.won',
  'dispute.lost',
  'course.sold',
  'sale.disputed',
  'sale.dispute_won',
  'sale.dispute_lost',
  'payout.sent',
  'payout.failed',
] as const;
