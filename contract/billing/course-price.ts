/** What a course of the marketplace may cost, in cents; or it is free. Basic promises courses from $5 (PLAN-01). */
export const COURSE_PRICE = { lowest_cents: 500, highest_cents: 20_000 } as const;
