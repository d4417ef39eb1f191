import type { Page } from '@playwright/test';
import { createAccount } from '../support/account.ts';
import { headingFocused, tabTo } from '../support/keyboard.ts';
import { shoot, horizontalOverflow, squeezedTexts, axeViolations } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const SMALL_PHONE = { width: 360, height: 740 };

const TITLE = 'Keeping bees on a city roof';
const rowOf = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: title, exact: true }) });
const titlesShown = (page: Page) => page.getByRole('rowheader').allTextContents();

/** Checks that a screen follows the rules of every screen, in its current state. */
async function expectSound(page: Page, name: string): Promise<void> {
  await shoot(page, name);
  expect(await axeViolations(page), name).toEqual([]);
  expect(await horizontalOverflow(page), name).toEqual({ px: 0, by: [] });
  await expect.poll(() => squeezedTexts(page), { message: name }).toEqual([]);
}

test.describe('the courses of the Creator Studio', () => {
  test('CRE-08 CRE-09 CRE-10 CRE-18 CRE-20 CRE-23 CRE-24 CRE-26 G54 without a mouse: a draft is made, found, read, changed, copied and deleted', async ({
    visit,
  }) => {
    const { page } = await visit({ session: await createAccount('Nadia') });
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
    await expectSound(page, 'studio-created');

    await tabTo(page, page.getByRole('link', { name: 'All my courses' }));
    await keyboard.press('Enter');
    await headingFocused(page, 'Your courses');
    await rowOf(page, TITLE).getByText('Draft', { exact: true }).waitFor();
    await expectSound(page, 'studio-courses');
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
    await page.getByText('$12.50').waitFor();
    await expectSound(page, 'studio-course');

    await tabTo(page, page.getByRole('link', { name: 'Edit', exact: true }));
    await keyboard.press('Enter');
    await headingFocused(page, 'Edit course');
    await tabTo(page, page.getByLabel('Tags'));
    await keyboard.type('bees, roofs');
    await expectSound(page, 'studio-edit');
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
    // the notice links to it too
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'View the course' }));
    await keyboard.press('Enter');
    await page.getByText('bees, roofs').waitFor();

    await tabTo(page, page.getByRole('button', { name: 'Duplicate' }));
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
    await expectSound(page, 'studio-delete');
    await tabTo(page, question.getByRole('button', { name: 'Delete the course' }));
    await keyboard.press('Enter');
    await rowOf(page, `Copy of ${TITLE}`).waitFor({ state: 'detached' });
    await headingFocused(page, 'Your courses');
    await expect.poll(() => titlesShown(page)).toEqual([TITLE]);
  });

  test('CRE-10 CRE-25 G54 on a small phone: the form is a place of its own, a refused one keeps its text, a course goes to the AI Builder, and is gone when it is deleted', async ({
    visit,
  }) => {
    const { page } = await visit({
      session: await createAccount('Nadia'),
      viewport: SMALL_PHONE,
      isTouched: true,
      tolerate: /Failed to load resource/,
    });
    await page.goto('/studio/courses');
    await page.getByRole('heading', { name: 'No courses yet' }).waitFor();
    await expectSound(page, 'studio-courses-empty-phone');
    await page.getByRole('link', { name: 'Make your first course' }).tap();
    await page.getByLabel(/^Title/).fill(TITLE);
    await page.getByLabel(/^Description/).fill('One colony through a whole year.');
    await page.getByLabel('Learning objectives').fill('Judge a roof\nRead a hive');
    await page.route('**/api/creator/courses', (route) => route.fulfill({ status: 503, json: { status: 503, detail: 'Busy.' } }), {
      times: 1,
    });
    await page.getByRole('button', { name: 'Create Course' }).tap();
    await page.getByText('Failed to create course. Please try again.', { exact: true }).waitFor();
    expect(await page.getByLabel(/^Title/).inputValue()).toBe(TITLE);
    await expectSound(page, 'studio-create-refused-phone');
    await page.getByRole('button', { name: 'Create Course' }).tap();
    await page.getByText("Course created successfully! It's now in draft status.").waitFor();
    await page.getByRole('link', { name: 'All my courses' }).tap();
    await rowOf(page, TITLE).waitFor();
    await expectSound(page, 'studio-courses-phone');

    await page.getByRole('button', { name: `Options: ${TITLE}` }).tap();
    await page.getByRole('menuitem', { name: 'Write its lessons' }).tap();
    await headingFocused(page, 'AI Builder');
    expect(await page.getByLabel('Topic').inputValue()).toBe(TITLE);
    expect(await page.getByLabel('Learning goals').inputValue()).toBe('Judge a roof\nRead a hive\n\nOne colony through a whole year.');

    await page.goto('/studio/courses');
    await page.getByRole('link', { name: `View ${TITLE}` }).tap();
    await headingFocused(page, TITLE);
    await expectSound(page, 'studio-course-phone');
    const address = new URL(page.url()).pathname;
    await page.getByRole('button', { name: 'Delete…' }).tap();
    await page.getByRole('button', { name: 'Delete the course' }).tap();
    await page.getByRole('heading', { name: 'No courses yet' }).waitFor();
    await page.goto(address);
    await page.getByRole('heading', { name: 'There is no course at this address' }).waitFor();
  });

  test('G54 a course that another window has saved is not overwritten unseen, and one that it has deleted takes nothing typed with it', async ({
    visit,
  }) => {
    const { page, context } = await visit({ session: await createAccount('Nadia'), tolerate: /409|404/ });
    await page.goto('/studio/create');
    await page.getByLabel(/^Title/).fill(TITLE);
    await page.getByLabel(/^Description/).fill('One colony through a whole year.');
    await page.getByRole('button', { name: 'Create Course' }).click();
    // the note and the toast link to the same place
    await page.getByRole('link', { name: 'View the course' }).first().click();
    await headingFocused(page, TITLE);
    const other = await context.newPage();
    for (const window of [page, other]) {
      await window.goto(`${page.url().replace(/\/edit$/, '')}/edit`);
      await window.getByLabel(/^Title/).waitFor();
    }
    await other.getByLabel(/^Description/).fill('Two colonies.');
    await other.getByRole('button', { name: 'Save the course' }).click();
    await other.getByText('Saved.', { exact: true }).waitFor();
    await page.getByLabel(/^Title/).fill('Bees');
    await page.getByRole('button', { name: 'Save the course' }).click();
    const panel = page.getByRole('region', { name: 'Changed elsewhere' });
    await panel.getByText(TITLE).waitFor();
    expect(await page.getByLabel(/^Title/).inputValue()).toBe('Bees');
    await expectSound(page, 'studio-conflict');
    await panel.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await page.getByLabel(/^Description/).inputValue()).toBe('Two colonies.');

    // deleted while the user is typing
    await page.getByLabel('Requirements').fill('A roof');
    await other.getByRole('link', { name: 'View the course' }).click();
    await other.getByRole('button', { name: 'Delete…' }).click();
    await other.getByRole('button', { name: 'Delete the course' }).click();
    await other.getByRole('heading', { name: 'No courses yet' }).waitFor();
    await page.getByRole('button', { name: 'Save the course' }).click();
    await page.getByText(/^The course could not be saved/).waitFor();
    expect(await page.getByLabel('Requirements').inputValue()).toBe('A roof');
  });
});
