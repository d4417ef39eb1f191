import type { Page } from '@playwright/test';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { clientOf, createAccount } from '../support/account.ts';
import { must } from '../support/record-workshop.ts';
import { sandbox } from '../support/sandbox.ts';
import { resize } from '../support/page-checks.ts';
import { CARDS, payAt } from '../support/stripe.ts';
import { SLOW, expect, test } from '../support/test.ts';

const TITLE = 'Tide tables for walkers';

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
});

/** Writes a course for the creator, and makes a studio draft of it. @returns id of the draft */
async function givenDraft(session: SessionAnswer): Promise<string> {
  const client = await clientOf(session);
  const { task_id } = await client.start({
    topic: TITLE,
    learning_goals: 'Plan a walk over the mudflats',
    age: 41,
    duration: '1 week intensive',
  });
  expect((await client.finish(task_id, { everyMs: 50 })).status).toBe('completed');
  const { body } = await must(client, 'POST', '/api/creator/courses', {
    title: TITLE,
    description: 'Read a tide table, plan a walk over the mudflats, and be back before the water is.',
    category: 'personal',
    price: 10,
    objectives: 'Read a tide table\nPlan a safe walk',
  });
  return body.course.id;
}

async function publish(page: Page, draft: string): Promise<void> {
  await page.goto(`/studio/courses/${draft}`);
  const course = page.getByLabel('Use the lessons from');
  await course.waitFor();
  await course.selectOption({ index: 1 });
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .waitFor();
  const button = page.getByRole('button', { name: 'Publish', exact: true });
  expect(await button.isDisabled()).toBe(true);
  await page.getByLabel('I have the rights to publish and sell all of this course.').check();
  await button.click();
  await page.getByText('Your course is in the marketplace.').waitFor();
}

test.describe('the marketplace', () => {
  test('a visitor filters the served page by its links, and it stays while the values of a filter are open', SLOW, async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/market');
    // the press starts the app as well, whose values are no links
    await page.getByRole('button', { name: 'Level: All' }).click();
    await page.getByRole('link', { name: /^Beginner/ }).click();
    await page.waitForURL(/difficulty=beginner/);
    await page.getByRole('button', { name: 'Level: Beginner' }).waitFor();

    // on a phone each row of chips is one line, in the served page and in the app that takes its place
    await resize(page, { width: 390, height: 844 });
    const heights = (rows: string) => page.locator(rows).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    const one = expect.arrayContaining([expect.any(Number), expect.any(Number)]);
    const served = await heights('#served .chips');
    expect(served).toEqual(one);
    await page.keyboard.press('Shift');
    await page.getByRole('group', { name: 'Filter' }).waitFor();
    const rows = await heights('[aria-label="Filter"] > *');
    expect(rows).toEqual(one);
    expect(Math.max(...served, ...rows)).toBeLessThan(64);
  });

  test('CRE-26 CRE-28 G54 a creator publishes; a stranger finds, previews and buys; the creator sees the sale', SLOW, async ({ visit }) => {
    const creator = await createAccount('Maren', 1990);
    const studio = await visit({ session: creator });
    await publish(studio.page, await givenDraft(creator));

    await studio.page.getByLabel('New code').last().fill('tide20');
    await studio.page.getByRole('button', { name: 'Create code' }).click();
    await studio.page.getByRole('rowheader', { name: 'TIDE20' }).waitFor();

    const market = await visit();
    await market.page.goto('/market');
    await market.page.getByLabel('Search the marketplace').fill('tide tabels');
    await market.page.getByRole('link', { name: TITLE }).click();
    // pressed on the served page: the app starts, takes its place and opens the lesson
    await market.page.getByRole('button', { name: 'Preview' }).first().click();
    await market.page.getByRole('button', { name: 'Preview', expanded: true }).waitFor();
    await market.page.getByRole('link', { name: 'Sign in to buy it' }).waitFor();
    const address = new URL(market.page.url()).pathname;

    const buyer = await visit({ session: await createAccount('Ines', 1990) });
    await buyer.page.goto(address);
    await buyer.page.getByRole('button', { name: 'Buy for $10.00' }).waitFor();
    await buyer.page.getByRole('button', { name: 'I have a code' }).click();
    await buyer.page.getByLabel('Code', { exact: true }).fill('TIDE20');
    await buyer.page.getByRole('button', { name: 'Use the code' }).click();
    await buyer.page.getByRole('button', { name: 'Buy for $8.00' }).click();
    await payAt(buyer.page, CARDS.good);
    await buyer.page.getByRole('link', { name: 'Start learning' }).waitFor();
    await buyer.page.getByRole('link', { name: 'Start learning' }).click();
    await buyer.page.waitForURL('**/courses/*');
    await buyer.page.getByRole('heading', { level: 1 }).waitFor();

    await studio.page.goto('/studio');
    await studio.page.getByText('$5.60').first().waitFor();
    await studio.page.goto('/studio/analytics');
    await studio.page.getByRole('button', { name: 'Show as table' }).click();
    await studio.page.getByRole('button', { name: '$5.60' }).click();
    await studio.page.getByRole('cell', { name: 'TIDE20' }).waitFor();
  });
});
