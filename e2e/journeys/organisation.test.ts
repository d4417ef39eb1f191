import type { Page } from '@playwright/test';
import { organisationPlanById } from '#contract/billing/catalogue.ts';
import { clientOf, createAccount, enter, freshEmail, PASSWORD, SAMPLE_OPERATOR } from '../support/account.ts';
import { emailField, passwordField } from '../support/forms.ts';
import { invitedLink, sandbox } from '../support/sandbox.ts';
import { SLOW, expect, test, type Visit } from '../support/test.ts';

/** The browser's own log lines about error statuses. */
const REFUSALS = /Failed to load resource/;

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
});

/** Records a contract for this owner, on the operator's page. */
async function recordContract(visit: Visit, ownerEmail: string, organisation: string): Promise<void> {
  const { page } = await visit({ session: await enter(SAMPLE_OPERATOR) });
  await page.goto('/create');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Console' }).click();
  await page.getByRole('link', { name: 'Contracts' }).click();
  await page.getByLabel('Package').selectOption('small_business');
  await page.getByLabel("Owner's email").fill(ownerEmail);
  await page.getByLabel(/^Organisation/).fill(organisation);
  await page.getByLabel(/^Reference/).fill(`C-${organisation}`);
  await page.getByRole('button', { name: 'Record contract' }).click();
  await page.getByText(`Recorded: C-${organisation}.`).waitFor();
  await page.getByRole('region', { name: 'Recorded contracts' }).getByText(organisation, { exact: true }).waitFor();
}

async function registerHere(page: Page, email: string, firstName: string): Promise<void> {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill('Lin');
  await emailField(page).fill(email);
  await passwordField(page).fill(PASSWORD);
  await page.getByLabel(/^I accept the terms/).check();
  await page.getByRole('button', { name: 'Create account' }).click();
}

const factOf = (page: Page, name: string) => page.locator('dl > div', { hasText: name }).locator('dd').first().textContent();

test.describe('an organisation', () => {
  test(
    'G16 invites two people by email, who join, one with a new account; a member spends from the pool and the owner sees how much',
    SLOW,
    async ({ visit }) => {
      const plan = organisationPlanById('small_business')!;
      const name = `Apiary ${Date.now().toString(36)}`;
      const owner = await createAccount('Ada', 1990);
      const known = await createAccount('Bo');
      const newEmail = freshEmail();
      await recordContract(visit, owner.user.email, name);

      const { page } = await visit({ session: owner, tolerate: REFUSALS });
      await page.goto('/create');
      await page.getByRole('button', { name: /^Profile menu/ }).click();
      await page.getByRole('link', { name: 'Organisation', exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect([await factOf(page, 'Seats taken'), await factOf(page, 'Tokens in the pool')]).toEqual([
        `1 of ${plan.seats}`,
        plan.tokens.toLocaleString('en-US'),
      ]);
      await page.getByLabel('Email addresses').fill(`${known.user.email}, ${newEmail}`);
      await page.getByRole('button', { name: 'Send invites' }).click();
      await page.getByText('2 invites sent').first().waitFor();
      await page.getByLabel('Email addresses').fill(newEmail);
      await page.getByRole('button', { name: 'Send invites' }).click();
      await page.getByText(`${newEmail} is already invited.`).waitFor();

      // one has an account and is signed in
      const bo = await visit({ session: known });
      await bo.page.goto(await invitedLink(known.user.email, name));
      await bo.page.getByRole('button', { name: 'Join' }).click();
      await bo.page.getByRole('heading', { level: 1, name }).waitFor();
      expect(await bo.page.getByRole('region', { name: 'People' }).count()).toBe(0);

      // the other registers first and returns; before that, another user tries the link
      const link = await invitedLink(newEmail, name);
      const stranger = await visit({ session: await createAccount('Eve'), tolerate: REFUSALS });
      await stranger.page.goto(link);
      await stranger.page.getByRole('button', { name: 'Join' }).click();
      await stranger.page.getByText(/^This invite went to another address/).waitFor();
      await stranger.page.getByRole('button', { name: 'Sign in with another address' }).click();
      await stranger.page.waitForURL('**/sign-in?*');
      expect(new URL(stranger.page.url()).searchParams.get('next')).toBe(link);

      const cy = await visit();
      await cy.page.goto(link);
      await cy.page.getByRole('link', { name: 'Create an account' }).click();
      await registerHere(cy.page, newEmail, 'Cy');
      await cy.page.getByRole('button', { name: 'Join' }).click();
      await cy.page.getByRole('heading', { level: 1, name }).waitFor();

      // the free plan's course of the month is used first, the next one is paid from the pool
      const client = await clientOf(known);
      for (const topic of ['Keeping bees', 'Gardening']) {
        const { task_id } = await client.start({ age: 34, topic, learning_goals: 'Get through one year' });
        expect((await client.finish(task_id, { everyMs: 50 })).status).toBe('completed');
      }
      const spent = (await client.request('GET', '/api/organisation')).body.organisation.my_tokens_this_month;
      expect(spent).toBeGreaterThan(0);

      await page.reload();
      const members = page.getByRole('region', { name: 'People' }).getByRole('listitem');
      await members.filter({ hasText: known.user.email }).getByText(`${spent} tokens this month`).waitFor();
      await members.filter({ hasText: newEmail }).getByText('0 tokens this month').waitFor();
      const left = (plan.tokens - spent).toLocaleString('en-US', { maximumFractionDigits: 2 });
      await expect.poll(() => factOf(page, 'Tokens in the pool')).toBe(left);
      await expect.poll(() => factOf(page, 'Seats taken')).toBe(`3 of ${plan.seats}`);

      // a seat is released
      await members
        .filter({ hasText: newEmail })
        .getByRole('button', { name: /^Remove/ })
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText(newEmail).waitFor({ state: 'detached' });
      await expect.poll(() => factOf(page, 'Seats taken')).toBe(`2 of ${plan.seats}`);
    },
  );
});
