import { expect, inject, it } from 'vitest';
import { signIn } from '#ops/testing/client.ts';
import { createAccount, PASSWORD } from '../support/account.ts';
import { useBrowser } from '../support/browser.ts';
import { writeCourse } from '../support/record-workshop.ts';

const { visit } = useBrowser();

it('PWA-01 PWA-02 a course that was opened once is read without a connection, by that person only; what is done then is sent once; an update asks first', async () => {
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

  await page.getByRole('button', { name: 'Complete Lesson' }).click();
  await page.getByText('Kept on this device. It is sent when you are online again.').first().waitFor();
  await page.goto(`/courses/${course.course_id}/learn/0/1`);
  await page.getByRole('button', { name: 'Completed' }).waitFor();

  await context.setOffline(false);
  await page.getByText('What you did offline has been sent.').first().waitFor();
  const progress = async () =>
    (await client.request('GET', `/api/courses/${session.user.user_id}/${course.course_id}`)).body.course.progress;
  expect(await progress()).toBe(Math.floor(100 / course.modules.flatMap(({ lessons }) => lessons).length));

  // PWA-02: under another address the same worker is a newer version
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js?newer'));
  await page.getByText('A newer version is ready.').waitFor();
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => page.evaluate(() => 'isOld' in window).catch(() => true)).toBe(false);
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page
    .getByRole('menuitem', { name: 'Sign out' })
    .or(page.getByRole('button', { name: 'Sign out' }))
    .first()
    .click();
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('reading-')))).toEqual([]);
});
