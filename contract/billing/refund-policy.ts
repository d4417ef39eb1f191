/** Days within which a payment is refundable (PLAN-26). */
export const REFUND_DAYS = 14;
/** Months of the limits below, counted back from the request. */
export const REFUND_ONCE_IN_MONTHS = 12;
/** Number of purchased courses that users can refund themselves in `REFUND_ONCE_IN_MONTHS`, by account and by payment method. */
export const COURSE_REFUNDS = 3;
/** A purchased course is refundable while fewer of its lessons were opened, in percent. */
export const REFUND_BELOW_PERCENT = 30;
