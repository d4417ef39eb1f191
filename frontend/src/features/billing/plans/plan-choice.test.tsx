import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ORGANISATION_PLANS, PLANS } from '#contract/billing/catalogue.ts';
import { problem, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { thePlans } from '../packages.factory.ts';
import { PlanChoice } from './plan-choice.tsx';

async function show(hasTrial = true) {
  const sent = stubServer(() => ({ body: { packages: thePlans } }));
  const shown = await showScreen(<PlanChoice hasTrial={hasTrial} next="/courses" />);
  await screen.findByRole('heading', { name: 'Monthly' });
  return { ...shown, sent };
}
const cards = (row: string) =>
  within(screen.getByRole('region', { name: row }))
    .getAllByRole('listitem')
    .filter((item) => item.querySelector('h3'));
const card = (row: string, name: string) => cards(row).find((item) => item.querySelector('h3')?.textContent === name)!;
const names = (row: string) => cards(row).map((item) => item.querySelector('h3')?.textContent);

describe('the plan screen', () => {
  it('PLAN-08 PLAN-17 PAY-01 shows three monthly and three yearly plans, read from the packages call', async () => {
    const { sent } = await show();
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/subscription-packages']);
    expect(names('Monthly')).toEqual(['Basic', 'Standard', 'Premium']);
    expect(names('Yearly')).toEqual(['Basic', 'Standard', 'Premium']);
  });

  it('PLAN-09 marks Standard, and only it, MOST POPULAR on both rows', async () => {
    await show();
    for (const row of ['Monthly', 'Yearly']) {
      expect(within(card(row, 'Standard')).getByText('MOST POPULAR')).toBeTruthy();
      expect(within(screen.getByRole('region', { name: row })).getAllByText('MOST POPULAR')).toHaveLength(1);
    }
  });

  it('PLAN-10 G03 a yearly plan shows its price a month and the true saving of two months', async () => {
    await show();
    const texts = ['Basic', 'Standard', 'Premium'].map((name) => card('Yearly', name).textContent);
    expect(texts[0]).toContain('$13 a month');
    expect(texts[1]).toContain('$25 a month');
    expect(texts[2]).toContain('$42 a month');
    expect(texts.map((text) => /You save (\$\d+) \(two months free\)/.exec(text!)?.[1])).toEqual(['$30', '$60', '$100']);
    expect(texts[1]).toContain('$300 a year, billed yearly');
  });

  it('PLAN-15 says that the trial of a yearly plan needs no card, to those who still can have it', async () => {
    await show();
    expect(card('Yearly', 'Standard').textContent).toContain('7-day free trial, no card needed');
    expect(card('Monthly', 'Standard').textContent).not.toContain('trial');
    cleanup();
    await show(false);
    expect(card('Yearly', 'Standard').textContent).not.toContain('trial');
  });

  it('PLAN-01…05 every plan says what the catalogue says it holds; Creator Pro and Small Business are there too', async () => {
    await show();
    const text = document.body.textContent!;
    for (const { features } of [...PLANS, ORGANISATION_PLANS[0]!]) for (const feature of features) expect(text).toContain(feature);
    expect(names('For people who teach, and for companies')).toEqual(['Creator Pro', 'Creator Pro', 'Small Business']);
  });

  it('PLAN-12 choosing a plan leads to its payment, and keeps where the person was going', async () => {
    await show();
    const link = screen.getByRole('link', { name: 'Choose Standard yearly' });
    expect(link.getAttribute('href')).toBe('/plans/standard_yearly?next=%2Fcourses');
  });

  it('PAY-22 says when the plans could not be had, and asks again', async () => {
    let isUp = false;
    stubServer(() => (isUp ? { body: { packages: thePlans } } : problem(503, 'The service is temporarily unavailable')));
    await showScreen(<PlanChoice hasTrial />);
    await screen.findByRole('heading', { name: 'Failed to load payment packages' });
    isUp = true;
    screen.getByRole('button', { name: 'Try again' }).click();
    await waitFor(() => expect(names('Monthly')).toHaveLength(3));
  });
});
