import type { Page } from '@playwright/test';
import { createAccount, PASSWORD } from '../support/account.ts';
import { emailField, signInByForm } from '../support/forms.ts';
import { mailTo } from '../support/sandbox.ts';
import { SLOW, expect, test, type Visitor } from '../support/test.ts';
import { installation } from '../support/installation.ts';

const REFUSED = /Failed to load resource/;
const NEW_PASSWORD = 'another long password';

/** Opens the newest mail with a subject in the sandbox's mailbox, as its recipient would. */
async function openMail({ context }: Visitor, to: string, subject: string): Promise<Page> {
  await mailTo(to, subject);
  const mailbox = await context.newPage();
  await mailbox.goto(`${installation().sandboxUrl}/mailbox`);
  await mailbox.getByLabel('To').fill(to);
  await mailbox.getByRole('button', { name: 'Show' }).click();
  await mailbox.getByRole('link', { name: subject }).first().click();
  return mailbox;
}
const followLink = (mail: Page) => mail.getByRole('link', { name: /^http/ }).first().click();
const section = (page: Page, name: string) => page.getByRole('region', { name });

test.describe('a lost password', () => {
  test(
    'A16 is reset through the mailbox: the new one signs in, the link works once, other devices are signed out',
    SLOW,
    async ({ visit }) => {
      const person = await createAccount();
      const { email } = person.user;
      const elsewhere = await visit({ session: person, tolerate: REFUSED });
      await elsewhere.page.goto('/courses');
      await elsewhere.page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();

      const visitor = await visit({ tolerate: REFUSED });
      await visitor.page.goto('/sign-in');
      await visitor.page.getByRole('link', { name: 'Forgot your password?' }).click();
      await visitor.page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor();
      await emailField(visitor.page).fill(email);
      await visitor.page.getByRole('button', { name: 'Send the link' }).click();
      await visitor.page.getByRole('status').getByText('If an account has this address').waitFor();

      const mail = await openMail(visitor, email, 'Choose a new password');
      const address = await mail.getByRole('link', { name: /^http/ }).first().getAttribute('href');
      await followLink(mail);
      await mail.getByLabel(/^New password/).fill('short');
      await mail.getByRole('button', { name: 'Save the new password' }).click();
      await mail.getByText('Use at least 8 characters.').waitFor();
      await mail.getByLabel(/^New password/).fill(NEW_PASSWORD);
      await mail.getByRole('button', { name: 'Save the new password' }).click();
      await mail.waitForURL('**/sign-in');
      await signInByForm(mail, email, PASSWORD);
      await mail.getByRole('alert').getByText('Wrong email or password.').waitFor();
      await signInByForm(mail, email, NEW_PASSWORD);
      await mail.waitForURL('**/welcome');

      await elsewhere.page.reload();
      await elsewhere.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      await (await openMail(visitor, email, 'was changed')).getByText('Other devices have been signed out').waitFor();
      await mail.goto(address!);
      await mail.getByRole('alert').getByText('This link no longer works').waitFor();
      await mail.getByRole('link', { name: 'Ask for a new link' }).waitFor();
    },
  );
});

test.describe('the account page', () => {
  test('A16 A17 verifies the address by the emailed link, and stores the year of birth', async ({ visit }) => {
    const person = await createAccount();
    const visitor = await visit({ session: person });
    const { page } = visitor;
    await page.goto('/create');
    await page.getByRole('button', { name: 'Profile menu' }).click();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await section(page, 'Your account').getByText('Not verified.').waitFor();

    const mail = await openMail(visitor, person.user.email, 'Confirm your email address');
    await followLink(mail);
    await mail.getByRole('heading', { name: 'Email address verified' }).waitFor();
    await page.reload();
    await section(page, 'Your account')
      .getByText(/Verified$/)
      .waitFor();

    const year = page.getByRole('textbox', { name: 'Year of birth' });
    await year.fill('1805');
    await page.getByRole('button', { name: 'Save year of birth' }).click();
    await page.getByText('A year from 1900 to').waitFor();
    await year.fill('1984');
    await page.getByRole('button', { name: 'Save year of birth' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    expect(await year.inputValue()).toBe('1984');
  });

  test('shows the signed-in devices, and signs them out', SLOW, async ({ visit }) => {
    const person = await createAccount();
    const { email } = person.user;
    const other = await visit({ tolerate: REFUSED });
    // an address elsewhere is no place to go on to
    await other.page.goto('/sign-in?next=//evil.example');
    await signInByForm(other.page, email, PASSWORD);
    await other.page.waitForURL('**/welcome');

    const { page } = await visit({ session: person });
    await page.goto('/account');
    const devices = section(page, 'Where you are signed in').getByRole('listitem');
    await devices.filter({ hasText: 'Chrome on' }).getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => devices.count()).toBe(1);
    await devices.getByText('This device').waitFor();
    await other.page.reload();
    await other.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });
});

test.describe('deleting the account', () => {
  test('signs out, and can be cancelled at the next sign-in', SLOW, async ({ visit }) => {
    const person = await createAccount();
    const { email } = person.user;
    const { page } = await visit({ session: person, tolerate: REFUSED });
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete the account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the account?' });
    await dialog.getByLabel(/^Your password/).fill('not the password');
    await dialog.getByRole('button', { name: 'Delete the account in 14 days' }).click();
    await dialog.getByText('The password is wrong.').waitFor();
    await dialog.getByLabel(/^Your password/).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete the account in 14 days' }).click();
    await page.getByText(/Your account will be deleted on .* Sign in before then/).waitFor();
    await page.getByRole('link', { name: 'Get Started', exact: true }).waitFor();
    await mailTo(email, 'will be deleted on');

    await page.goto('/sign-in');
    await signInByForm(page, email, PASSWORD);
    const notice = page.getByRole('region', { name: 'Deletion of the account' });
    await notice.getByText(/Your account will be deleted on/).waitFor();
    await notice.getByRole('button', { name: 'Keep the account' }).click();
    await page.getByText('Your account stays.').waitFor();
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByLabel('In your own words').waitFor();
    expect(await notice.count()).toBe(0);
  });
});
