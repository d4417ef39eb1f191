import type { Page } from '@playwright/test';
import { createAccount } from '../support/account.ts';
import { headingFocused, tabTo } from '../support/keyboard.ts';
import { resize, shoot, horizontalOverflow } from '../support/page-checks.ts';
import { storeLanguageChoice, type OtherLanguage } from '../support/languages.ts';
import { DESKTOP, PHONE, expect, test } from '../support/test.ts';

const studioWay = (page: Page) => page.locator('header a[href="/studio"]');
const navigation = (page: Page, name: string) => page.getByRole('navigation', { name, exact: true });

test.describe('the Creator Studio', () => {
  for (const [device, viewport] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const)
    test(`SHELL-06 CRE-01 CRE-02 CRE-17 on a ${device} without a mouse: from the header into the studio, to each of its places, and back to the app`, async ({
      visit,
    }) => {
      const { page } = await visit({ session: await createAccount(), viewport });
      const { keyboard } = page;
      await page.goto('/courses');
      await tabTo(page, studioWay(page));
      await keyboard.press('Enter');
      await headingFocused(page, 'Overview');
      expect(new URL(page.url()).pathname).toBe('/studio');
      expect(await navigation(page, 'Main').count(), 'the studio is in its place').toBe(0);
      await page.getByText('Welcome back, Ines').waitFor();
      await page.getByText('Revenue this month: $0.00').waitFor();

      const rail = navigation(page, 'Creator Studio');
      for (const [place, address, title] of [
        ['Courses', '/studio/courses', 'Your courses'],
        ['Analytics', '/studio/analytics', 'Analytics'],
        ['Students', '/studio/students', 'Students'],
        ['Create', '/studio/create', 'AI Course Creator'],
        ['Overview', '/studio', 'Overview'],
      ] as const) {
        await tabTo(page, rail.getByRole('link', { name: place }));
        await keyboard.press('Enter');
        await headingFocused(page, title);
        expect(new URL(page.url()).pathname).toBe(address);
        expect(await rail.locator('[aria-current="page"]').allTextContents()).toEqual([place]);
        await page.getByText('Welcome back, Ines').waitFor();
        await page.getByRole('link', { name: 'New Course' }).waitFor();
      }
      await page.goBack();
      await headingFocused(page, 'AI Course Creator');

      await tabTo(page, page.getByRole('link', { name: 'Back to app' }));
      await keyboard.press('Enter');
      await headingFocused(page, 'AI Builder');
      await navigation(page, 'Main').waitFor();
    });

  test('CRE-06 keeps range and comparison in the address, so a reload and Back find them', async ({ visit }) => {
    const { page } = await visit({ session: await createAccount(), viewport: PHONE });
    // a creator with a course sees months, even without revenue
    await page.goto('/studio/create');
    await page.getByLabel(/^Title/).fill('Keeping bees');
    await page.getByLabel(/^Description/).fill('One colony through a whole year.');
    await page.getByRole('button', { name: 'Create Course' }).click();
    await page.getByText("Course created successfully! It's now in draft status.").waitFor();
    await navigation(page, 'Creator Studio').getByRole('link', { name: 'Overview' }).click();
    await page.getByText('Nothing was earned in these 12 months.').waitFor();
    const range = page.getByRole('combobox', { name: 'Months shown' });
    await range.selectOption('24 months');
    await page.getByText('Nothing was earned in these 24 months.').waitFor();
    await page.getByLabel('Compare with the same months a year before').check();
    await page.waitForURL('**/studio?months=24&compare=year');
    await page.reload();
    await page.getByText('Nothing was earned in these 24 months.').waitFor();
    expect(await page.getByLabel('Compare with the same months a year before').isChecked()).toBe(true);
    await page.getByRole('region', { name: 'Revenue trend' }).getByRole('button', { name: 'Show as table' }).click();
    expect(await page.getByRole('row').count()).toBe(24 + 2);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('region', { name: 'Revenue trend' }).getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^revenue-\d{4}-\d{2}-\d{4}-\d{2}\.csv$/);
  });
});

test.describe('the header', () => {
  for (const language of ['en', 'es', 'ar'] as const)
    test(`SHELL-06 has the way into the studio at every width, and nothing sticks out, in ${language}`, async ({ visit }) => {
      const { page } = await visit({ session: await createAccount(), isTouched: true });
      if (language !== 'en') await storeLanguageChoice(page, language satisfies OtherLanguage);
      await page.goto('/courses');
      await page.locator('header [title]', { hasText: /AI|IA|ذكاء/ }).waitFor();
      for (const width of [320, 360, 390, 480, 768, 1100, 1200, 1280, 1440]) {
        await resize(page, { width, height: 800 });
        expect(await horizontalOverflow(page), `${width} px wide`).toEqual({ px: 0, by: [] });
        const [way, bell, profile] = await Promise.all(
          [studioWay(page), page.locator('header [aria-haspopup]').first(), page.locator('#profile-button')].map((each) =>
            each.boundingBox(),
          ),
        );
        const middles = [way, bell, profile].map((box) => Math.round(box!.y + box!.height / 2));
        expect(Math.max(...middles) - Math.min(...middles), `${width} px wide: studio, bell and profile in one line`).toBeLessThan(2);
        const brand = await page.locator('header a').first().boundingBox();
        expect(Math.abs(brand!.y - way!.y), `${width} px wide: and that of the product's name`).toBeLessThan(brand!.height);
        await shoot(page, `header ${language} ${width}`);
      }
    });

  test('SHELL-08 A04 the width decides the layout, and a coarse pointer only the size of what is pressed', async ({ visit }) => {
    const session = await createAccount();
    const sizes = async (isTouched: boolean, viewport: { width: number; height: number }) => {
      const { page } = await visit({ session, isTouched, viewport });
      await page.goto('/courses');
      const bar = (await navigation(page, 'Main').boundingBox())!;
      const pressed = await page.getByRole('button', { name: /^Notifications/ }).boundingBox();
      return { layout: bar.height > bar.width ? 'rail' : 'bar', pressed: Math.round(pressed!.width) };
    };
    expect(await sizes(true, { width: 768, height: 1024 }), 'a touch laptop or tablet').toEqual({ layout: 'rail', pressed: 44 });
    expect(await sizes(false, { width: 768, height: 1024 }), 'a mouse').toEqual({ layout: 'rail', pressed: 40 });
    expect(await sizes(true, { width: 767, height: 1024 }), 'a phone').toEqual({ layout: 'bar', pressed: 44 });
    expect(await sizes(false, { width: 767, height: 1024 }), 'a narrow window').toEqual({ layout: 'bar', pressed: 40 });
  });

  test('SHELL-06 gives the focus to the heading of the screen, and Tab goes on from there', async ({ visit }) => {
    const { page } = await visit({ session: await createAccount() });
    await page.goto('/courses');
    await studioWay(page).click();
    await headingFocused(page, 'Overview');
    const first = page.getByRole('link', { name: 'Make your first course' });
    await first.waitFor();
    await page.keyboard.press('Tab');
    await expect(first).toBeFocused();
  });
});
