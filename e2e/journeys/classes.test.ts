import type { Page } from '@playwright/test';
import { clientOf, createAccount, enter, givePool, PASSWORD } from '../support/account.ts';
import { pressesOf } from '../support/presses.ts';
import { must, writeCourse } from '../support/record-workshop.ts';
import { invitedLink, sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
});

/** An organisation with a teacher, who has a course of their own, and a student. */
async function givenSchool() {
  const owner = await createAccount('Ada');
  await givePool(owner.user.email);
  const head = await clientOf(owner);
  const join = async (firstName: string, role: 'teacher' | 'member') => {
    const { user } = await createAccount(firstName, 1990);
    await must(head, 'POST', '/api/organisation/invites', { emails: [user.email], role });
    const token = new URL(await invitedLink(user.email, 'Workshop'), 'http://here').searchParams.get('token');
    await must(await clientOf({ user }), 'POST', '/api/organisation/join', { token });
    return { email: user.email, password: PASSWORD };
  };
  const [teacher, student] = [await join('Theo', 'teacher'), await join('Bo', 'member')];
  return { teacher, student };
}

const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Class', exact: true }).getByRole('link', { name, exact: true });
/** Prints how many seconds each part took, without anybody's thinking. */
function stopwatch(): (part: string) => void {
  let last = Date.now();
  return (done) => {
    console.log(`${done}: ${((Date.now() - last) / 1000).toFixed(1)} s`);
    last = Date.now();
  };
}

const NEXT_WEEK = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);

test.describe('a class', () => {
  test('takes a teacher 14 presses to create and to assign a course to; a student starts with 1 from the dashboard and asks; the teacher reads, marks and answers with 11', async ({
    visit,
  }) => {
    const { teacher, student } = await givenSchool();
    await writeCourse(await clientOf({ user: (await enter(teacher)).user }), {
      age: 34,
      topic: 'Keeping bees',
      learning_goals: 'Get through one year',
    });

    const say = stopwatch();
    const made = await pressesOf(visit, { as: () => enter(teacher), on: 'desktop', from: '/courses' }, async ({ page, press, type }) => {
      await press(page.getByRole('navigation', { name: 'My Courses' }).getByRole('link', { name: 'Classes', exact: true }));
      await press(page.getByRole('button', { name: 'New class' }));
      await type(page.getByLabel(/^Name of the class/), '7b');
      await press(page.getByRole('button', { name: 'Create the class' }));
      await press(part(page, 'People'));
      await press(page.getByRole('button', { name: 'Add students' }));
      await type(page.getByLabel('Or paste their addresses'), student.email);
      await press(page.getByRole('button', { name: 'Add 1 person' }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await press(part(page, 'Overview'));
      await press(page.getByRole('button', { name: 'Assign a course' }));
      const courses = page.getByLabel(/^One of your courses/);
      await press(courses);
      await courses.selectOption({ index: 1 });
      await type(page.getByLabel(/^Due on/), NEXT_WEEK);
      await press(page.getByRole('button', { name: 'Assign', exact: true }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByText('The whole class').first().waitFor();
    });
    // one of a list is two presses
    expect(made + 1).toBe(14);
    say('first class, person and assignment');

    let begun = 0;
    await pressesOf(visit, { as: () => enter(student), on: 'phone', from: '/dashboard' }, async ({ page, press }) => {
      const assigned = page.getByRole('region', { name: 'Assigned to you' });
      await assigned.getByText(/^Due /).waitFor();
      await expect(page.getByText('No course yet')).toBeHidden();
      await press(assigned.getByRole('button', { name: /^Start/ }));
      await page.waitForURL(/\/courses\/[^/]+$/);
      begun += 1;
      await page.goto(`${new URL(page.url()).pathname}/learn/0/0`);
      const complete = page.getByRole('button', { name: 'Complete Lesson' });
      await expect(complete).toHaveAttribute('aria-busy', 'false');
      await press(complete);
      // open questions are mentioned once
      await page.getByText(/in this lesson (is|are) unanswered/).waitFor();
      await press(complete);
      await page.getByText(/^Lesson completed!/).waitFor();
      await page.goto('/courses');
      await page.getByRole('navigation', { name: 'My Courses' }).getByRole('link', { name: 'Classes', exact: true }).waitFor();
      await press(assigned.getByRole('button', { name: /^Ask the teacher/ }));
      await page.getByLabel('Your question').fill('Which queen leaves with the swarm?');
      await press(page.getByRole('button', { name: 'Send' }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
    expect(begun).toBe(1);
    say('a lesson and a question of a student');

    const seen = await pressesOf(visit, { as: () => enter(teacher), on: 'desktop', from: '/courses' }, async ({ page, press, type }) => {
      await press(page.getByRole('navigation', { name: 'My Courses' }).getByRole('link', { name: 'Classes', exact: true }));
      await press(page.getByRole('link', { name: '7b' }));
      await press(page.getByRole('list', { name: 'Assignments' }).getByRole('link', { name: /[Bb]ee/ }));
      await page
        .getByText(/^1 of \d+$/)
        .first()
        .waitFor();
      await press(page.getByRole('button', { name: /^Mark/ }));
      await type(page.getByLabel('Mark', { exact: true }), '2+');
      await type(page.getByLabel(/^Reason/), 'A good beginning');
      await press(page.getByRole('button', { name: 'Save' }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await press(page.getByRole('link', { name: '7b' }));
      await press(part(page, 'Questions'));
      await page.getByText('Which queen leaves with the swarm?').waitFor();
      await type(page.getByLabel('Your answer'), 'The old one.');
      await press(page.getByRole('button', { name: 'Answer', exact: true }));
      await page.getByText('Answered').first().waitFor();
    });
    expect(seen).toBe(11);
    say('the report, a mark and an answer');

    await pressesOf(visit, { as: () => enter(student), on: 'phone', from: '/courses' }, async ({ page }) => {
      await page.getByText('Your mark').getByText('2+').waitFor();
    });
  });
});
