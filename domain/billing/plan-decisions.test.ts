import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLANS, TIERS, TOKEN_PACKAGES, TRIAL } from '#contract/billing/catalogue.ts';
import { entitlementOf, type LivePlan } from './subscriptions/current-plan.queries.ts';
import { resolvePlan } from './checkout/resolve-purchase.ts';

/**
 * The specification contradicts itself about the contents of plans. The reading that was decided on is granted and displayed; the other
 * appears nowhere.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const live = (packageId: string, status: LivePlan['status'] = 'active'): LivePlan => ({
  id: 'plan-1',
  packageId,
  status,
  anchor: new Date('2026-11-20T10:00:00Z'),
  periodStart: new Date('2026-11-20T10:00:00Z'),
  periodEnd: new Date('2026-12-20T10:00:00Z'),
  trialEnd: status === 'trialing' ? new Date('2026-11-27T10:00:00Z') : null,
  cancelAtPeriodEnd: false,
  stripeSubscriptionId: null,
});

/** Returns every line that users may read: sources of screens, mails and answers, and their translations. */
function saidToPeople(): [file: string, line: string][] {
  const files = ['frontend/src', 'domain', 'contract', 'api'].flatMap((room) =>
    readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((name) => path.join(room, name)),
  );
  const isComment = (line: string) => /^\s*([/][/]|[*]|[/][*])/.test(line);
  return files
    .filter((name) => /[.](tsx?|json)$/.test(name) && !/[.](test|factory|tmp)[.]/.test(name))
    .flatMap((name) => {
      const lines = readFileSync(path.join(ROOT, name), 'utf8').split('\n');
      return lines.filter((line) => !isComment(line)).map((line): [string, string] => [name, line]);
    });
}

describe('PLAN-19 G04 the trial', () => {
  it('is seven days without a card, and eight courses and twenty tokens a day: both readings at once', () => {
    expect(TRIAL).toEqual({ days: 7, courses: 8, daily_tokens: 20 });
    expect(entitlementOf(live('standard_yearly', 'trialing'))).toMatchObject({
      dailyTokens: 20,
      monthlyTokens: 0,
      quotas: { text_course: 8 },
    });
    expect(PLANS.filter(({ trial_days }) => trial_days > 0).map(({ id, trial_days }) => [id, trial_days])).toEqual([
      ['basic_yearly', 7],
      ['standard_yearly', 7],
      ['premium_yearly', 7],
    ]);
  });
});

describe('PLAN-20 G05 text courses of a month', () => {
  it('are those of the landing table, as granted and as stated; 2, 5 and 10 a month appear nowhere', () => {
    const courses = { basic: 4, standard: 10, premium: 24, creator_pro: 61 };
    for (const plan of PLANS) {
      expect(entitlementOf(live(plan.id)).quotas.text_course, plan.id).toBe(courses[plan.tier]);
      expect(
        plan.features.some((feature) => new RegExp(`^${courses[plan.tier]}( text)? courses$`).test(feature)),
        plan.id,
      ).toBe(true);
    }
    const written = saidToPeople().filter(([, line]) => /\b(2|5|two|five) (text )?courses (a|per|every) month/i.test(line));
    expect(written).toEqual([]);
  });

  it('by the week are not sold: there is no such plan, no way to request one, and no screen names it', () => {
    expect(PLANS.map(({ interval }) => interval).every((interval) => interval === 'month' || interval === 'year')).toBe(true);
    expect(TIERS).not.toContain('weekly');
    for (const named of [
      { package_id: 'weekly' },
      { subscription_package: 'Weekly' },
      { subscription_package: 'weekly', billing_period: 'weekly' },
    ])
      expect(() => resolvePlan(named)).toThrow(expect.objectContaining({ code: 'validation.failed' }));
    expect(saidToPeople().filter(([, line]) => /best value|courses a week|weekly (plan|package|subscription)/i.test(line))).toEqual([]);
  });
});

describe('PLAN-27 G02 Standard', () => {
  it('is 600 tokens, as shown and as granted; 700 are a token package and nothing else', () => {
    for (const plan of PLANS.filter(({ tier }) => tier === 'standard')) {
      expect(plan.features).toContain('600 tokens');
      expect(entitlementOf(live(plan.id)).monthlyTokens).toBe(600);
    }
    expect(PLANS.some(({ tokens }) => tokens === 700)).toBe(false);
    expect(TOKEN_PACKAGES.filter(({ tokens }) => tokens === 700)).toHaveLength(1);
    expect(saidToPeople().filter(([, line]) => /standard[^"'`]{0,40}\b700\b|\b700\b[^"'`]{0,40}standard/i.test(line))).toEqual([]);
  });
});
