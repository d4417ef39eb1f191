import type { Page } from '@playwright/test';
import { patience } from '#ops/testing/slowness.ts';
import { PASSWORD, verifyAddress } from '../support/account.ts';
import { signInByForm } from '../support/forms.ts';
import { axeViolations } from '../support/page-checks.ts';
import { givenCourse } from '../support/record-workshop.ts';
import { sandbox } from '../support/sandbox.ts';
import { PHONE, SLOW, expect, test, type Visit } from '../support/test.ts';

test.beforeEach(async () => {
  // a course is written and lessons are spoken, beside another journey on two processors
  test.slow();
  await sandbox.heal();
  await sandbox.latency(0);
});

/** Signs in by form: the player's requests are known by the cookie. */
async function atCourse(page: Page, email: string, address: string): Promise<void> {
  await page.goto(`/sign-in?next=${address}`);
  await signInByForm(page, email, PASSWORD);
  await page.waitForURL((url) => url.pathname === address);
}

/** A learner's page of a course as audio, whose lessons are ready. */
async function atAudio(visit: Visit, viewport?: { width: number; height: number }) {
  const { session, course } = await givenCourse();
  const visited = await visit({ tolerate: /ERR_INTERNET_DISCONNECTED/, ...(viewport && { viewport }) });
  const { page } = visited;
  await atCourse(page, session.user.email, `/courses/${course.course_id}`);
  await page.getByRole('link', { name: 'Create audio' }).click();
  expect(await axeViolations(page)).toEqual([]);
  // a module: speaking a whole course takes a machine with two busy processors more than a minute
  await page.getByRole('combobox', { name: 'Lessons to read aloud' }).selectOption('0');
  await page.getByRole('button', { name: 'Create audio' }).click();
  const chapters = page.getByRole('list', { name: 'Chapters' }).getByRole('listitem');
  const { lessons } = course.modules[0]!;
  await expect(chapters).toHaveCount(lessons.length, { timeout: patience(120_000) });
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden({ timeout: patience(120_000) });
  return { ...visited, session, course, lessons };
}

test('a learner turns a course into audio, follows its words, and continues on another device', SLOW, async ({ visit }) => {
  const { page, session, course, lessons } = await atAudio(visit);
  const words = page.getByRole('region', { name: 'Transcript' });
  const word = words.getByRole('button').nth(30);
  await word.click();
  await expect(words.locator('[aria-current]')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('2');
  expect(await page.locator('audio').evaluate((sound: HTMLAudioElement) => sound.playbackRate)).toBe(2);
  // the word that is heard stays in sight
  await page.locator('audio').evaluate((sound: HTMLAudioElement) => (sound.currentTime = 0.6 * sound.duration));
  await expect(words.locator('[aria-current]')).toBeInViewport();
  await page.getByRole('button', { name: 'Next lesson' }).click();
  await page.getByRole('heading', { level: 2, name: lessons[1]!.title }).waitFor();
  await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 1);
  await page.locator('audio').evaluate((sound: HTMLAudioElement) => sound.pause());
  expect(await axeViolations(page)).toEqual([]);
  const other = await visit();
  await atCourse(other.page, session.user.email, `/courses/${course.course_id}`);
  await expect
    .poll(async () => {
      await other.page.goto(`/courses/${course.course_id}/audio`);
      await other.page.getByRole('heading', { level: 2 }).first().waitFor();
      return other.page.getByRole('heading', { level: 2 }).first().textContent();
    })
    .toBe(lessons[1]!.title);
});

test('a learner on a phone stores it on the device, hears it without a connection, and gets a podcast address', SLOW, async ({ visit }) => {
  const { page, context, session } = await atAudio(visit, PHONE);
  await verifyAddress(session.user.email);
  await page.getByRole('button', { name: 'Store on this device' }).click();
  await page.getByRole('button', { name: 'Remove from this device' }).waitFor();
  await page.getByRole('button', { name: 'Get a podcast address' }).click();
  const address = await page.getByRole('link', { name: /\/api\/audio-feeds\// }).getAttribute('href');
  const feed = await page.request.get(new URL(address!).pathname);
  expect(await feed.text()).toContain('<enclosure');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('button', { name: 'Previous lesson' }).isDisabled();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Next lesson' }).click();
  await page.waitForFunction(
    () => document.querySelector('audio')?.src.startsWith('blob:') && document.querySelector('audio')!.currentTime > 0.2,
  );
  await context.setOffline(false);
});
