import { describe, expect, it } from 'vitest';
import type { LivePlan } from '#domain/billing/subscriptions/current-plan.queries.ts';
import { addMonths, allowancesOf, monthIndex, quotaPeriodOf } from './allowances.ts';

const at = (text: string) => new Date(text.length === 10 ? `${text}T00:00:00Z` : text);
const day = (date: Date) => date.toISOString().slice(0, 10);

const plan = (changes: Partial<LivePlan> = {}): LivePlan => ({
  id: 'sub',
  packageId: 'standard_yearly',
  status: 'active',
  anchor: at('2027-01-31'),
  periodStart: at('2027-01-31'),
  periodEnd: at('2028-01-31'),
  trialEnd: null,
  cancelAtPeriodEnd: false,
  stripeSubscriptionId: 'sub_1',
  ...changes,
});
const given = (of: LivePlan | null, now: string) =>
  allowancesOf(of, at(now)).map(({ source, periodKey, centitokens, expiresAt }) => [
    source,
    periodKey,
    centitokens,
    expiresAt.toISOString(),
  ]);

describe('A08 months of a plan', () => {
  it('are counted from the anniversary and clamped at month ends', () => {
    expect(Array.from({ length: 14 }, (_, n) => day(addMonths(at('2027-01-31'), n)))).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
      '2027-07-31',
      '2027-08-31',
      '2027-09-30',
      '2027-10-31',
      '2027-11-30',
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
    ]);
    expect([12, 13, 48].map((n) => day(addMonths(at('2028-02-29'), n)))).toEqual(['2029-02-28', '2029-03-29', '2032-02-29']);
  });

  it('begin at the anchor’s hour and not a moment earlier', () => {
    const anchor = at('2027-01-31T15:30:00Z');
    expect(monthIndex(anchor, at('2027-01-31T15:29:59.999Z'))).toBe(-1);
    expect(monthIndex(anchor, anchor)).toBe(0);
    expect(monthIndex(anchor, at('2027-02-28T15:29:59Z'))).toBe(0);
    expect(monthIndex(anchor, at('2027-02-28T15:30:00Z'))).toBe(1);
    expect(monthIndex(anchor, at('2028-01-31T15:30:00Z'))).toBe(12);
  });

  it('are found for every moment of four years', () => {
    for (const anchor of ['2027-01-31', '2028-02-29', '2027-12-15'].map(at)) {
      for (let hour = 0; hour < 4 * 366 * 24; hour += 7) {
        const now = new Date(anchor.getTime() + hour * 3_600_000);
        const index = monthIndex(anchor, now);
        expect(addMonths(anchor, index) <= now && now < addMonths(anchor, index + 1)).toBe(true);
      }
    }
  });

  it('of a yearly plan are twelve, each with its tokens, and none that is not paid', () => {
    const keys = new Set<string>();
    for (let d = 0; d < 400; d += 1) {
      for (const one of allowancesOf(plan(), new Date(at('2027-01-31').getTime() + d * 86_400_000))) {
        expect([one.source, one.centitokens]).toEqual(['monthly', 60_000]);
        keys.add(one.periodKey);
      }
    }
    expect(keys.size).toBe(12);
    expect(allowancesOf(plan(), at('2028-01-31'))).toEqual([]);
    expect(quotaPeriodOf(plan(), at('2028-01-31'))).toBeNull();
  });

  it('of a plan with an unpaid renewal continue to the end of the paid month', () => {
    const due = plan({ status: 'past_due', packageId: 'basic_monthly', anchor: at('2027-01-31'), periodEnd: at('2027-02-28') });
    expect(given(due, '2027-02-27')).toEqual([['monthly', 'sub:0', 25_000, '2027-02-28T00:00:00.000Z']]);
    expect(given(due, '2027-03-01')).toEqual([]);
  });
});

describe('a month of a plan is not granted', () => {
  it('in the last seconds of the paid period, if our clock is behind Stripe’s', () => {
    const monthly = plan({ packageId: 'basic_monthly', anchor: at('2027-03-01T11:59:55Z'), periodEnd: at('2027-04-01T12:00:00Z') });
    expect(given(monthly, '2027-04-01T11:59:54Z')).toHaveLength(1);
    expect(given(monthly, '2027-04-01T11:59:58Z')).toEqual([]);
    expect(quotaPeriodOf(monthly, at('2027-04-01T11:59:58Z'))).toBeNull();
  });

  it('a thirteenth time, if a plan changed from months to a year some hours after it began', () => {
    const yearly = plan({ anchor: at('2027-03-01T12:00:00Z'), periodEnd: at('2028-03-01T15:00:00Z') });
    expect(given(yearly, '2028-02-29T12:00:00Z')).toHaveLength(1);
    expect(given(yearly, '2028-03-01T13:00:00Z')).toEqual([]);
  });

  it('but a paid month is granted once Stripe says that it has begun, even if our clock is behind', () => {
    const monthly = { packageId: 'standard_monthly', periodEnd: at('2027-03-31') };
    expect(given(plan({ ...monthly, periodStart: at('2027-02-28T00:00:09Z') }), '2027-02-27')).toEqual([
      ['monthly', 'sub:1', 60_000, '2027-03-31T00:00:00.000Z'],
    ]);
  });

  it('while one of its payments is disputed, or the payment of its period was refunded', () => {
    expect(given(plan({ withheld: true }), '2027-05-01')).toEqual([]);
    expect(quotaPeriodOf(plan({ withheld: true }), at('2027-05-01'))).toBeNull();
  });
});

describe('G17 the free plan', () => {
  it('grants 5 tokens a day and 40 a month, by UTC', () => {
    expect(given(null, '2027-02-28T23:59:59.999Z')).toEqual([
      ['daily', '2027-02-28', 500, '2027-03-01T00:00:00.000Z'],
      ['monthly', 'free:2027-02', 4_000, '2027-03-01T00:00:00.000Z'],
    ]);
    expect(given(null, '2027-03-01')).toEqual([
      ['daily', '2027-03-01', 500, '2027-03-02T00:00:00.000Z'],
      ['monthly', 'free:2027-03', 4_000, '2027-04-01T00:00:00.000Z'],
    ]);
    expect(given(null, '2028-02-29T12:00:00Z')[0]).toEqual(['daily', '2028-02-29', 500, '2028-03-01T00:00:00.000Z']);
    expect(given(null, '2027-12-31T23:00:00Z')[1]).toEqual(['monthly', 'free:2027-12', 4_000, '2028-01-01T00:00:00.000Z']);
  });

  it('ignores daylight saving time: a day that has 23 or 25 hours somewhere is one day', () => {
    for (const spring of ['2027-03-14', '2027-03-28', '2027-10-31', '2027-11-07']) {
      const keys = new Set(Array.from({ length: 24 }, (_, h) => given(null, `${spring}T${String(h).padStart(2, '0')}:30:00Z`)[0]![1]));
      expect([...keys]).toEqual([spring]);
    }
  });
});

it('G04 the trial grants 20 tokens a day, and counts its courses once for all its days', () => {
  const trial = plan({ status: 'trialing', anchor: at('2027-01-31'), trialEnd: at('2027-02-07'), periodEnd: at('2027-02-07') });
  expect(given(trial, '2027-02-01T10:00:00Z')).toEqual([['trial', '2027-02-01', 2_000, '2027-02-02T00:00:00.000Z']]);
  expect(quotaPeriodOf(trial, at('2027-02-01'))).toEqual({ key: 'sub:trial', resetsAt: null });
});
