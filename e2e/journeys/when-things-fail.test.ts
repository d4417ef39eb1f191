import type { Page } from '@playwright/test';
import { clientOf, createAccount, enter, PASSWORD } from '../support/account.ts';
import { describeCourse, generate, seeFinished } from '../support/forms.ts';
import { mockOutage } from '../support/mocks.ts';
import { servicesNamed } from '../support/page-checks.ts';
import { sandbox } from '../support/sandbox.ts';
import { SLOW, expect, test, type Visit, type VisitOptions } from '../support/test.ts';

const FAILED_REQUEST = /Failed to load resource/;
const WISH = { topic: 'Sourdough bread', goals: 'Bake a loaf at home', age: 41 };

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
  test(
    'GEN-03 the server is unavailable for a while: the page says so and how old it is, and continues automatically',
    SLOW,
    async ({ visit }) => {
      await sandbox.latency(200, { claude: 2000 });
      const page = await comeTo(visit, '/create');
      await describeCourse(page, WISH);
      await generate(page);
      await page.getByRole('region', { name: 'Demo library' }).waitFor();
      await mockOutage(page);
      await page.getByText(/No connection to the server\. Writing continues without this page\. Last updated \d\d:\d\d\./).waitFor();
      await page.unrouteAll();
      await seeFinished(page);
    },
  );

  test(
    'GEN-04 G30 the demo library is down: it fails in plain words, and can be restarted with the same form, on any device',
    SLOW,
    async ({ visit }) => {
      await sandbox.fault('*', 'down');
      const session = await createAccount();
      const { page } = await visit({ session, tolerate: FAILED_REQUEST });
      await page.goto('/create');
      await describeCourse(page, WISH);
      await page.getByLabel('Difficulty').selectOption('expert');
      const address = await generate(page);
      const alert = page.getByRole('alert').filter({ hasText: 'The course could not be written' });
      // an outage of some seconds is tolerated first
      await alert.getByText('The demo library could not be reached. Try again in a few minutes.').waitFor();
      expect(await servicesNamed(page), 'services named where none is connected').toEqual([]);
      await page.reload();
      await alert.waitFor();

      await sandbox.heal();
      const elsewhere = (await visit({ session: await enter({ email: session.user.email, password: PASSWORD }), tolerate: FAILED_REQUEST }))
        .page;
      await elsewhere.goto(address);
      for (const device of [elsewhere, page]) {
        await device.getByRole('button', { name: 'Change the request' }).click();
        await device.waitForURL('**/create');
        expect(await device.getByLabel('Topic').inputValue()).toBe(WISH.topic);
        expect(await device.getByLabel('Learning goals').inputValue()).toBe(WISH.goals);
        expect(await device.getByLabel('Age of the learner').inputValue()).toBe(String(WISH.age));
        expect(await device.getByLabel('Difficulty').inputValue()).toBe('expert');
      }
      await generate(page);
      await seeFinished(page);
    },
  );

  test(
    'GEN-09 it is down after the outline was approved: the course continues from there, and its outline is not written again',
    SLOW,
    async ({ visit }) => {
      const session = await createAccount();
      const { page } = await visit({ session, tolerate: FAILED_REQUEST });
      const client = await clientOf(session);
      const form = {
        age: 41,
        topic: 'Coffee',
        learning_goals: 'Know their plants',
        duration: '1 week intensive',
        review_outline: true,
      };
      await page.goto(`/create/runs/${(await client.start(form)).task_id}`);
      const approve = page.getByRole('group', { name: 'Outline' }).getByRole('button', { name: 'Write this course' });
      await approve.waitFor();
      const outlines = async () => (await sandbox.calls()).filter(({ purpose }) => purpose === 'outline').length;
      const before = await outlines();
      await sandbox.fault('*', 'down');
      await approve.click();
      const alert = page.getByRole('alert').filter({ hasText: 'Course generation failed: The demo library could not be reached.' });
      await alert.waitFor();
      await sandbox.heal();
      await alert.getByRole('button', { name: 'Try the failed lessons again' }).click();
      await seeFinished(page);
      expect(await outlines()).toBe(before);
    },
  );
});
