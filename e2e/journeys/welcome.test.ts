import type { Page } from '@playwright/test';
import { patience } from '#ops/testing/slowness.ts';
import { createAccount, freshEmail, PASSWORD } from '../support/account.ts';
import { emailField, passwordField } from '../support/forms.ts';
import { headingFocused, tabTo } from '../support/keyboard.ts';
import { storeLanguageChoice } from '../support/languages.ts';
import { sandbox } from '../support/sandbox.ts';
import { DESKTOP, expect, PHONE, SLOW, test } from '../support/test.ts';

const QUESTION = 'What have you always wanted to understand?';
const WINDOWS = { desktop: DESKTOP, phone: PHONE } as const;
/** From pressing 'Create account' to the first sentence of a lesson. */
const MOST_PRESSES = 4;
const MOST_MS = 20_000;

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
});

/** Fills in the form of a new account and presses its button. */
async function register(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Ines');
  await page.getByLabel('Last name').fill('Moreno');
  await emailField(page).fill(freshEmail());
  await passwordField(page).fill(PASSWORD);
  await page.getByLabel(/^I accept the terms/).check();
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** The first paragraph of the open lesson. */
const firstSentence = (page: Page) => page.getByRole('article').locator('p').first();

test.describe('AUTH-28 A24 a new account', () => {
  for (const [size, viewport] of Object.entries(WINDOWS)) {
    test(`opens a course of the library in at most ${MOST_PRESSES} presses and ${MOST_MS / 1000} s on a ${size}`, async ({ visit }) => {
      const { page } = await visit({ viewport });
      await page.goto('/sign-in?mode=create');
      await register(page);
      const begun = performance.now();
      let presses = 1;
      await page.getByRole('heading', { level: 1, name: QUESTION }).waitFor();
      for (const control of [
        page.getByRole('region', { name: 'Suggested subjects' }).getByRole('button').first(),
        page.getByRole('button', { name: 'Start reading' }),
      ]) {
        await control.click();
        presses += 1;
      }
      await page.waitForURL('**/learn/0/0');
      await firstSentence(page).waitFor();
      const ms = performance.now() - begun;
      process.stdout.write(`from Create account to the first sentence on a ${size}: ${presses} presses, ${(ms / 1000).toFixed(1)} s\n`);
      expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
      expect(ms).toBeLessThan(patience(MOST_MS));
    });

    for (const language of ['en', 'es', 'ar'] as const)
      test(`sees the button that creates it without scrolling on a ${size}, in ${language}`, async ({ visit }) => {
        const { page } = await visit({ viewport });
        if (language !== 'en') await storeLanguageChoice(page, language);
        await page.goto('/sign-in?mode=create');
        await page.locator(`html[lang=${language}]`).waitFor();
        await page.evaluate(async () => void (await document.fonts.ready));
        await expect(page.locator('form button[type=submit]')).toBeInViewport({ ratio: 1 });
        expect(await page.evaluate(() => scrollY)).toBe(0);
      });
  }

  test('is told before anything begins that the library lacks a topic, and reads the lesson on how to learn after four presses', async ({
    visit,
  }) => {
    const { page } = await visit({ session: await createAccount() });
    await page.goto('/');
    await page.getByLabel('In your own words').fill('Roman law');
    await page.getByText('“Roman law” is not in the demo library').waitFor();
    await page.getByLabel('How old are you?').fill('34');
    await page.getByRole('button', { name: 'Start reading' }).click();
    await page
      .getByRole('link', { name: /^(Read now|Start lesson 1)/ })
      .first()
      .click();
    await firstSentence(page).waitFor();
  });

  test('gets there by the keyboard alone', SLOW, async ({ visit }) => {
    const { page } = await visit({ session: await createAccount() });
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: QUESTION }).waitFor();
    await tabTo(page, page.getByLabel('In your own words'));
    await page.keyboard.type('Sourdough bread at home');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/learn/0/0');
    await headingFocused(page);
  });

  test('goes on to where it was going: a plan, a course of the market, a page that needs an account', async ({ visit }) => {
    for (const next of ['/plans/standard_yearly', '/market?category=science', '/notes']) {
      const { page } = await visit();
      await page.goto(`/sign-in?mode=create&next=${encodeURIComponent(next)}`);
      await register(page);
      await page.waitForURL((url) => url.pathname + url.search === next);
    }
  });
});
