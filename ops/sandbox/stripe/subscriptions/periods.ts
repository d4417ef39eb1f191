import type Stripe from 'stripe';

type Recurring = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;

const DAY_S = 86_400;

/** Returns the start of the n-th period after an anchor, in s UTC. Months keep the anchor's day and time, or use the month's last day. */
export function periodStart(anchor: number, { interval, interval_count: count }: Recurring, n: number): number {
  if (interval === 'day' || interval === 'week') return anchor + n * count * DAY_S * (interval === 'week' ? 7 : 1);
  const from = new Date(anchor * 1000);
  const months = from.getUTCMonth() + n * count * (interval === 'year' ? 12 : 1);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  const time = anchor - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()) / 1000;
  return Date.UTC(from.getUTCFullYear(), months, day) / 1000 + time;
}

/** Tells whether two prices have the same billing interval. */
export function samePace(a: Recurring | null, b: Recurring | null): boolean {
  return a?.interval === b?.interval && a?.interval_count === b?.interval_count;
}
