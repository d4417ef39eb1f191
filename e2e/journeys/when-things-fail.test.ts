import type { Page } from '@playwright/test';
import { signIn } from '#ops/testing/client.ts';
import { createAccount, enter, PASSWORD } from '../support/account.ts';
import { describeCourse, generate, seeFinished } from '../support/forms.ts';
import { sandbox } from '../support/sandbox.ts';
import { expect, test, type Visit, type VisitOptions } from '../support/test.ts';
import { installation } from '../support/installation.ts';

const FAILED_REQUEST = /Failed to load resource/;
const WISH = { topic: 'Dry stone walls', goals: 'Mend the wall of a field', age: 41 };
const NOBODYS_ID = '019400aa-0000-7000-8000-000000000000';

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
});
test.afterEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
});

/** A user without courses, at a URL. */
async function comeTo(visit: Visit, address: string, options: VisitOptions = {}): Promise<Page> {
  const { page } = await visit({ session: await createAccount(), tolerate: FAILED_REQUEST, ...options });
  await page.goto(address);
  return page;
}

test.describe('a course that is being written', () => {
  test('GEN-03 the server is away for a while: the page says so and how old it is, and goes on by itself', async ({ visit }) => {
    await sandbox.latency(200, { claude: 2000 });
    const page = await comeTo(visit, '/create');
    await describeCourse(page, WISH);
    await generate(page);
    await page.getByRole('region', { name: 'AI services' }).waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await page.getByText(/No connection to the server\. Writing continues without this page\. Last updated \d\d:\d\d\./).waitFor();
    await page.unrouteAll();
    await seeFinished(page);
  });

  test('A12 stopped without a connection it says that it was not, and stops nothing when the connection is back', async ({ visit }) => {
    await sandbox.latency(200, { claude: 1500 });
    const page = await comeTo(visit, '/create', {});
    await describeCourse(page, WISH);
    await generate(page);
    await page.getByRole('region', { name: 'AI services' }).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.context().setOffline(true);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Stop and discard' }).click();
    await dialog.getByRole('alert').getByText('The server could not be reached. Check your connection.').waitFor();
    await dialog.getByRole('button', { name: 'Continue writing' }).click();
    await page.getByText(/No connection to the server\. Writing continues without this page\./).waitFor();
    await page.context().setOffline(false);
    await seeFinished(page);
  });

  test('A12 where even the question whether to stop cannot be fetched, the page stays and says so', async ({ visit }) => {
    await sandbox.latency(200, { claude: 1500 });
    const page = await comeTo(visit, '/create', {});
    await describeCourse(page, WISH);
    await generate(page);
    const services = page.getByRole('region', { name: 'AI services' });
    await services.waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText('It could not be opened. Check your connection, then reload the page.').waitFor();
    expect(await services.isVisible()).toBe(true);
  });

  test('GEN-04 G30 all four services are down: it fails in plain words, and starts again with the form as it was, on any device', async ({
    visit,
  }) => {
    await sandbox.fault('*', 'down');
    const session = await createAccount();
    const { page } = await visit({ session, tolerate: FAILED_REQUEST });
    await page.goto('/create');
    await describeCourse(page, WISH);
    await page.getByLabel('Difficulty').selectOption('expert');
    const address = await generate(page);
    const alert = page.getByRole('alert').filter({ hasText: 'The course could not be written' });
    // an outage of some seconds is tolerated first
    await alert.getByText('None of the four AI services could be reached. Try again in a few minutes.').waitFor({ timeout: 60_000 });
    const services = page.getByRole('region', { name: 'AI services' }).getByRole('listitem');
    // the list follows the run with its next poll
    await expect.poll(async () => (await services.allTextContents()).map((text) => text.slice(-6))).toEqual(Array(4).fill('Failed'));
    await page.reload();
    await alert.waitFor();

    await sandbox.heal();
    const elsewhere = (await visit({ session: await enter({ email: session.user.email, password: PASSWORD }), tolerate: FAILED_REQUEST }))
      .page;
    await elsewhere.goto(address);
    for (const device of [elsewhere, page]) {
      await device.getByRole('button', { name: 'Start again' }).click();
      await device.waitForURL('**/create');
      expect(await device.getByLabel('Topic').inputValue()).toBe(WISH.topic);
      expect(await device.getByLabel('Learning goals').inputValue()).toBe(WISH.goals);
      expect(await device.getByLabel('Age of the learner').inputValue()).toBe(String(WISH.age));
      expect(await device.getByLabel('Difficulty').inputValue()).toBe('expert');
    }
    await generate(page);
    await seeFinished(page);
  });

  test('GEN-09 all four are down after the outline was approved: the course goes on from there, and its outline is not written again', async ({
    visit,
  }) => {
    const session = await createAccount();
    const { page } = await visit({ session, tolerate: FAILED_REQUEST });
    const client = await signIn(installation().appUrl, { email: session.user.email, password: PASSWORD });
    const form = {
      age: 41,
      topic: 'Salt marshes',
      learning_goals: 'Know their plants',
      duration: '1 week intensive',
      review_outline: true,
    };
    await page.goto(`/create/runs/${(await client.start(form)).task_id}`);
    const approve = page.getByRole('button', { name: 'Write this course' });
    await approve.waitFor();
    const outlines = async () => (await sandbox.calls()).filter(({ purpose }) => purpose === 'outline').length;
    const before = await outlines();
    await sandbox.fault('*', 'down');
    await approve.click();
    const alert = page.getByRole('alert').filter({ hasText: 'Course generation failed: None of the four AI services could be reached.' });
    await alert.waitFor({ timeout: 60_000 });
    await sandbox.heal();
    await alert.getByRole('button', { name: 'Try the failed lessons again' }).click();
    await seeFinished(page);
    expect(await outlines()).toBe(before);
  });
});

test.describe('My Courses', () => {});

test.describe('an address of nothing', () => {
  for (const [address, words, wayOn] of [
    [`/create/runs/${NOBODYS_ID}`, 'There is no course at this address', 'Open AI Builder'],
    ['/create/runs/not-an-id', 'There is no course at this address', 'Open AI Builder'],
    [`/create/runs/${NOBODYS_ID}/lessons/${NOBODYS_ID}`, 'There is no course at this address', 'Open AI Builder'],
    [`/courses/${NOBODYS_ID}`, 'There is no course at this address', 'Go to My Courses'],
    [`/courses/${NOBODYS_ID}/learn/0/0`, 'There is no course at this address', 'Go to My Courses'],
    ['/nowhere/at/all', 'We can’t find that page', 'Go home'],
  ] as const)
    test(`G43 ${address}: “${words}”, and a way on`, async ({ visit }) => {
      const page = await comeTo(visit, address);
      await page.getByRole('heading', { name: words }).waitFor();
      await page.getByRole('link', { name: wayOn }).click();
      await page.waitForURL(/\/(create|courses)$/);
    });
});
