import { existsSync } from 'node:fs';
import path from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { ORGANISATION_PLANS, PLANS, TIERS, TOKEN_PACKAGES } from '#contract/billing/catalogue.ts';
import { Landing } from '#frontend/features/marketing/landing/landing.tsx';

const page = document.createElement('div');
/** Text with whitespace collapsed. */
const words = (element: Element | null | undefined) => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
const all = (selector: string) => [...page.querySelectorAll(selector)];
const buttons = () => all('a.lp-button');

beforeAll(() => {
  page.innerHTML = renderToStaticMarkup(<Landing />);
});

describe('the landing page', () => {
  it('LAND-01 starts with the rating and the white paper', () => {
    expect(words(page.querySelector('.lp-banner > span'))).toBe('Rated 4.9/5 from 10,000+ learners');
    expect(words(page.querySelector('.lp-banner [data-material="white-paper"]'))).toBe('Download White Paper');
  });

  it('G57 LAND-05 LAND-18 one line below the first claims qualifies them all', () => {
    const line = page.querySelector('.lp-opening .lp-figures')!.nextElementSibling;
    expect(words(line)).toBe(
      'The rating, these figures, the mentors, partners and compliance below are stated by the operator, not measured by this page.',
    );
    expect(words(page).match(/operator/g)).toHaveLength(1);
  });

  it('the examples’ covers link to the market, and the product is shown by three pictures', () => {
    expect(all('.lp-shelf a').map((link) => link.getAttribute('href'))).toEqual([
      '/market?q=night%20sky',
      '/market?q=statistics',
      '/market?q=tides',
      '/market?q=bread',
    ]);
    for (const picture of all('.lp-views img')) {
      expect(existsSync(path.join('frontend/public', picture.getAttribute('src')!))).toBe(true);
      expect(picture.getAttribute('alt')).toMatch(/ .*[.]$/);
    }
    expect(all('.lp-views img')).toHaveLength(3);
  });

  it('LAND-02 LAND-03 navigates by brand, two anchors that lead to their chapters, and Get Started Free', () => {
    const bar = page.querySelector('header')!;
    expect(words(bar.querySelector('.lp-brand'))).toBe('Coursewright');
    for (const [anchor, title] of [
      ['partnerships', 'Partnerships and compliance'],
      ['research', 'Research and publications'],
    ]) {
      expect(bar.querySelector(`a[href="#${anchor}"]`)).not.toBeNull();
      expect(words(page.querySelector(`section#${anchor} h2`))).toBe(title);
    }
    expect(words(bar.querySelector('.lp-button'))).toBe('Get Started Free');
  });

  it('LAND-04 links to publications elsewhere, in a new window without access to this one', () => {
    const links = all('#research a') as HTMLAnchorElement[];
    expect(links.length).toBeGreaterThanOrEqual(5);
    for (const { href, target, rel } of links) {
      expect([href, target, rel]).toEqual([expect.stringMatching(/^https:\/\/doi[.]org\/10[.]\d{4}\//), '_blank', 'noopener noreferrer']);
    }
  });

  it('LAND-05 shows four statistics', () => {
    const strip = page.querySelector('.lp-opening .lp-figures')!;
    expect([...strip.children].map((item) => `${words(item.querySelector('dd'))} ${words(item.querySelector('dt'))}`)).toEqual([
      '50,000+ professionals',
      '1,000+ AI courses',
      '98% success rate',
      '24/7 AI support',
    ]);
  });

  it('MEN-08 states the operator’s claim about the mentors', () => {
    expect(words(page.querySelector('#method'))).toContain('AI mentors powered by three AI model families');
  });

  it('LAND-06 PLAN-01 PLAN-02 PLAN-03 PLAN-04 PLAN-07 shows the four plans by the month and by the year, with the true saving', () => {
    const rows = all('.lp-plan').map(words);
    expect(rows).toHaveLength(TIERS.length);
    const facts = [
      ['Basic', '$15/month', 'or $150/year', '$13 a month; you save $30, two months free'],
      ['Standard', 'MOST POPULAR', '$30/month', 'or $300/year', '$25 a month; you save $60, two months free'],
      ['Premium', '$50/month', 'or $500/year', '$42 a month; you save $100, two months free'],
      ['Creator Pro', '$240/month', 'or $2,400/year', '$200 a month; you save $480, two months free'],
    ];
    facts.forEach((parts, index) => parts.forEach((part) => expect(rows[index]).toContain(part)));
    PLANS.filter(({ interval }) => interval === 'month').forEach(({ features }, index) =>
      features.forEach((feature) => expect(rows[index]).toContain(feature)),
    );
  });

  it('LAND-06 PLAN-05 PLAN-06 PLAN-18 shows plans for institutions and the token packages', () => {
    const rows = all('.lp-institutions li').map(words);
    expect(rows).toHaveLength(6);
    ORGANISATION_PLANS.forEach(({ name, features }, index) =>
      [name, ...features, 'Contact Sales'].forEach((part) => expect(rows[index]).toContain(part)),
    );
    expect(rows[5]).toContain('$1,000,000/year');
    expect(words(page.querySelector('#pricing'))).toContain('Token packages from $9.99 to $149.99.');
    expect(all('.lp-packages li')).toHaveLength(TOKEN_PACKAGES.length);
  });

  it('LAND-10 has one target behind every button, which needs no script', () => {
    expect(buttons().length).toBe(3 + 2 * TIERS.length + ORGANISATION_PLANS.length);
    const isSales = (button: Element) => button.closest('.lp-institutions') !== null;
    for (const button of buttons().filter((one) => !isSales(one)))
      expect(button.getAttribute('href')).toMatch(/^\/sign-in[?]mode=create(&|$)/);
    expect(
      buttons()
        .filter(isSales)
        .map((button) => button.getAttribute('href')),
    ).toEqual(ORGANISATION_PLANS.map(({ id }) => `/contact-sales?plan=${id}`));
    expect(all('.lp-plan a.lp-button').map((button) => button.getAttribute('href'))).toEqual(
      TIERS.flatMap((tier) => [`${tier}_monthly`, `${tier}_yearly`]).map((plan) => `/sign-in?mode=create&next=%2Fplans%2F${plan}`),
    );
  });

  it('LAND-07 asks for an email that is not sent anywhere', () => {
    const field = page.querySelector<HTMLInputElement>('.lp-closing input')!;
    expect([field.form, field.name, field.required, field.type]).toEqual([null, '', false, 'text']);
  });

  it('LAND-18 names the regulations it commits to, as text', () => {
    for (const name of ['AODA', 'GDPR', 'CCPA', 'COPPA', 'WCAG 2.1 AA']) expect(words(page.querySelector('#partnerships'))).toContain(name);
    expect(page.querySelector('#partnerships :is(img, svg)')).toBeNull();
  });

  it('LAND-08 ends with the two buttons of the investor material, and the way to its page without a script', () => {
    const named = all('footer [data-material]').map((button) => [words(button), button.getAttribute('data-material')]);
    expect(named).toEqual([
      ['Investor Pitch Deck', 'pitch-deck'],
      ['Valuation Analysis', 'valuation-analysis'],
    ]);
    expect(page.querySelector('footer a[href="/investors"]')).not.toBeNull();
  });

  it('LAND-09 ROOT-11 ends with Install App and the five pages, each in a new window', () => {
    expect(words(page.querySelector('footer [data-install] button'))).toBe('Install App');
    expect(all('footer nav a').map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual(
      ['/terms', '/privacy-policy', '/privacy', '/accessibility-statement', '/accreditation-info'].map((href) => [href, '_blank']),
    );
  });
});
