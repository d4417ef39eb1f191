import { axeViolations } from '../support/page-checks.ts';
import { givenCourse } from '../support/record-workshop.ts';
import { sandbox } from '../support/sandbox.ts';
import { selectPassage } from '../support/scenes/scenes-reading.ts';
import { PHONE, SLOW, expect, test } from '../support/test.ts';

const WIDE = { width: 1440, height: 900 };
let given: Awaited<ReturnType<typeof givenCourse>>;

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
  given = await givenCourse();
});

test.describe('the mentor', () => {
  test(
    'MEN-01 MEN-02 is asked about a passage of the lesson, knows that lesson, and its quotes link back to the passage',
    SLOW,
    async ({ visit }) => {
      const { session, course } = given;
      const { page } = await visit({ session, viewport: WIDE });
      await page.goto(`/courses/${course.course_id}/learn/0/0`);
      const passage = course.modules[0]!.lessons[0]!.objectives[0]!;
      await page.getByRole('button', { name: 'Read aloud' }).waitFor();
      await selectPassage(page, passage);
      await page.getByRole('button', { name: 'Ask about this' }).click();
      // beside the lesson in a wide window
      const mentor = page.getByRole('region', { name: 'AI Mentor' });
      await mentor.getByText(passage).waitFor();
      expect(await mentor.evaluate((panel) => panel.getBoundingClientRect().width)).toBe(380);
      expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
      await page.getByLabel('Your question').fill('What does this mean?');
      await page.getByRole('button', { name: /Who answers/ }).click();
      await page.getByRole('menuitemradio', { name: /^Gemini/ }).click();
      await page.getByRole('button', { name: 'Send' }).click();
      await mentor.getByText('Gemini · Creative').waitFor();
      await mentor.getByText('Covered by your plan').waitFor();
      await mentor.getByText('knows 1.1, and your notes').waitFor();
      const painted = () =>
        page.evaluate(() => [...(CSS.highlights.get('shown-passage') ?? [])].map(String).join().replaceAll(/\s+/g, ' '));
      const chip = mentor.getByRole('button', { name: /^Passage 1/ });
      const words = (await chip.getAttribute('title'))!;
      await chip.click();
      await expect.poll(painted).toBe(words);
      expect(new URL(page.url()).pathname).toContain('/learn/');
      await mentor.getByRole('link', { name: 'Open AI Mentor' }).click();
      await page.getByRole('heading', { name: 'What does this mean?', level: 1 }).waitFor();
      await page.reload();
      await page.getByText('Gemini · Creative').waitFor();
      // its passages have their own column there, and link back
      await page
        .getByRole('button', { name: /^1\.1 / })
        .first()
        .click();
      const shown = page.getByRole('list', { name: 'Passages of the lesson' }).getByRole('listitem').filter({ hasText: words });
      expect(await shown.getAttribute('aria-current')).toBe('true');
      await shown.getByRole('link').click();
      await page.getByRole('button', { name: 'Read aloud' }).waitFor();
      await expect.poll(painted).toBe(words);
    },
  );

  test('covers the lesson on a phone, at two heights, and the address stays', SLOW, async ({ visit }) => {
    const { session, course } = given;
    const { page } = await visit({ session, viewport: PHONE, isTouched: true });
    await page.goto(`/courses/${course.course_id}/learn/0/0`);
    const address = page.url();
    const passage = course.modules[0]!.lessons[0]!.objectives[0]!;
    await page.locator('article').waitFor();
    await selectPassage(page, passage);
    const tools = page.getByRole('group', { name: 'Selected passage' });
    // at the end of the window, whole, wherever in the lesson the passage is
    await expect.poll(async () => (await tools.boundingBox())?.height ?? 0).toBeGreaterThan(44);
    await page.getByRole('button', { name: 'Ask about this' }).click();
    await tools.waitFor({ state: 'detached' });
    const sheet = page.getByRole('dialog', { name: 'AI Mentor' });
    await sheet.getByText(passage).waitFor();
    const top = () => sheet.evaluate((panel) => panel.getBoundingClientRect().top / innerHeight);
    await expect.poll(top).toBeGreaterThan(0.4);
    // the passage is in sight above it
    await expect
      .poll(() =>
        page.evaluate(() =>
          Math.max(...[...CSS.highlights.get('shown-passage')!].map((range) => (range as Range).getBoundingClientRect().bottom)),
        ),
      )
      .toBeLessThan(0.46 * PHONE.height);
    expect(await axeViolations(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Expand' }).click();
    await expect.poll(top).toBeLessThan(0.1);
    expect(await axeViolations(page)).toEqual([]);
    await sheet.getByLabel('Your question').fill('What does this mean?');
    await sheet.getByRole('button', { name: 'Send' }).click();
    await sheet.getByText('Covered by your plan').waitFor();
    const [answer, field] = await Promise.all([
      sheet.getByRole('list', { name: 'Conversation' }).getByRole('listitem').last().boundingBox(),
      sheet.getByLabel('Your question').boundingBox(),
    ]);
    expect(answer!.y + answer!.height).toBeLessThan(field!.y);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(page.url()).toBe(address);
  });
});
