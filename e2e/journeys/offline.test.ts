import { expect, inject, it } from 'vitest';
import { signIn } from '#ops/testing/client.ts';
import { createAccount, PASSWORD } from '../support/account.ts';
import { useBrowser } from '../support/browser.ts';
import { writeCourse } from '../support/record-workshop.ts';

const { visit } = useBrowser();

it('PWA-01 a course that was opened once is read without a connection, by that person only', async () => {
  const session = await createAccount();
  const client = await signIn(inject('appUrl'), { email: session.user.email, password: PASSWORD });
  const course = await writeCourse(client, { age: 47, topic: 'Sourdough', learning_goals: 'Bake a loaf every week' });
  const { page, context } = await visit({ session, isOfflineReader: true, tolerate: /Failed to load resource|net::ERR/ });
  page.setDefaultTimeout(30_000);
  await page.goto('/courses');
  const worker = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
  expect(new URL((await worker())!).pathname).toBe('/sw.js');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const lesson = course.modules[0]!.lessons[0]!;
  await page.goto(`/courses/${course.course_id}/learn/0/0`);
  await page.getByRole('heading', { level: 1, name: lesson.title }).waitFor();

  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByText('You are offline. Courses you have opened here can still be read.').waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: lesson.title }).waitFor();
  const second = course.modules[0]!.lessons[1]!;
  await page.goto(`/courses/${course.course_id}/learn/0/1`);
  await page.getByRole('heading', { level: 1, name: second.title }).waitFor();

  await context.setOffline(false);
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page
    .getByRole('menuitem', { name: 'Sign out' })
    .or(page.getByRole('button', { name: 'Sign out' }))
    .first()
    .click();
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('reading-')))).toEqual([]);
});
