import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import type { Client } from '#ops/testing/client.ts';
import { axeViolations, setScheme } from '../support/page-checks.ts';
import { givenCourse, must } from '../support/record-workshop.ts';
import { sandbox } from '../support/sandbox.ts';
import { RICH_LESSON, waitForLateContent, selectPassage } from '../support/scenes/scenes-reading.ts';
import { PHONE, SLOW, expect, test, type Visit } from '../support/test.ts';

const WIDE = { width: 1440, height: 900 };
let client: Client;
let course: Course;
let session: SessionAnswer;

/** A user with a course whose second lesson contains every element. */
test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
  ({ session, client, course } = await givenCourse());
  await rewrite(RICH_LESSON, course.version);
});

const rewrite = (content: string, base_version: number) =>
  must(client, 'PATCH', `/api/courses/${course.course_id}/lessons/${course.modules[0]!.lessons[1]!.lesson_id}`, {
    base_version,
    edit_session: randomUUID(),
    content,
  });

async function device(visit: Visit, viewport = WIDE): Promise<Page> {
  const { page } = await visit({ session, viewport });
  return page;
}

const lessonAddress = (): string => `/courses/${course.course_id}/learn/0/1`;
/** Resolves when a place within the lesson is saved: that it was opened is saved too, as its beginning. */
const saved = (page: Page) =>
  page.waitForResponse(
    (answer) => answer.url().endsWith('/reading-place') && answer.ok() && answer.request().postDataJSON()?.position >= 1,
  );
const topBlock = (page: Page): Promise<string> =>
  page.evaluate(
    () => [...document.querySelectorAll('article p')].find((one) => one.getBoundingClientRect().bottom > 120)?.textContent ?? '',
  );

test.describe('reading', () => {
  test(
    'LRN-02 SHELL-02 on a phone shows the position, asks the mentor from the lesson, and scrolls wide formulas in their box',
    SLOW,
    async ({ visit }) => {
      const wide = String.raw`$$ ${Array.from({ length: 30 }, (_, i) => `x_{${i}}`).join(' + ')} = 0 $$`;
      await rewrite(`Begin.\n\n${wide}\n\nA line with $${'abcdefghijklmnop_{1}'.repeat(6)}$ in it.`, course.version + 1);
      const phone = await device(visit, PHONE);
      await phone.goto(lessonAddress());
      await phone.locator('.katex').nth(1).waitFor();
      const place = phone.getByText(/^Module 1 of \d+ · Lesson 2 of \d+/);
      expect(await place.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);
      expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(await phone.getByRole('navigation', { name: 'Main' }).getByRole('link').count()).toBe(6);
      await phone.getByRole('button', { name: 'Ask the mentor' }).click();
      await phone.getByRole('dialog', { name: 'AI Mentor' }).getByLabel('Your question').waitFor();
      expect(new URL(phone.url()).pathname).toBe(lessonAddress());
      await phone.goto('/create');
      const generate = phone.getByRole('button', { name: 'Generate Course' });
      expect(await generate.evaluate((button) => button.getBoundingClientRect().bottom < innerHeight)).toBe(true);
    },
  );

  test('LRN-01 CRS-01 continues at the same passage on another device, one press after signing in', SLOW, async ({ visit }) => {
    const page = await device(visit);
    await page.goto(lessonAddress());
    await waitForLateContent(page);
    const isSaved = saved(page);
    await page.evaluate(() =>
      [...document.querySelectorAll('article p')].find((one) => one.textContent.startsWith('Fifth'))!.scrollIntoView(),
    );
    await page.evaluate(() => scrollBy(0, -100));
    await isSaved;
    expect(await topBlock(page)).toMatch(/^(Fourth|Fifth)/);

    const phone = await device(visit, PHONE);
    await phone.goto('/create');
    await phone
      .getByRole('region', { name: 'Continue' })
      .getByRole('link', { name: /^Continue/ })
      .click();
    await phone.waitForURL(`**${lessonAddress()}`);
    // late content shifts the text: the position is held
    await phone.getByRole('img', { name: 'Diagram; its source follows' }).waitFor({ state: 'attached' });
    await expect.poll(() => topBlock(phone)).toMatch(/^(Fourth|Fifth)/);

    // contents are a drawer here; arrows go to the next lesson
    await phone.getByRole('button', { name: 'Contents and notes' }).click();
    await phone.getByRole('dialog').getByRole('navigation', { name: 'Modules' }).waitFor();
    await phone.keyboard.press('Escape');
    await phone.getByRole('dialog').waitFor({ state: 'detached' });
    await phone.keyboard.press('ArrowRight');
    await phone.waitForURL('**/learn/0/2');
    await phone.goto('/courses');
    await phone.getByRole('region', { name: 'Continue' }).getByText(course.modules[0]!.lessons[2]!.title).waitFor();
  });

  test('LRN-05 shows maths, code, diagrams and tables, in three schemes, to everyone and on paper', SLOW, async ({ visit }) => {
    const page = await device(visit);
    await page.goto(lessonAddress());
    await waitForLateContent(page);
    expect(await page.locator('.katex').count()).toBe(2);
    expect(await page.locator('article img[src^="http"], article script, article iframe, article svg foreignObject').count()).toBe(0);
    const place = page.getByText('Module 1 of');
    await page.evaluate(() => scrollTo(0, 1_500));
    expect((await place.boundingBox())!.y).toBeLessThan(80); // stays visible while the text scrolls
    await page.getByRole('navigation', { name: 'Modules' }).waitFor(); // the contents beside the text stay visible too
    for (const scheme of ['light', 'dark', 'contrast'] as const) {
      await setScheme(page, scheme);
      expect(await axeViolations(page), scheme).toEqual([]);
    }
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Exit Course' }).isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'Lift' }).isVisible()).toBe(true);
  });

  test('LRN-05 a highlight and a note survive a new version, are found and exported; one that has lost its passage says so', async ({
    visit,
  }) => {
    const page = await device(visit);
    await page.goto(lessonAddress());
    await waitForLateContent(page);
    await selectPassage(page, 'the air pushes the wing up');
    await page.getByRole('button', { name: 'Highlight' }).click();
    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.getByRole('blockquote').filter({ hasText: 'the air pushes the wing up' }).waitFor();
    await selectPassage(page, 'it thickens towards the trailing edge');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByLabel('Note on this passage').fill('Why does it?');
    await page.getByRole('button', { name: 'Save note' }).click();
    await notes.getByText('Why does it?', { exact: true }).first().waitFor();
    expect(await page.evaluate(() => CSS.highlights.get('note')?.size)).toBe(2);

    const changed = RICH_LESSON.replace('A **wing**', 'To begin with, a *wing*').replace(/(First|Second) comes a paragraph[^\n]*\n\n/g, '');
    await rewrite(changed.replaceAll('it thickens towards the trailing edge, and separates', 'it grows and leaves'), course.version + 1);
    await page.reload();
    await notes.getByText('This passage is no longer in the lesson.').waitFor();
    await notes.getByRole('button', { name: /^Show in the text/ }).click();
    expect(await page.evaluate(() => [...(CSS.highlights.get('note') ?? [])].map(String))).toEqual(['the air pushes the wing up']);

    await notes.getByRole('link', { name: 'All notes' }).click();
    await page.getByLabel('Search your notes').fill('why');
    await page.waitForURL('**/notes?q=why');
    await page.getByRole('listitem').filter({ hasText: 'the air pushes' }).waitFor({ state: 'detached' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as Markdown' }).click();
    const file = await readFile((await (await download).path())!, 'utf8');
    expect(file).toContain('> it thickens towards the trailing edge\n\nWhy does it?\n\n*This passage is not in the course any more.*');

    await page.goto(`/courses/${course.course_id}/glossary`);
    await page.getByText('boundary layer', { exact: true }).waitFor();
  });
});
