import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { LIST_PRICES } from '#frontend/features/legal/list-prices.ts';
import { createAccount, PASSWORD } from '../support/account.ts';
import { centsOf, figuresIn, figuresOutsideCatalogue, tokensOf } from '../support/figures.ts';
import { signInByForm } from '../support/forms.ts';
import { PHONE, SLOW, expect, test } from '../support/test.ts';

const REFUSED = /Failed to load resource/;
/** JavaScript before any interaction, kB gzip. */
const MOST_KB = 30;
const FIVE_PAGES = ['/terms', '/privacy-policy', '/privacy', '/accessibility-statement', '/accreditation-info'];

const headline = (page: Page) => page.getByRole('heading', { level: 1, name: 'Say what you want to learn' });
const addressOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length);
const storedKeys = (page: Page) =>
  page.evaluate(() => ['access_token', 'refresh_token', 'user'].filter((key) => localStorage.getItem(key) !== null));
/** The HTML documents a page has loaded, by URL. */
function documentsOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (response.request().resourceType() === 'document') seen.push(pathname + search);
  });
  return seen;
}

test.describe('without any script', () => {
  test('LAND-02 LAND-03 LAND-10 the landing page is complete, and its links work', async ({ visit }) => {
    const { page } = await visit({ scripts: false, viewport: PHONE });
    await page.goto('/');
    await headline(page).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'Ask for any subject',
      'What you get',
      'How it works',
      'Plans and prices',
      'Partnerships and compliance',
      'Research and publications',
      'The first lesson is a few sentences away',
    ]);
    expect((await figuresOutsideCatalogue(page)).stray).toEqual([]);
    // buttons that would have no effect are absent
    expect(await page.getByRole('button').count()).toBe(0);
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Research' }).click();
    await page.waitForURL((url) => url.hash === '#research');
    await page.getByRole('link', { name: 'Get Started', exact: true }).click();
    await page.waitForURL((url) => url.pathname + url.search === '/sign-in?mode=create');
  });

  for (const address of FIVE_PAGES)
    test(`ROOT-11 ${address} is complete`, async ({ visit }) => {
      const { page } = await visit({ scripts: false });
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const sections = await page.getByRole('heading', { level: 2 }).count();
      expect(sections).toBeGreaterThanOrEqual(3);
      expect(await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').count()).toBe(sections);
      await page.getByRole('link', { name: 'Back to Home' }).click();
      await headline(page).waitFor();
    });
});

test.describe('the landing page', () => {
  test(`LAND-14 runs at most ${MOST_KB} kB of script before any interaction, and loads the assistant only on demand`, async ({ visit }) => {
    const { page } = await visit();
    const scripts: Response[] = [];
    page.on('response', (response) => response.request().resourceType() === 'script' && scripts.push(response));
    await page.goto('/', { waitUntil: 'networkidle' });
    const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length));
    const kb = sizes.reduce((sum, size) => sum + size, 0) / 1000;
    console.log(`script before interaction: ${kb.toFixed(1)} kB gzip in ${sizes.length} file(s)`);
    expect(kb).toBeLessThanOrEqual(MOST_KB);
    // its button floats over the page: no control of the page is beneath it, at any scroll position
    await page.setViewportSize({ width: 1280, height: 800 });
    const tab = (await page.getByRole('button', { name: 'AI Assistant' }).boundingBox())!;
    const acts = await page
      .getByRole('main')
      .locator('a, button')
      .evaluateAll((all) =>
        all.map((one) => {
          const { left, right, width } = one.getBoundingClientRect();
          return { name: one.textContent, left, right, isShown: width > 0 };
        }),
      );
    expect(acts.filter(({ left, right, isShown }) => isShown && right > tab.x && left < tab.x + tab.width)).toEqual([]);
    expect(acts.length).toBeGreaterThan(5);
    await page.getByRole('button', { name: 'AI Assistant' }).click();
    await page.getByRole('log').waitFor();
    expect((await page.getByRole('region', { name: 'AI Assistant' }).boundingBox())!.width).toBe(320);
    expect(scripts.length).toBeGreaterThan(sizes.length);
  });

  test('LAND-02 LAND-03 keeps its navigation in view and scrolls the chapters below it', SLOW, async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/');
    for (const [link, title] of [
      ['Partnerships', 'Partnerships and compliance'],
      ['Research', 'Research and publications'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: link }).click();
      const heading = await page.getByRole('heading', { name: title }).boundingBox();
      const bar = await page.getByRole('banner').boundingBox();
      expect(bar!.y).toBe(0);
      expect(heading!.y).toBeGreaterThanOrEqual(bar!.height);
      expect(heading!.y).toBeLessThan(300);
    }
  });
});

test.describe('the figures on screen', () => {
  test('G01 of the terms are the terms’ own, word for word, and no others', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/terms');
    const list = figuresIn(LIST_PRICES.flatMap(({ items }) => items).join('\n'));
    const { stray, read } = await figuresOutsideCatalogue(page, { cents: list.prices.map(centsOf), tokens: list.tokens.map(tokensOf) });
    expect(stray).toEqual([]);
    expect(read.prices).toEqual(list.prices);
    expect(read.tokens).toEqual(list.tokens);
    await page.getByText('The price shown at checkout is the price you pay; current plan prices are on the pricing page.').waitFor();
    await page.getByRole('link', { name: 'pricing page' }).click();
    await page.getByRole('heading', { name: 'Plans and prices' }).waitFor();
  });
});

test.describe('ROOT-04 ROLE-01 the root', () => {
  test('is the app for signed-in users, from the first byte, and the landing page again after signing out', async ({ visit }) => {
    const { user } = await createAccount();
    const { page } = await visit();
    await page.goto('/sign-in');
    await signInByForm(page, user.email, PASSWORD);
    await page.waitForURL('**/welcome');
    const documents = documentsOf(page);
    const answer = await page.goto('/');
    expect(await answer!.text()).toContain('<div id="root">');
    await page.waitForURL('**/welcome');
    expect(documents).toEqual(['/']);
    await page.getByRole('button', { name: 'Profile menu' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).waitFor();
    // no role of an administrator is shown
    expect(await page.getByText(/\badmin(istrator)?\b|^Console$/i).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await headline(page).waitFor();
    // inside the app its links need no new document
    await page.getByRole('link', { name: 'Research', exact: true }).click();
    await page.waitForURL((url) => url.hash === '#research');
    await page.getByRole('link', { name: 'Get Started', exact: true }).click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    expect(documents).toEqual(['/']);
    expect(await (await page.goto('/'))!.text()).toContain('Say what you want to learn');
  });

  test('is the app for a session that only this browser knows', SLOW, async ({ visit }) => {
    const { page } = await visit({ session: await createAccount() });
    await page.goto('/');
    await page.waitForURL('**/welcome');
    await page.getByLabel('In your own words').waitFor();
  });

  test('is the landing page for a session that has ended, which is then forgotten', SLOW, async ({ visit }) => {
    const session = await createAccount();
    const { page } = await visit({ tolerate: REFUSED, session: { ...session, access_token: 'gone', refresh_token: 'gone' } });
    const documents = documentsOf(page);
    await page.goto('/');
    await page.waitForURL((url) => url.pathname === '/' && url.search === '');
    await headline(page).waitFor();
    await expect.poll(() => storedKeys(page)).toEqual([]);
    await expect.poll(() => addressOf(page)).toBe('/');
    expect(documents).toEqual(['/', '/?resume']);
  });

  test('is the app for users who return from a payment', SLOW, async ({ visit }) => {
    const { page } = await visit();
    expect(await (await page.goto('/?session_id=cs_test_1'))!.text()).toContain('<div id="root">');
  });
});

test('HELP-03 the terms open over the form, which keeps the typed text, and close by Back, Close or agreement', SLOW, async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/sign-in?mode=create');
  await page.getByLabel('First name').fill('Ines');
  const dialog = page.getByRole('dialog', { name: 'Terms and Conditions' });
  const open = async () => {
    await page.getByRole('link', { name: 'Read the terms' }).click();
    await dialog.getByRole('heading', { name: /^12[.]/ }).waitFor();
  };
  await open();
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  await open();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await open();
  await dialog.getByRole('button', { name: 'I Understand and Agree' }).click();
  await page.getByText('Terms acknowledged').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('First name').inputValue()).toBe('Ines');
  expect(addressOf(page)).toBe('/sign-in?mode=create');
});
