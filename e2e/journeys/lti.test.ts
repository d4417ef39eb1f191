import type { Frame, Page, Response } from '@playwright/test';
import { INSTRUCTOR, startLtiPlatform, type LtiPlatform } from '#ops/testing/lti-platform.ts';
import { patience } from '#ops/testing/slowness.ts';
import { createAccount, givePool, verifyAddress } from '../support/account.ts';
import { installation } from '../support/installation.ts';
import { axeViolations } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

let lms: LtiPlatform;

test.beforeAll(async () => {
  lms = await startLtiPlatform({ host: '127.0.0.1' });
});
test.afterAll(() => lms.close());

/** Keeps third-party cookies and storage from a page, as browsers do that block them. */
async function blockThirdParties(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send(
    'Network.setCookieControls' as never,
    {
      enableThirdPartyCookieRestriction: true,
      disableThirdPartyCookieMetadata: true,
      disableThirdPartyCookieHeuristics: true,
    } as never,
  );
  await page.addInitScript(() => {
    if (window.top === window) return;
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
}

/**
 * Opens a page of the platform, and returns the tool's frame once it shows something. The frame goes from the tool to the platform and back
 * within milliseconds, in which Playwright can lose it: the page in it is complete, but no wait sees it. The page is then opened again; the
 * product must have opened each launch.
 */
async function launched(page: Page, address: string, heading: string | RegExp): Promise<Frame> {
  const answers: number[] = [];
  const note = (response: Response) => void (response.url().endsWith('/api/lti/launches') && answers.push(response.status()));
  page.on('response', note);
  await expect(async () => {
    await page.goto(address);
    // a wait that begins within a page on the way can be lost with it
    await expect.poll(() => page.frame('tool')?.url(), { timeout: patience(20_000) }).toMatch(/\/launch$/);
    await page
      .frame('tool')!
      .getByRole('heading', { level: 1, name: heading })
      .waitFor({ timeout: patience(20_000) });
  }).toPass({ timeout: patience(120_000) });
  page.off('response', note);
  expect([...new Set(answers)]).toEqual([201]);
  return page.frame('tool')!;
}

test('a school registers its platform, a teacher places a lesson, a learner completes it there, and the grade comes back once', async ({
  visit,
}) => {
  const owner = await createAccount('Head');
  await verifyAddress(owner.user.email);
  await givePool(owner.user.email);
  const { page } = await visit({ session: owner });
  await page.goto('/organisation');
  await page.getByRole('link', { name: 'Learning platforms' }).click();
  await page.getByRole('button', { name: 'Add a platform' }).click();
  await page.getByLabel('Platform', { exact: true }).selectOption('moodle');
  await page.getByLabel(/^Display name/).fill('Our Moodle');
  await page.getByRole('checkbox', { name: /^Our organisation is allowed to give/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  const address = await page.getByRole('textbox', { name: 'Registration address' }).inputValue();
  expect(await axeViolations(page)).toEqual([]);
  // on another site than the platform, so the framed page is a third party
  const { hostname } = new URL(address);
  expect(hostname).not.toBe(new URL(lms.origin).hostname);

  // its administrator pastes the address, and the platform opens it
  const registering = await visit();
  const query = new URLSearchParams({
    openid_configuration: `${lms.origin}/openid-configuration`,
    registration_token: 'registration-token',
  });
  await registering.page.goto(`${address}&${query}`);
  await registering.page.getByRole('button', { name: 'Register' }).click();
  await registering.page.getByRole('heading', { name: /is registered$/ }).waitFor();

  const { page: school, context } = await visit({ tolerate: /third-party cookie/i });
  await blockThirdParties(school);
  const picker = await launched(school, lms.page({ subject: 'teacher', roles: [INSTRUCTOR] }), 'Choose content for your learners');
  await picker
    .getByRole('button', { name: /lessons$/ })
    .first()
    .click();
  await picker.locator('input[type=checkbox]').nth(1).check();
  expect(await axeViolations(school)).toEqual([]);
  await picker.getByRole('button', { name: 'Add 1 to the learning platform' }).click();
  await picker.getByText('Placed').waitFor();
  const [placed] = lms.placed;

  const lesson = await launched(school, lms.page({ subject: 'learner-1', target: placed!.url, name: ['Bo', 'Berg'] }), placed!.title);
  expect(await lesson.locator('nav, header').count()).toBe(0);
  await lesson.getByRole('button', { name: 'Complete Lesson' }).press('Enter');
  // a lesson with questions is done, and graded when they are answered
  await lesson.getByText(/^Lesson completed. Your learning platform will receive your result once you have answered/).waitFor();
  expect(await axeViolations(school)).toEqual([]);
  await expect.poll(() => lms.scores.length).toBe(1);
  expect(lms.scores[0]).toMatchObject({ userId: 'learner-1', activityProgress: 'Completed', gradingProgress: 'NotReady' });
  expect(lms.scores[0]).not.toHaveProperty('scoreGiven');

  // opened again it is done, and nothing more is sent
  const again = await launched(school, lms.page({ subject: 'learner-1', target: placed!.url }), placed!.title);
  await again.getByRole('button', { name: 'Completed' }).waitFor();

  await page.reload();
  await page.getByText(/^3 members, updated/).waitFor();
  await page.getByRole('button', { name: /^Members/ }).click();
  await page.getByText('Learner 1').waitFor();
  expect(lms.scores.length).toBe(1);
  expect(lms.problems).toEqual([]);
  // nothing of the product is kept in the browser of a school
  expect((await context.cookies()).filter(({ domain }) => domain === hostname)).toEqual([]);
});

test('no other page can be in a frame of a platform', async ({ visit }) => {
  const { page } = await visit({ tolerate: /frame-ancestors|Failed to load|Refused to/ });
  await page.route(`${lms.origin}/elsewhere`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe name="tool" src="${installation().appUrl}/sign-in"></iframe>` }),
  );
  await page.goto(`${lms.origin}/elsewhere`);
  // the browser's replacement for a page that refuses to be framed
  await expect.poll(() => page.frame('tool')?.url()).toBe('chrome-error://chromewebdata/');
});
