import type { Page } from '@playwright/test';
import { listCourses, listSavedCourses } from '#contract/courses/courses.contract.ts';
import { refresh, type SessionAnswer } from '#contract/identity/identity.contract.ts';
import { createAccount, PASSWORD } from '../support/account.ts';
import { emailField, passwordField, signInByForm } from '../support/forms.ts';
import { refusing } from '../support/mocks.ts';
import { SLOW, expect, test } from '../support/test.ts';

const REFUSED = /Failed to load resource/;
let person: SessionAnswer;
test.beforeAll(async () => {
  person = await createAccount();
});
/** A separate session: renewing or ending it must not end another test's. */
const freshSession = () => createAccount();

const storedKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() => ['access_token', 'refresh_token', 'user'].filter((key) => localStorage.getItem(key) !== null));

test.describe('the sign-in screen', () => {
  test(
    'ROOT-05 AUTH-01 AUTH-02 AUTH-03 AUTH-04 leads back home, switches and resets, and names features that are still to come',
    SLOW,
    async ({ visit }) => {
      const { page } = await visit();
      await page.goto('/sign-in');
      for (const maker of ['Google', 'Apple']) {
        await page.getByRole('button', { name: `Continue with ${maker}` }).click();
        await page.getByText(`${maker} login integration coming soon!`).waitFor();
      }
      expect(await emailField(page).getAttribute('type')).toBe('email');
      await passwordField(page).fill('secret');
      await page.getByRole('button', { name: 'Show password' }).click();
      expect(await passwordField(page).getAttribute('type')).toBe('text');
      await page.getByRole('button', { name: 'Create an account' }).click();
      await page.getByRole('heading', { name: 'Create your account' }).waitFor();
      expect(await passwordField(page).inputValue()).toBe('');
      expect(await page.getByText('coming soon').count()).toBe(0);
      await page.getByRole('button', { name: 'Back to Home' }).click();
      await page.getByRole('heading', { level: 1, name: 'Say what you want to learn' }).waitFor();
    },
  );

  test('AUTH-24 AUTH-25 AUTH-16 AUTH-17 AUTH-29 ROOT-04 ROOT-06 refuses with the server’s text, then signs in and out', async ({
    visit,
  }) => {
    const { page } = await visit({ tolerate: REFUSED });
    await page.goto('/sign-in');
    await signInByForm(page, person.user.email, 'not the password');
    await page.getByRole('alert').getByText('Wrong email or password.').waitFor();
    expect(await storedKeys(page)).toEqual([]);

    const authorized = page.waitForRequest('**/api/courses/**');
    await signInByForm(page, person.user.email, PASSWORD);
    await page.getByText('Login successful!').waitFor();
    await page.waitForURL('**/welcome');
    expect(await storedKeys(page)).toEqual(['access_token', 'refresh_token', 'user']);
    await page.getByRole('link', { name: 'My Courses' }).click();
    expect((await authorized).headers().authorization).toMatch(/^Bearer ./);
    await page.goto('/');
    await page.waitForURL('**/welcome');

    await page.getByRole('button', { name: 'Profile menu' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByText('Logged out successfully').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Say what you want to learn' }).waitFor();
    expect(await storedKeys(page)).toEqual([]);
  });

  test('G43 a link into the product asks to sign in, and then leads to its target', SLOW, async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/courses?filter=saved');
    await signInByForm(page, person.user.email, PASSWORD);
    await page.waitForURL('**/courses?filter=saved');
    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
  });
});

test.describe('a session', () => {
  test('AUTH-15 that cannot be renewed ends: announced, cleared, and restored after signing in', async ({ visit }) => {
    const session = await freshSession();
    const { page } = await visit({ session, tolerate: REFUSED });
    // a screen without courses: one with courses could notice it by itself, before the link is pressed
    await page.goto('/settings');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const list of [listCourses, listSavedCourses]) await refusing(list, 'auth.token_invalid', 'Expired.')(page);
    await refusing(refresh, 'auth.refresh_invalid', 'Used before.')(page);
    await page.getByRole('link', { name: 'My Courses' }).click();
    await page.getByText('Authentication failed').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await storedKeys(page)).toEqual([]);
    await page.unrouteAll();
    await signInByForm(page, session.user.email, PASSWORD);
    await page.waitForURL('**/courses');
  });
});

test('ROOT-02 ROOT-03 says when the browser stores nothing, and works all the same', SLOW, async ({ visit }) => {
  const { page } = await visit({ session: person });
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('refused', 'QuotaExceededError');
    };
  });
  await page.goto('/create');
  await page.getByText('Storage not available - some features may not work properly').first().waitFor();
  await page.getByLabel('Topic').waitFor();
});
