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
    'MEN-01 MEN-02 is asked about a passage of the lesson, knows that lesson, and its quotes lead back to the passage',
    SLOW,
    async ({ visit }) => {
      const { session, course } = given;
      const { page } = await visit({ session, viewport: WIDE });
      await page.goto(`/courses/${course.course_id}/learn/0/0`);
      const passage = course.modules[0]!.lessons[0]!.objectives[0]!;
      await page.getByRole('button', { name: 'Read aloud' }).waitFor();
      await selectPassage(page, passage);
      await page.getByRole('button', { name: 'Ask about this' }).click();
      // in the second column of a wide window
      await page.getByText(`“${passage}”`).waitFor();
      expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
      await page.getByLabel('Your question').fill('What does this mean?');
      await page.getByRole('combobox', { name: 'Who answers' }).selectOption('gemini');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Gemini · Creative').waitFor();
      await page.getByText('Covered by your plan').waitFor();
      await page.getByRole('list', { name: 'Conversation' }).getByText('Knows lesson 1.1').waitFor();
      expect(new URL(page.url()).pathname).toContain('/learn/');
      await page.getByRole('link', { name: 'Open AI Mentor' }).click();
      await page.getByRole('heading', { name: 'AI Mentor', level: 1 }).waitFor();
      await page.getByRole('link', { name: 'What does this mean?' }).waitFor();
      await page.reload();
      await page.getByText('Gemini · Creative').waitFor();
      const quote = page.getByRole('list', { name: 'Passages of the lesson' }).getByRole('link').first();
      const words = (await quote.textContent())!.slice(1, -1);
      await quote.click();
      await page.getByRole('button', { name: 'Read aloud' }).waitFor();
      await expect.poll(() => page.evaluate(() => CSS.highlights.get('shown-passage')?.size ?? 0)).toBe(1);
      const painted = await page.evaluate(() => [...CSS.highlights.get('shown-passage')!].map((range) => String(range)).join());
      expect(painted.replaceAll(/\s+/g, ' ')).toBe(words);
    },
  );

  test('is asked about a passage on a phone too, on its own screen', SLOW, async ({ visit }) => {
    const { session, course } = given;
    const { page } = await visit({ session, viewport: PHONE });
    await page.goto(`/courses/${course.course_id}/learn/0/0`);
    const passage = course.modules[0]!.lessons[0]!.objectives[0]!;
    await page.locator('article').waitFor();
    await selectPassage(page, passage);
    await page.getByRole('button', { name: 'Ask about this' }).click();
    await page.getByRole('heading', { name: 'AI Mentor', level: 1 }).waitFor();
    await page.getByText(`“${passage}”`).waitFor();
  });
});
