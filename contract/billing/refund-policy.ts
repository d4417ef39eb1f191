/** Days within which a subscription payment is refundable (PLAN-26). */
export const REFUND_DAYS = 14;
/** Users can refund only one payment themselves within this many months. */
export const REFUND_ONCE_IN_MONTHS = 12;
