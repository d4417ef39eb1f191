import { useState, type ReactNode } from 'react';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import Button from '@mui/material/Button';
import { FREE_PLAN, ORGANISATION_PLANS, PLANS, type Interval } from '#contract/billing/catalogue.ts';
import type { CurrentSubscription } from '#contract/billing/subscription.contract.ts';
import { freePlan } from '#contract/billing/subscription.factory.ts';
import type { User } from '#contract/identity/identity.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { paidPlan, thePlans } from '../packages.factory.ts';
import { PlanChoice } from './plan-choice.tsx';

/** The screen with the address it keeps the chosen interval in. */
function Screen({ user, asked, free }: { readonly user: User | null; readonly asked?: Interval | undefined; readonly free?: ReactNode }) {
  const [billed, setBilled] = useState(asked);
  return <PlanChoice user={user} billed={billed} onBilled={setBilled} next="/courses" free={free} />;
}
interface Shown {
  user?: User | null;
  asked?: Interval;
  plan?: CurrentSubscription;
  free?: ReactNode;
}
async function show({ user = null, asked, plan = freePlan(), free }: Shown = {}) {
  const sent = stubServer(({ path }) => partly(path === '/api/subscription' ? plan : { packages: thePlans }));
  const shown = await showScreen(<Screen user={user} asked={asked} free={free} />);
  await screen.findByRole('heading', { name: LEARN });
  return { ...shown, sent };
}
const LEARN = 'For learners';
const TEACH = 'For teachers and companies';
const cards = (row = LEARN) =>
  within(screen.getByRole('region', { name: row }))
    .getAllByRole('listitem')
    .filter((item) => item.querySelector('h3'));
const card = (name: string) => cards().find((item) => item.querySelector('h3')?.textContent === name)!;
const names = (row?: string) => cards(row).map((item) => item.querySelector('h3')?.textContent);
const bill = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const INTERVALS = [/^Monthly/, /^Yearly, two months free/];

describe('the plan screen', () => {
  it('PLAN-08 PLAN-17 PAY-01 shows three plans, each once, by the month or by the year, read from the packages call', async () => {
    const { sent } = await show();
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/subscription-packages']);
    for (const [interval, which] of [
      [/^Monthly/, 'monthly'],
      [/^Yearly/, 'yearly'],
    ] as const) {
      bill(interval);
      expect(names()).toEqual(['Basic', 'Standard', 'Premium']);
      expect(card('Basic').querySelector('a')?.textContent).toBe(`Choose Basic ${which}`);
    }
  });

  it('PLAN-11 free is a card beside and before the others, with the filled button', async () => {
    const filled = () => [...document.querySelectorAll('.MuiButton-contained')].map(({ textContent }) => textContent);
    await show({ free: <Button variant="contained">Start</Button> });
    expect(names()).toEqual(['Free', 'Basic', 'Standard', 'Premium']);
    expect(card('Free').textContent).toContain('$0 a month');
    expect(card('Free').textContent).toContain(`${FREE_PLAN.daily_tokens} tokens a day and ${FREE_PLAN.monthly_tokens} a month`);
    expect(filled()).toEqual(['Start']);
    cleanup();
    await show();
    expect(filled(), 'of who has a plan').toEqual(['Choose Standard monthly']);
  });

  it('PLAN-09 marks Standard, and only it, MOST POPULAR on both', async () => {
    await show();
    for (const interval of INTERVALS) {
      bill(interval);
      expect(within(card('Standard')).getByText('MOST POPULAR')).toBeTruthy();
      expect(screen.getAllByText('MOST POPULAR')).toHaveLength(1);
    }
  });

  it('PLAN-10 G03 a yearly plan shows its price per month and the true saving of two months', async () => {
    await show({ asked: 'year' });
    const texts = ['Basic', 'Standard', 'Premium'].map((name) => card(name).textContent);
    expect(texts[0]).toContain('$13 a month');
    expect(texts[1]).toContain('$25 a month');
    expect(texts[2]).toContain('$42 a month');
    expect(texts.map((text) => /You save (\$\d+) \(two months free\)/.exec(text!)?.[1])).toEqual(['$30', '$60', '$100']);
    expect(texts[1]).toContain('$300 a year, billed yearly');
  });

  it('PLAN-15 says that the trial of a yearly plan needs no card, to users who can still have it', async () => {
    await show();
    expect(card('Standard').textContent).not.toContain('trial');
    bill(/^Yearly/);
    expect(card('Standard').textContent).toContain('7-day free trial, no card needed');
    cleanup();
    await show({ user: aUser({ trial_used: true }), asked: 'year' });
    expect(card('Standard').textContent).not.toContain('trial');
  });

  it('opens on the interval of the current plan, which links to that plan instead of a second payment', async () => {
    const plan = paidPlan({ package_id: 'standard_yearly', interval: 'year' });
    await show({ user: aUser({ subscription_status: 'active' }), plan });
    expect(screen.getByRole('button', { name: /^Yearly/, pressed: true })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Your plan Standard yearly' }).getAttribute('href')).toBe('/billing');
    bill(/^Monthly/);
    expect(screen.getByRole('link', { name: 'Choose Standard monthly' })).toBeTruthy();
  });

  it('PLAN-01…05 every plan lists its contents from the catalogue; Creator Pro and Small Business are there too', async () => {
    await show();
    const text = document.body.textContent!;
    for (const { features } of [...PLANS, ORGANISATION_PLANS[0]!]) for (const feature of features) expect(text).toContain(feature);
    expect(names(TEACH)).toEqual(['Creator Pro', 'Small Business']);
  });

  it('PLAN-12 choosing a plan leads to its payment, and keeps the requested page', async () => {
    await show({ asked: 'year' });
    const link = screen.getByRole('link', { name: 'Choose Standard yearly' });
    expect(link.getAttribute('href')).toBe('/plans/standard_yearly?next=%2Fcourses');
  });

  it('PAY-22 says when the plans could not be loaded, and retries', async () => {
    let isUp = false;
    stubServer(() => (isUp ? partly({ packages: thePlans }) : problem('service.unavailable', 'The service is temporarily unavailable')));
    await showScreen(<Screen user={null} />);
    await screen.findByRole('heading', { name: 'Failed to load payment packages' });
    isUp = true;
    screen.getByRole('button', { name: 'Try again' }).click();
    await waitFor(() => expect(names()).toHaveLength(3));
  });
});
