import type { Page } from '@playwright/test';
import { signIn } from '#ops/testing/client.ts';
import { createAccount, enter, PASSWORD } from '../account.ts';
import { heading, press, type Scene, text } from './scenes.ts';
import { mockAnswer, mockChange, refusing } from '../mocks.ts';
import { installation } from '../installation.ts';

/** A new user who requested deletion and signed in again. */
async function leave(page: Page): Promise<void> {
  const { user } = await createAccount();
  const owner = { email: user.email, password: PASSWORD };
  const client = await signIn(installation().appUrl, owner);
  await client.request('POST', '/api/auth/deletion', { password: PASSWORD });
  const session = await enter(owner);
  await page.addInitScript(
    ([access, refresh, stored]) => {
      localStorage.setItem('access_token', access!);
      localStorage.setItem('refresh_token', refresh!);
      localStorage.setItem('user', stored!);
    },
    [session.access_token, session.refresh_token, JSON.stringify(session.user)],
  );
}

/** The account's screens, and the targets of mailed links. */
export const SCENES_OF_ACCOUNT: readonly Scene[] = [
  {
    name: 'forgot password, sent',
    who: 'nobody',
    address: () => '/forgot-password',
    act: async (page) => {
      await page.getByLabel('Email').fill('somebody@example.com');
      await page.getByRole('button', { name: 'Send the link' }).click();
    },
    ready: text('If an account has this address'),
  },
  { name: 'reset password', who: 'nobody', address: () => '/reset-password?token=t', ready: (page) => page.getByLabel(/^New password/) },
  {
    name: 'reset password, dead link',
    who: 'nobody',
    address: () => '/reset-password',
    ready: (page) => page.getByRole('link', { name: 'Ask for a new link' }),
  },
  {
    name: 'verify email, dead link',
    who: 'nobody',
    address: () => '/verify-email?token=t',
    ready: text('does not work any more'),
  },
  {
    name: 'verify email, done',
    who: 'newcomer',
    address: () => '/verify-email?token=t',
    arrange: (page) => mockAnswer(page, '**/api/auth/verify-email', { message: 'Verified.' }),
    ready: heading('Email address verified'),
  },
  { name: 'account', who: 'newcomer', address: () => '/account', ready: text('This device') },
  {
    name: 'account, no mail',
    who: 'newcomer',
    address: () => '/account',
    arrange: (page) => mockChange(page, '**/api/auth/account', (account) => ({ ...account, mail_configured: false })),
    ready: text('cannot send mail yet'),
  },
  {
    name: 'account, unavailable',
    who: 'newcomer',
    address: () => '/account',
    arrange: refusing('**/api/auth/account', 400, 'Not now.'),
    ready: heading('The account could not be loaded'),
  },
  {
    name: 'account, delete',
    who: 'newcomer',
    address: () => '/account',
    act: press('Delete the account'),
    ready: (page) => page.getByRole('dialog').getByLabel(/^Your password/),
  },
  {
    name: 'account waits for its deletion',
    who: 'nobody',
    arrange: leave,
    address: () => '/account',
    ready: text('The deletion is under way.'),
  },
];
