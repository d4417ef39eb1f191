import type { Page } from '@playwright/test';
import { reviewForecast } from '#contract/practice/practice.contract.ts';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import type { Client } from '#ops/testing/client.ts';
import { clientOf, createAccount } from '../support/account.ts';
import { mockChange } from '../support/mocks.ts';
import { COURSE, describeCourse, generate } from '../support/forms.ts';
import { must, writeCourse } from '../support/record-workshop.ts';
import { axeViolations } from '../support/page-checks.ts';
import { sandbox } from '../support/sandbox.ts';
import { SLOW, expect, test, type Visit } from '../support/test.ts';

/** A ready course of the library. */
const READY = 'bees-keeping-a-colony-in-garden-or-city';
const FORM = { age: 47, topic: 'Sourdough', learning_goals: 'Bake a loaf every week' };

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
});
test.afterEach(() => sandbox.latency(0));

/** A user's browser, with long timeouts for busy machines, and the same user's API client. */
async function learner(visit: Visit): Promise<{ page: Page; client: Client }> {
  const session = await createAccount();
  const { page } = await visit({ session });
  return { page, client: await clientOf(session) };
}

/** A user who reads the first lesson of their course. */
async function reader(visit: Visit) {
  const { page, client } = await learner(visit);
  const course = await writeCourse(client, FORM);
  const lesson = course.modules[0]!.lessons[0]!;
  const address = `/courses/${course.course_id}`;
  await page.goto(`${address}/learn/0/0`);
  await page.getByRole('heading', { level: 1, name: lesson.title }).waitFor();
  // opening it here does not change the course
  const live = async (): Promise<Course> => ({
    ...(await must(client, 'GET', `/api/courses/${client.userId}/${course.course_id}`)).body.course,
    reading_place: null,
    status: course.status,
  });
  return { page, course, lesson, address, live };
}

async function choose(page: Page, lesson: Lesson, act: string): Promise<void> {
  await page
    .getByRole('button', { name: `Options: ${lesson.title}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: act }).click();
}

const lessonsOf = ({ modules }: Course): Lesson[] => modules.flatMap(({ lessons }) => lessons);

test.describe('a course that is being written', () => {
  test('is read from the first words of a lesson on, while the rest of it arrives', async ({ visit }) => {
    await sandbox.latency(2400);
    const { page } = await learner(visit);
    await page.goto('/create');
    await describeCourse(page, { topic: FORM.topic, goals: FORM.learning_goals, age: FORM.age });
    await generate(page);
    await page
      .getByRole('link', { name: /^Being written: read along/ })
      .first()
      .click();
    await page.getByText('This lesson is being written. Finished paragraphs appear here automatically.').waitFor();
    const words = page.getByRole('article').locator('[lang] > p').first();
    const first = (await words.textContent())!.slice(0, 20);
    await sandbox.latency(0);
    await page.getByRole('region', { name: 'Key takeaways' }).waitFor();
    expect(await words.textContent()).toContain(first);
  });

  test(
    'A12 is stopped from its page, and its finished lessons become a course that names the missing ones and has them written with one press',
    SLOW,
    async ({ visit }) => {
      await sandbox.latency(200, { claude: 8000, gemini: 500 });
      const { page } = await learner(visit);
      await page.goto('/create');
      await describeCourse(page, { topic: FORM.topic, goals: FORM.learning_goals, age: FORM.age });
      await generate(page);
      await page
        .getByRole('link', { name: /^Read now/ })
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      const question = page.getByRole('dialog', { name: 'Stop writing this course?' });
      await question.getByText(/^Keep: it (counts|does not count) towards your plan’s courses/).waitFor();
      await question.getByText('Discard: no course is created, and nothing is charged.').waitFor();
      await question.getByRole('button', { name: /^Stop and keep/ }).click();

      const words = await page.getByText(/You stopped it and kept \d+ lessons? as a course\./).textContent();
      const kept = Number(/\d+/.exec(words!)![0]);
      const answer = page.waitForResponse(COURSE);
      await page.getByRole('link', { name: 'Open course' }).click();
      const { course } = (await (await answer).json()) as { course: Course };
      expect(lessonsOf(course)).toHaveLength(kept);
      expect(course.quality_level).toBe('partial');
      const whole = page.getByRole('region', { name: /^Modules/ });
      const missing = whole.getByRole('button', { name: /^Write / });
      await missing.first().waitFor();
      expect(await missing.count()).toBe(course.missing_lessons);

      await sandbox.latency(0);
      await page.getByText(/^(Costs up to \d+\.\d\d tokens|Your plan has already paid for it)/).waitFor();
      await page.getByRole('button', { name: `Write the ${course.missing_lessons} missing lessons` }).click();
      await page.getByText('Being written').first().waitFor();
      await page.getByRole('heading', { name: /lessons are written$/ }).waitFor({ state: 'detached' });
      expect(await whole.getByRole('link').count()).toBe(lessonsOf(course).length + course.missing_lessons);
    },
  );
});

test.describe('the first lesson', () => {
  test('of the library ends with its cards kept and one question, whose no is final', async ({ visit }) => {
    const { page, client } = await learner(visit);
    const { course_id: courseId } = (await must(client, 'POST', `/api/library/courses/${READY}/open`)).body;
    const complete = async (lesson: number) => {
      await page.goto(`/courses/${courseId}/learn/0/${lesson}`);
      await page.getByRole('button', { name: 'Complete Lesson' }).click();
      await page.getByRole('button', { name: 'Complete anyway' }).click();
      await page.getByRole('heading', { name: /is done$|^Lesson completed$/ }).waitFor();
    };
    await complete(0);
    const question = page.getByRole('group', { name: 'Reminder' });
    await question.waitFor();
    await page.getByText('3 flash cards of this lesson are in your deck.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'No reminders' }).press('Enter');
    await page.getByText('No reminders, then. You can turn them on in your settings.').waitFor();
    await page.getByRole('button', { name: 'Do not keep them' }).press('Enter');
    await page.getByRole('button', { name: 'Add its flash cards' }).waitFor();
    // nothing else was asked, and nothing was kept
    await complete(1);
    await page.getByRole('button', { name: 'Add its flash cards' }).waitFor();
    await expect(question).toBeHidden();
    const { settings } = (await must(client, 'GET', `/api/settings/${client.userId}`)).body;
    expect(settings.notifications.course_reminders).toBe(false);
  });

  test('is followed by a second day, whose steps stand first on both screens', async ({ visit }) => {
    const { page, client } = await learner(visit);
    const { course_id: courseId } = (await must(client, 'POST', `/api/library/courses/${READY}/open`)).body;
    await must(client, 'POST', '/api/lesson-complete', { course_id: courseId, lesson_id: '0_0' });
    await mockChange(page, reviewForecast, (told) => ({ ...told, again: 3, questions: 3, flash_cards: 3 }));
    for (const address of ['/courses', '/dashboard']) {
      await page.goto(address);
      const today = page.getByRole('region', { name: 'Today' });
      await expect(today.getByRole('listitem')).toHaveText([
        /^The 3 hardest questions of last time, once more/,
        /^3 flash cards/,
        /^Where you stopped: /,
      ]);
      expect(await axeViolations(page)).toEqual([]);
    }
    await page.getByRole('link', { name: 'Continue the lesson' }).press('Enter');
    await page.waitForURL(`**/courses/${courseId}/learn/0/1`);
  });
});

test.describe('a lesson', () => {
  test('LRN-08 LRN-10 G35 is completed for points once and bookmarked; both stand after a reload', async ({ visit }) => {
    const { page } = await reader(visit);
    await page.getByRole('button', { name: 'Complete Lesson' }).click();
    await page.getByText(/questions? in this lesson (is|are) unanswered/).waitFor();
    await page.getByRole('button', { name: 'Answer them' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('fieldset')?.id)).toMatch(/^question-/);
    await page.getByRole('button', { name: 'Complete Lesson' }).click();
    await page.getByText(/^Lesson completed! \+\d+ points earned!$/).waitFor();
    const completed = page.getByRole('button', { name: 'Completed', exact: true });
    expect(await completed.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Bookmark', exact: true }).click();
    await page.getByRole('button', { name: 'Remove Bookmark' }).waitFor();

    await page.reload();
    await page.getByRole('button', { name: 'Remove Bookmark' }).waitFor();
    expect(await completed.isDisabled()).toBe(true);
  });

  test('is rewritten as requested, compared and accepted: nothing else of the course has changed', SLOW, async ({ visit }) => {
    const { page, course, lesson, address, live } = await reader(visit);
    const wish = 'Shorter, with an example from a bakery by the sea';
    await choose(page, lesson, 'Regenerate…');
    await page.getByLabel('Changes you want (optional)').fill(wish);
    await page.getByRole('button', { name: 'Write a new text' }).click();
    const compare = page.getByRole('link', { name: 'A new text is ready: compare' });
    await compare.waitFor();
    expect(await live(), 'before it is accepted').toEqual(course);
    await compare.click();
    await page.getByText(wish).waitFor();
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByText('The new text is live. The old one is in the history.').waitFor();
    await page.waitForURL(`**${address}/learn/0/0`);

    const after = await live();
    expect(after.version).toBe(course.version + 1);
    const isOther = ({ lesson_id: id }: Lesson) => id !== lesson.lesson_id;
    expect(lessonsOf(after).filter(isOther)).toEqual(lessonsOf(course).filter(isOther));
    const accepted = after.modules[0]!.lessons[0]!;
    expect(accepted.lesson_id).toBe(lesson.lesson_id);
    expect(accepted.content).not.toBe(lesson.content);
  });

  test('G34 is edited manually and saved automatically; the history restores the old text', async ({ visit }) => {
    const { page, course, lesson, live } = await reader(visit);
    const mine = 'My own starter is called Gertrude.';
    await choose(page, lesson, 'Edit');
    const text = page.getByLabel('Text (Markdown)');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await text.fill(`${mine}\n\n${lesson.content}`);
    expect((await saved).status()).toBe(200);
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    expect(await text.inputValue()).toBe(`${mine}\n\n${lesson.content}`);
    await page.getByRole('link', { name: 'Read the lesson' }).click();
    await page.getByRole('article').getByText(mine).waitFor();

    await choose(page, lesson, 'History');
    await page.getByRole('link', { name: `Compare with the current version (version ${course.version})` }).click();
    await page.getByText('1 lesson differs from the current version.').waitFor();
    await page.getByRole('button', { name: `Restore version ${course.version}` }).click();
    await page.getByText(`Version ${course.version} is back, as version ${course.version + 2}.`).waitFor();
    expect(await live()).toEqual({ ...course, version: course.version + 2 });
  });
});
