import type { Page } from '@playwright/test';
import { readReset, verifyEmail } from '#contract/identity/account.contract.ts';
import { login } from '#contract/identity/identity.contract.ts';
import { type SharedCourse, readSharedCourse } from '#contract/sharing/sharing.contract.ts';
import { signIn } from '#ops/testing/client.ts';
import { createAccount, enter, PASSWORD } from '../account.ts';
import { scriptOf } from '../chunks.ts';
import { signInByForm } from '../forms.ts';
import { installation } from '../installation.ts';
import { mockAnswer, refusing } from '../mocks.ts';
import { dialog, heading, link, press, type Scene, text } from './scene.ts';

const title = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name });
const legal = (address: string, name: string): Scene => ({ name: name.toLowerCase(), who: 'nobody', address, ready: title(name) });

/** Opens the assistant and waits for an answer that contains figures. */
async function askForPrices(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'AI Assistant' }).click();
  await page.getByLabel('Your question').fill('What does it cost?');
  await page.keyboard.press('Enter');
}

const SHARED: SharedCourse = {
  title: 'Keeping bees on a roof',
  description: 'From the choice of the place to the first honey.',
  language: 'english',
  by: 'Carol Lund',
  learning_objectives: ['Choose a place for a hive', 'Notice when a colony wants to swarm'],
  modules: [
    {
      title: 'The place',
      summary: 'Wind, sun and neighbours.',
      lessons: [
        {
          title: 'A wall against the wind',
          content: 'A **low wall** on the west side is enough.',
          key_takeaways: ['Wind harms more than cold.'],
          duration_minutes: 10,
        },
      ],
    },
  ],
};

/** “$2.5 billion”, a statement by the operator. */
const STATED = { cents: [250] };

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

/** The screens of visitors, of the account, and the targets of mailed links. */
export const SCENES_VISITORS: readonly Scene[] = [
  {
    name: 'sign-in refused',
    // the refusal is above the button
    isReadFirst: true,
    who: 'nobody',
    address: '/sign-in',
    ready: (page) => page.getByRole('alert').getByText('do not match'),
    arrange: refusing(login, 'auth.invalid_credentials', 'Email and password do not match.'),
    act: (page) => signInByForm(page, 'ines@example.com', 'wrong'),
  },
  { name: 'sign-in by a provider, cancelled', who: 'nobody', address: '/sign-in/google', ready: text('Google did not sign you in.') },
  {
    name: 'shared course',
    who: 'nobody',
    address: '/shared/t',
    arrange: (page) => mockAnswer(page, readSharedCourse, { course: SHARED }),
    ready: heading(SHARED.title),
  },
  {
    name: 'create account',
    isMain: true,
    who: 'nobody',
    address: '/sign-in?mode=create',
    ready: heading('Create your account'),
  },
  { name: 'page not found', who: 'nobody', address: '/nowhere/at/all', ready: link('Go home') },
  {
    name: 'loading error',
    who: 'nobody',
    address: '/sign-in',
    ready: heading('Loading Error'),
    arrange: (page) => page.route(`**${scriptOf('src/pages/sign-in-page.tsx')}`, (route) => route.abort()),
  },
  { name: 'landing', who: 'nobody', address: '/', ready: title('Say what you want to learn') },
  {
    name: 'landing, assistant asked',
    who: 'nobody',
    address: '/',
    act: askForPrices,
    ready: (page) => page.getByRole('log').getByText('A year costs ten months'),
  },
  {
    name: 'landing, install explained',
    who: 'nobody',
    address: '/',
    act: press('Install App'),
    ready: (page) => page.getByRole('alertdialog', { name: 'Install App' }),
  },
  {
    name: 'landing inside the app',
    who: 'nobody',
    address: '/sign-in',
    act: press('Back to Home'),
    ready: title('Say what you want to learn'),
  },
  { name: 'contact sales', who: 'nobody', address: '/contact-sales?plan=enterprise', ready: title('Contact Sales') },
  {
    name: 'sign-in, assistant asked',
    // on a phone the assistant covers the form
    isReadFirst: true,
    who: 'nobody',
    address: '/sign-in',
    act: askForPrices,
    ready: (page) => page.getByRole('log').getByText('A year costs ten months'),
  },
  {
    name: 'terms over the form',
    who: 'nobody',
    address: '/sign-in?mode=create&terms=read',
    ready: (page) => page.getByRole('dialog', { name: 'Terms and Conditions' }).getByRole('heading', { name: 'List prices' }),
  },
  { name: 'investors', who: 'nobody', address: '/investors', ready: title('Investor information'), worksOut: STATED },
  {
    name: 'investors, pitch deck',
    who: 'nobody',
    address: '/',
    act: press('Investor Pitch Deck'),
    ready: (page) => page.getByRole('dialog', { name: 'Investor Pitch Deck' }).getByText('Slide 1 of 6'),
  },
  {
    name: 'investors, valuation analysis',
    who: 'nobody',
    address: '/investors',
    act: press('View Valuation Analysis'),
    ready: dialog('Comprehensive Valuation Analysis'),
    worksOut: STATED,
  },
  legal('/terms', 'Terms and Conditions'),
  legal('/privacy-policy', 'Privacy policy'),
  legal('/privacy', 'Your privacy'),
  legal('/accessibility-statement', 'Accessibility statement'),
  legal('/accreditation-info', 'Accreditation'),
  {
    name: 'forgot password, sent',
    who: 'nobody',
    address: '/forgot-password',
    act: async (page) => {
      await page.getByLabel('Email').fill('somebody@example.com');
      await page.getByRole('button', { name: 'Send the link' }).click();
    },
    ready: text('If an account has this address'),
  },
  {
    name: 'reset password',
    who: 'nobody',
    address: '/reset-password?token=t',
    arrange: (page) =>
      mockAnswer(page, readReset, {
        proven: true,
        second_factor: true,
        passkeys: [{ passkey_id: 'p', name: 'Laptop', created_at: '2026-11-01T10:00:00.000Z', last_used_at: null }],
        providers: [{ provider: 'google', email: 'ines@example.com', linked_at: '2026-11-02T10:00:00.000Z' }],
      }),
    ready: (page) => page.getByLabel(/^New password/),
  },
  {
    name: 'reset password, dead link',
    who: 'nobody',
    address: '/reset-password',
    ready: (page) => page.getByRole('link', { name: 'Ask for a new link' }),
  },
  {
    name: 'verify email, done',
    address: '/verify-email?token=t',
    arrange: (page) => mockAnswer(page, verifyEmail, { message: 'Verified.' }),
    ready: heading('Email address verified'),
  },
  { name: 'account', isMain: true, isReadFirst: true, address: '/account', ready: text('This device') },
  {
    name: 'account, delete',
    address: '/account',
    act: press('Delete the account'),
    ready: (page) => page.getByRole('dialog').getByLabel(/^Your password/),
  },
  { name: 'account waits for its deletion', who: 'nobody', arrange: leave, address: '/account', ready: text('The deletion is under way.') },
];
