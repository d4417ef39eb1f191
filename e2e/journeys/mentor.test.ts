import type { Course } from '#contract/courses/courses.contract.ts';
import { signIn, type Client } from '#ops/testing/client.ts';
import { createAccount, PASSWORD } from '../support/account.ts';
import { writeCourse } from '../support/record-workshop.ts';
import { sandbox } from '../support/sandbox.ts';
import { selectPassage } from '../support/scenes/scenes-reading.ts';
import { PHONE, expect, test } from '../support/test.ts';
import { installation } from '../support/installation.ts';

const WIDE = { width: 1440, height: 900 };
let client: Client;
let course: Course;
let session: Awaited<ReturnType<typeof createAccount>>;

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
  session = await createAccount();
  client = await signIn(installation().appUrl, { email: session.user.email, password: PASSWORD });
  course = await writeCourse(client, { age: 47, topic: 'Flight', learning_goals: 'Understand lift' });
});

test.describe('the mentor', () => {
  test('MEN-01 MEN-02 is asked about a passage of the lesson, knows that lesson, and its quotes lead back to the passage', async ({
    visit,
  }) => {
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
    await page.getByRole('radio', { name: /Gemini/ }).check();
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
  });

  test('is asked about a passage on a phone too, on its own screen', async ({ visit }) => {
    const { page } = await visit({ session, viewport: PHONE });
    await page.goto(`/courses/${course.course_id}/learn/0/0`);
    const passage = course.modules[0]!.lessons[0]!.objectives[0]!;
    await page.locator('article').waitFor();
    await selectPassage(page, passage);
    await page.getByRole('button', { name: 'Ask about this' }).click();
    await page.getByRole('heading', { name: 'AI Mentor', level: 1 }).waitFor();
    await page.getByText(`“${passage}”`).waitFor();
  });

  test('MEN-05 MEN-07 gives the text back when every service is away, and answers it once they are back', async ({ visit }) => {
    const { page } = await visit({ session, viewport: WIDE, tolerate: /Failed to load resource/ });
    await page.goto('/mentor');
    await sandbox.fault('*', '500');
    await page.getByLabel('Your question').fill('What is lift?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Failed to send message to AI mentor').first().waitFor();
    await expect.poll(() => page.getByLabel('Your question').inputValue()).toBe('What is lift?');
    await sandbox.heal();
    await expect
      .poll(
        async () => {
          const button = page.getByRole('button', { name: 'Send' });
          if (await button.isEnabled()) await button.click();
          return page.getByText('Covered by your plan').count();
        },
        { timeout: 60_000 },
      )
      .toBe(1);
  });
});
