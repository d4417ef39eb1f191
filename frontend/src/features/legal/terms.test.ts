import { describe, expect, it, vi } from 'vitest';
import { ORGANISATION_PLANS, PLANS } from '#contract/billing/catalogue.ts';
import { LIST_PRICES } from '#frontend/features/legal/list-prices.ts';
import type { Block } from '#frontend/features/legal/section.ts';
import { termsPage } from '#frontend/features/legal/terms.ts';

// a different value than today's: a number written into the text would not follow it
vi.mock('#contract/identity/account.contract.ts', async (actual) => ({ ...(await actual<object>()), DELETION_GRACE_DAYS: 21 }));

const terms = termsPage('/#pricing');
const textOf = (block: Block): string =>
  typeof block === 'string' ? block : 'points' in block ? block.points.join('\n') : block.rows.map((row) => row.join(': ')).join('\n');
const section = (title: string) =>
  terms.sections
    .find((found) => found.title === title)!
    .body.map(textOf)
    .join('\n');

describe('the terms', () => {
  it('HELP-03 have twelve sections and the date of their last change', () => {
    expect([terms.title, terms.sections.length, terms.updated]).toEqual(['Terms and Conditions', 12, 'August 5, 2025']);
  });

  it('PLAN-21 PLAN-22 PLAN-23 PLAN-24 PLAN-25 state their own list prices, and that checkout decides', () => {
    expect(section('List prices')).toBe(`Freemium: Basic $49.99/mo; Plus $99.99/mo; Premium $149.99/mo
Creator: Basic $249.99/mo; Pro $499.00/mo
Corporate: Standard $2,499.99/mo with 50K tokens; Premium $4,999.99/mo with 100K tokens
Institutional: Standard $49,999.99/yr with 500K tokens; Enterprise $99,999.99/yr with 1M tokens
Location services: $29.99/mo
Events: $10 each
Live coaching: $50-$100/hour with a 70% creator share
The price shown at checkout is the price you pay; current plan prices are on the [pricing page](/#pricing).`);
  });

  it('PLAN-26 refund subscriptions within 14 days, coaching and events only when they are canceled', () => {
    expect(section('Payment, renewal and refunds')).toContain(
      'Subscriptions are refunded within 14 days of payment. Coaching and event fees are not refundable unless canceled by the provider.',
    );
  });

  it('PLAN-26 state beside it how often: a promise without its limit would be half of it', () => {
    expect(section('Payment, renewal and refunds')).toContain('You can ask for such a refund yourself once in 12 months');
  });

  it('G33 delete an account when the product does', () => {
    expect(section('Your account')).toContain('It is deleted 21 days after you ask for it');
  });

  it('G01 contain no recurring price that is the price of a plan', () => {
    const recurring = LIST_PRICES.flatMap(({ items }) => items).flatMap((item) =>
      [...item.matchAll(/\$([\d,]+\.\d\d)\/(mo|yr)/g)].map(
        ([, amount, per]) => `${amount!.replaceAll(/[,.]/g, '')}/${per === 'mo' ? 'month' : 'year'}`,
      ),
    );
    expect(recurring).toHaveLength(10);
    const charged = [...PLANS, ...ORGANISATION_PLANS].map(({ amount_cents, interval }) => `${amount_cents}/${interval}`);
    expect(recurring.filter((price) => charged.includes(price))).toEqual([]);
  });
});
