import type { Page } from '@playwright/test';
import { userTokens } from '#contract/billing/wallet.contract.ts';
import { listRuns } from '#contract/generation/run-control.contract.ts';
import { aSummary } from '#frontend/features/generation/run/run.factory.ts';
import { createAccount } from '../support/account.ts';
import { mockAnswer, mockChange } from '../support/mocks.ts';
import { resize, shoot, horizontalOverflow } from '../support/page-checks.ts';
import { storeLanguageChoice, type OtherLanguage } from '../support/languages.ts';
import { SLOW, expect, test } from '../support/test.ts';

let session: Awaited<ReturnType<typeof createAccount>>;
test.beforeAll(async () => {
  session = await createAccount('Maximiliana');
});

const WIDTHS = [320, 360, 390, 480, 600, 767, 768, 820, 900, 1000, 1024, 1100, 1180, 1280, 1440, 1500];
const WRITTEN = aSummary({ title: 'Keeping bees on a city roof through the whole year', lessons_ready: 10, lessons_total: 12 });
const QUEUED = aSummary({ title: null, topic: 'Statistics for product managers', status: 'queued', queue_position: 112, lessons_total: 0 });
const RUNS = {
  'nothing is written': [],
  'a course is written': [WRITTEN],
  'many courses wait': [QUEUED, ...Array.from({ length: 11 }, (_, n) => aSummary({ task_id: `more-${n}` }))],
} as const;

/** Fills the header completely: a large balance beside an organisation's pool, a long name, and the courses being written. */
async function fillHeader(page: Page, runs: (typeof RUNS)[keyof typeof RUNS]): Promise<void> {
  await mockAnswer(page, listRuns, { runs: [...runs], next: null });
  const pool = { organisation_available: 10_000, organisation_name: 'Workshop' };
  await mockChange(page, userTokens, (wallet) => ({ ...wallet, balance: 100_045.5, ...pool }));
}

/** The controls in the header's row from start to end, with their edges and centres in px. */
const controlsIn = (page: Page) =>
  page.locator('header').evaluate((header) =>
    [...header.querySelectorAll('a, button')]
      .filter((control) => control.getClientRects().length > 0 && !control.closest('[data-run-chip]'))
      .map((control) => {
        const { top, height, left, right } = control.getBoundingClientRect();
        return { name: control.getAttribute('href') ?? control.id, middle: top + height / 2, left, right };
      }),
  );

for (const language of ['en', 'es', 'ar'] as const)
  test.describe(`the header in ${language}`, () => {
    for (const [state, runs] of Object.entries(RUNS))
      test(
        `SHELL-06 is one row at every width while ${state}, with search, studio, bell and account always in it, and the market on a phone`,
        language === 'en' && runs.length > 1 ? {} : SLOW,
        async ({ visit }) => {
          // targets are larger for fingers than for a mouse
          const { page } = await visit({ session, isTouched: true });
          if (language !== 'en') await storeLanguageChoice(page, language satisfies OtherLanguage);
          await fillHeader(page, runs);
          await page.goto('/usage');
          const chip = page.locator('[data-run-chip]');
          if (runs.length > 0) await chip.waitFor();
          await page.locator('header a[href="/usage"]', { hasText: /100.045/ }).waitFor();
          for (const width of WIDTHS) {
            await resize(page, { width, height: 800 });
            const controls = await controlsIn(page);
            const middles = controls.map(({ middle }) => middle);
            expect(Math.max(...middles) - Math.min(...middles), `${width} px wide`).toBeLessThan(20);
            const names = controls.map(({ name }) => name);
            const always = [
              '/',
              '/usage',
              '/studio',
              'search-button',
              'profile-button',
              ...(width >= 360 && width < 768 ? ['/market'] : []),
            ];
            expect(names, `${width} px wide`).toEqual(expect.arrayContaining(always));
            expect(await page.locator('header [aria-haspopup="dialog"]').count()).toBe(4);
            const inOrder = controls.toSorted((a, b) => a.left - b.left);
            for (const [n, { left }] of inOrder.entries()) {
              if (n > 0) expect(left, `${width} px wide, ${inOrder[n]!.name}`).toBeGreaterThan(inOrder[n - 1]!.right - 1);
            }
            expect(await chip.count(), `${width} px wide`).toBe(runs.length > 0 ? 1 : 0);
            expect(await horizontalOverflow(page), `${width} px wide`).toEqual({ px: 0, by: [] });
            await shoot(page, `header ${language} ${runs.length} ${width}`);
          }
        },
      );
  });

test('PAY-18 ways that the header has no room for are in the profile menu', async ({ visit }) => {
  const { page } = await visit({ session: await createAccount(), viewport: { width: 390, height: 844 } });
  await page.goto('/courses');
  await page.locator('header a[href="/usage"]', { hasText: '5 daily' }).waitFor();
  const buy = page.getByRole('link', { name: 'Buy Tokens' });
  expect(await buy.count(), 'in the header').toBe(0);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('link', { name: 'Upgrade Plan' }).waitFor();
  await buy.click();
  await page.getByRole('dialog', { name: 'Purchase Premium Tokens' }).waitFor();
  await page.waitForURL('**/courses?dialog=tokens');
});
