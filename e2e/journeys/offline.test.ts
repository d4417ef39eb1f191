import type { Worker } from '@playwright/test';
import { clientOf, createAccount, verifyAddress } from '../support/account.ts';
import { deliverPush, subscribeHere } from '../support/push-service.ts';
import { writeCourse } from '../support/record-workshop.ts';
import { SLOW, expect, test } from '../support/test.ts';
import { installation } from '../support/installation.ts';

/** The compiler's webworker library conflicts with the DOM library. */
interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}
/** From its next message on, the service worker has work that does not end. */
const keepBusy = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as { addEventListener(type: 'message', listener: (event: LifeEvent) => void): void };
    scope.addEventListener('message', (event) => event.waitUntil(new Promise(() => undefined)));
  });

test(
  'PWA-01 PWA-02 the app lists the content available offline, reads without a connection, for that user only, sends offline work once, and asks before it updates',
  SLOW,
  async ({ visit }) => {
    const session = await createAccount();
    await verifyAddress(session.user.email);
    const client = await clientOf(session);
    const { page, context } = await visit({ session, isOfflineReader: true, tolerate: /Failed to load resource|net::ERR/ });
    const { page: visitor } = await visit({ isOfflineReader: true });
    await visitor.goto('/');
    await expect.poll(() => visitor.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)).toBe(true);

    const push = await subscribeHere(page);
    await context.grantPermissions(['notifications']);
    await page.goto('/account');
    const worker = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
    expect(new URL((await worker())!).pathname).toBe('/sw.js');
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await page.getByRole('button', { name: 'Turn on in this browser' }).click();
    const replies = page.getByRole('checkbox', { name: 'When someone replies to you or mentions you' });
    await replies.click();
    await expect.poll(() => replies.isChecked()).toBe(false);

    const course = await writeCourse(client, { age: 47, topic: 'Sourdough', learning_goals: 'Bake a loaf every week' });
    await expect.poll(() => push.messages.length).toBe(1);
    push.close();
    const [message] = push.messages;
    // while the app is visible, it shows the message itself
    const whileLooking = await deliverPush(page, installation().appUrl, message!);
    expect(await whileLooking()).toEqual([]);
    await page.goto('about:blank');
    const about = { title: 'Coursewright', body: expect.stringContaining('Sourdough'), data: `/courses/${course.course_id}` };
    const shown = await deliverPush(page, installation().appUrl, message!);
    await expect.poll(shown).toMatchObject([about]);
    await page.goto('/courses');
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
    await page.getByRole('button', { name: 'Completed' }).waitFor();
    await page.getByRole('button', { name: /^\d+ changes? waits? on this device since / }).waitFor();
    await page.goto(`/courses/${course.course_id}/learn/0/1`);
    await page.getByRole('button', { name: 'Completed' }).waitFor();

    await context.setOffline(false);
    await page.getByRole('button', { name: 'Everything has been sent' }).waitFor();
    const progress = async () =>
      (await client.request('GET', `/api/courses/${session.user.user_id}/${course.course_id}`)).body.course.progress;
    expect(await progress()).toBe(Math.floor(100 / course.modules.flatMap(({ lessons }) => lessons).length));

    // another URL is another version
    await page.evaluate(() => navigator.serviceWorker.register('/sw.js?next'));
    await page.getByText('A newer version is ready.').waitFor();
    const controller = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
    expect(await controller()).not.toContain('next');
    const reload = async (): Promise<void> => {
      const reloaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Reload' }).click();
      await reloaded;
      await page.getByRole('heading', { level: 1, name: second.title }).waitFor();
    };
    await reload();
    // the page has registered the first URL, which is another version again; it cannot take over from one that is busy
    await page.getByText('A newer version is ready.').waitFor();
    const current = await controller();
    await Promise.all(context.serviceWorkers().map((other) => other.url() === current && keepBusy(other)));
    await page.evaluate(() => navigator.serviceWorker.controller?.postMessage('work without end'));
    await reload();

    await page.getByRole('button', { name: /^Profile menu/ }).click();
    await page
      .getByRole('menuitem', { name: 'Sign out' })
      .or(page.getByRole('button', { name: 'Sign out' }))
      .first()
      .click();
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('reading-')))).toEqual([]);
  },
);
