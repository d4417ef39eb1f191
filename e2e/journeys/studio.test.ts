import type { Page } from '@playwright/test';
import { createAccount } from '../support/account.ts';
import { headingFocused, tabTo } from '../support/keyboard.ts';
import { DESKTOP, PHONE, SLOW, expect, test } from '../support/test.ts';

const studioWay = (page: Page) => page.locator('header a[href="/studio"]');
const navigation = (page: Page, name: string) => page.getByRole('navigation', { name, exact: true });

test.describe('the Creator Studio', () => {
  for (const [device, viewport] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const)
    test(
      `SHELL-06 CRE-01 CRE-02 CRE-17 on a ${device} without a mouse: from the header into the studio, to each of its places, and back to the app`,
      viewport === PHONE ? SLOW : {},
      async ({ visit }) => {
        const { page } = await visit({ session: await createAccount('Ines', 1990), viewport });
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
        const places = new Set<string>();
        for (const [place, address, title] of [
          ['Courses', '/studio/courses', 'Your courses'],
          ['Analytics', '/studio/analytics', 'Analytics'],
          ['Students', '/studio/students', 'Students'],
          ['Payouts', '/studio/payouts', 'Payouts'],
          ['Bulk updates', '/studio/batches', 'Bulk updates'],
          ['Create', '/studio/create', 'AI Course Creator'],
          ['Overview', '/studio', 'Overview'],
        ] as const) {
          // a phone has the last three behind one entry
          const isInMore = viewport === PHONE && ['Payouts', 'Bulk updates', 'Create'].includes(place);
          const more = rail.getByRole('button', { name: 'More' });
          await tabTo(page, isInMore ? more : rail.getByRole('link', { name: place }));
          await keyboard.press('Enter');
          if (isInMore) await page.getByRole('menuitem', { name: place }).press('Enter');
          await headingFocused(page, title);
          expect(new URL(page.url()).pathname).toBe(address);
          expect(await rail.locator('[aria-current="page"]').allTextContents()).toEqual([place]);
          await page.getByText('Welcome back, Ines').waitFor();
          const act = page.getByRole('link', { name: 'New Course' });
          await act.waitFor();
          places.add(JSON.stringify(await act.boundingBox()));
          await expect(isInMore ? more : rail.locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 });
        }
        expect(places.size, 'a new course is begun at the same place everywhere').toBe(1);
        await page.goBack();
        await headingFocused(page, 'AI Course Creator');

        await tabTo(page, page.getByRole('link', { name: 'Back to app' }));
        await keyboard.press('Enter');
        await headingFocused(page, 'AI Builder');
        await navigation(page, 'Main').waitFor();
      },
    );
});

test.describe('the header', () => {
  test('SHELL-08 A04 the width decides the layout, and a coarse pointer only the size of targets', SLOW, async ({ visit }) => {
    const session = await createAccount('Ines', 1990);
    const sizes = async (isTouched: boolean, viewport: { width: number; height: number }) => {
      const { page } = await visit({ session, isTouched, viewport });
      await page.goto('/courses');
      const bar = (await navigation(page, 'Main').boundingBox())!;
      const pressed = await page.getByRole('button', { name: /^Notifications/ }).boundingBox();
      return { layout: bar.height > bar.width ? 'rail' : 'bar', pressed: Math.round(pressed!.width) };
    };
    expect(await sizes(true, { width: 768, height: 1024 }), 'a touch laptop or tablet').toEqual({ layout: 'rail', pressed: 44 });
    expect(await sizes(false, { width: 768, height: 1024 }), 'a mouse').toEqual({ layout: 'rail', pressed: 42 });
    expect(await sizes(true, { width: 767, height: 1024 }), 'a phone').toEqual({ layout: 'bar', pressed: 44 });
    expect(await sizes(false, { width: 767, height: 1024 }), 'a narrow window').toEqual({ layout: 'bar', pressed: 42 });
  });
});
