import type { Page } from '@playwright/test';
import { clientOf, createAccount } from '../support/account.ts';
import { headingFocused, tabTo } from '../support/keyboard.ts';
import { must } from '../support/record-workshop.ts';
import { sandbox } from '../support/sandbox.ts';
import { SLOW, expect, test } from '../support/test.ts';

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
});

const TITLE = 'Keeping bees on a city roof';
const rowOf = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: title, exact: true }) });
const titlesShown = (page: Page) => page.getByRole('rowheader').allTextContents();

test.describe('the courses of the Creator Studio', () => {
  test(
    'CRE-08 CRE-09 CRE-10 CRE-18 CRE-20 CRE-23 CRE-24 CRE-26 G54 without a mouse: a draft is created, found, read, changed, copied and deleted',
    SLOW,
    async ({ visit }) => {
      const { page } = await visit({ session: await createAccount('Nadia', 1990) });
      const { keyboard } = page;
      await page.goto('/studio/create');
      const create = page.getByRole('button', { name: 'Create Course' });
      await create.waitFor();
      expect(await create.isDisabled()).toBe(true);
      await tabTo(page, page.getByLabel(/^Title/));
      await keyboard.type(TITLE);
      await tabTo(page, page.getByLabel(/^Description/));
      await keyboard.type('One colony through a whole year.');
      await tabTo(page, page.getByLabel('Category'));
      await keyboard.type('Pers');
      await tabTo(page, page.getByLabel('Price in US dollars'));
      await keyboard.type('12.50');
      await page.getByText('Readers pay: $12.50').waitFor();
      // a reload loses nothing
      await page.reload();
      expect(await page.getByLabel(/^Title/).inputValue()).toBe(TITLE);
      await tabTo(page, create);
      await keyboard.press('Enter');

      await page.getByText('✅ Course created successfully!', { exact: true }).waitFor();
      await page.getByText("Course created successfully! It's now in draft status.", { exact: true }).waitFor();
      expect(await page.getByLabel(/^Title/).inputValue()).toBe('');
      expect(await page.getByLabel('Difficulty').inputValue()).toBe('beginner');

      await tabTo(page, page.getByRole('link', { name: 'All my courses' }));
      await keyboard.press('Enter');
      await headingFocused(page, 'Your courses');
      await rowOf(page, TITLE).getByText('Draft', { exact: true }).waitFor();
      await tabTo(page, page.getByRole('link', { name: /^Published/ }));
      await keyboard.press('Enter');
      await page.getByRole('heading', { name: 'No published courses' }).waitFor();
      expect(new URL(page.url()).search).toBe('?filter=published');
      await tabTo(page, page.getByRole('link', { name: /^Draft/ }));
      await keyboard.press('Enter');
      await rowOf(page, TITLE).waitFor();
      expect(await rowOf(page, TITLE).getByRole('cell').allTextContents()).toEqual(
        expect.arrayContaining(['Draft', '0', '$0.00', '– not yet', '– not yet']),
      );

      await tabTo(page, page.getByRole('link', { name: `View ${TITLE}` }));
      await keyboard.press('Enter');
      await headingFocused(page, TITLE);
      await page.getByText('One colony through a whole year.').waitFor();
      await page.getByText('$12.50').first().waitFor();

      await tabTo(page, page.getByRole('link', { name: 'Details', exact: true }));
      await keyboard.press('Enter');
      await page.getByLabel('Tags').waitFor();
      await headingFocused(page, TITLE);
      await tabTo(page, page.getByLabel('Requirements'));
      await keyboard.type('A roof that carries a hive');
      await page.getByRole('region', { name: 'Preview' }).getByText('A roof that carries a hive').waitFor();
      await tabTo(page, page.getByLabel('Tags'));
      await keyboard.type('bees, roofs');
      await tabTo(page, page.getByRole('link', { name: 'Courses', exact: true }));
      await keyboard.press('Enter');
      await tabTo(
        page,
        page.getByRole('dialog', { name: 'Your changes are not saved' }).getByRole('button', { name: 'Leave without saving' }),
      );
      await keyboard.press('Escape');
      await tabTo(page, page.getByRole('button', { name: 'Save the course' }));
      await keyboard.press('Enter');
      await page.getByText('Saved.', { exact: true }).waitFor();
      await page.reload();
      await expect(page.getByLabel('Tags')).toHaveValue('bees, roofs');
      await tabTo(page, page.getByRole('link', { name: 'Lessons and publishing' }));
      await keyboard.press('Enter');
      await page.getByLabel('Tags').waitFor({ state: 'detached' });
      await page.getByText('A roof that carries a hive').waitFor();

      await tabTo(page, page.getByRole('button', { name: `Options: ${TITLE}` }));
      await keyboard.press('Enter');
      await page.locator('[role="menuitem"]:focus').waitFor();
      await keyboard.press('Enter');
      await headingFocused(page, `Copy of ${TITLE}`);
      await page.goto('/studio/courses');
      await rowOf(page, TITLE).waitFor();
      await expect.poll(() => titlesShown(page)).toEqual([`Copy of ${TITLE}`, TITLE]);

      await tabTo(page, page.getByRole('button', { name: `Options: Copy of ${TITLE}` }));
      await keyboard.press('Enter');
      await page.locator('[role="menuitem"]:focus').waitFor();
      await keyboard.press('End');
      await keyboard.press('Enter');
      const question = page.getByRole('dialog', { name: `Delete “Copy of ${TITLE}”?` });
      await question.waitFor();
      await tabTo(page, question.getByRole('button', { name: 'Delete the course' }));
      await keyboard.press('Enter');
      await rowOf(page, `Copy of ${TITLE}`).waitFor({ state: 'detached' });
      await headingFocused(page, 'Your courses');
      await expect.poll(() => titlesShown(page)).toEqual([TITLE]);
    },
  );

  test(
    'having lessons written stays in the studio: they are requested, read as they arrive, and publishable at the desk',
    SLOW,
    async ({ visit }) => {
      const session = await createAccount('Nadia', 1990);
      const { body } = await must(await clientOf(session), 'POST', '/api/creator/courses', {
        title: TITLE,
        description: 'One colony through a whole year, on a roof in the city.',
        objectives: 'Look after one colony',
      });
      const desk = `/studio/courses/${body.course.id}`;
      const { page } = await visit({ session, viewport: { width: 1440, height: 900 } });
      await page.goto(desk);
      await page.getByRole('button', { name: 'Write its lessons' }).click();
      const form = page.getByRole('form', { name: 'Write its lessons' });
      expect(await form.getByLabel('Topic').inputValue()).toBe(TITLE);
      await form.getByLabel('Age of the learner').fill('34');
      await form.getByLabel('Duration').selectOption('1 week intensive');
      await sandbox.latency(200);
      await form.getByRole('button', { name: 'Write the lessons' }).click();
      await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
      await page.reload();
      const first = page.getByRole('button', { name: /^(Read now|Being written: read along) / }).first();
      await first.click();
      await page.getByRole('region', { name: 'Preview' }).getByRole('article').waitFor();
      await sandbox.latency(0);
      await page.getByRole('button', { name: 'Rewrite them' }).waitFor();
      await expect(page.getByLabel('Use the lessons from')).not.toHaveValue('');
      expect(new URL(page.url()).pathname).toBe(desk);
    },
  );
});
