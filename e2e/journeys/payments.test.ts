import type { Page } from '@playwright/test';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { FREE_PLAN, PLANS, TOKEN_PACKAGES, TRIAL } from '#contract/billing/catalogue.ts';
import { paymentStatus } from '#contract/billing/payments.contract.ts';
import { mocked } from '#contract/platform/mocked-answer.factory.ts';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { clientOf, createAccount, freshEmail, PASSWORD, verifyAddress } from '../support/account.ts';
import { figuresOutsideCatalogue } from '../support/figures.ts';
import { askForTutor, describeCourse, emailField, generate, passwordField, seeFinished } from '../support/forms.ts';
import { mockAnswers } from '../support/mocks.ts';
import { sandbox } from '../support/sandbox.ts';
import { CARDS, payAt, stripe } from '../support/stripe.ts';
import { SLOW, expect, test } from '../support/test.ts';
import { installation } from '../support/installation.ts';

const FAILED_REQUEST = /Failed to load resource/;
const WELCOME = 'Payment successful! Welcome to your new plan!';
const WISH = { topic: 'Gardening', goals: 'Raise beans in a bed', age: 41 };
const premium = PLANS.find(({ id }) => id === 'premium_monthly')!;
const pack = TOKEN_PACKAGES.find(({ id }) => id === 'tokens_300')!;

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
});
test.afterEach(() => stripe.delivery());

async function registerByForm(page: Page): Promise<string> {
  const email = freshEmail();
  await page.goto('/sign-in?mode=create');
  await page.getByLabel('First name').fill('Ines');
  await page.getByLabel('Last name').fill('Moreno');
  await emailField(page).fill(email);
  await passwordField(page).fill(PASSWORD);
  await page.getByLabel(/^I accept the terms/).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Registration successful!').waitFor();
  // AUTH-28: one question comes first, and the plans are one press away
  await page.waitForURL('**/welcome');
  await page.getByRole('link', { name: 'See plans' }).click();
  await page.waitForURL('**/plans');
  return email;
}

async function choosePlan(page: Page, plan: string): Promise<void> {
  await page.getByRole('link', { name: `Choose ${plan}` }).click();
  await page.getByRole('heading', { level: 1, name: 'Confirm your plan' }).waitFor();
}

const formatted = (figure: number): string => figure.toLocaleString('en');
const balanceLink = (page: Page, words: RegExp) => page.getByRole('link', { name: words });
/** Waits until the header shows this balance. */
const balanceIs = (page: Page, tokens: number) => balanceLink(page, new RegExp(`^${formatted(tokens)} tokens`)).waitFor();
const billing = async (page: Page) => {
  await page.goto('/billing');
  await page.getByRole('heading', { name: 'Payments' }).waitFor();
};
/** The value below a name in the strip of the billing page. */
const factOf = async (page: Page, name: string) =>
  (await page
    .locator('dl > div', { has: page.locator('dt', { hasText: name }) })
    .first()
    .textContent())!;

/** Opens the token packages from the header and proceeds to payment. */
async function buyTokens(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('link', { name: 'Buy Tokens' }).first().click();
  await page.getByRole('radio', { name }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
}

/** Writes courses for a user through the API, one after the other. */
async function writeCourses(session: SessionAnswer, count: number): Promise<void> {
  const client = await clientOf(session);
  for (let n = 0; n < count; n += 1) {
    const { task_id: taskId } = await client.start({ age: 41, topic: `Knots ${n}`, learning_goals: 'Tie them blind' });
    expect((await client.finish(taskId)).status).toBe('completed');
  }
}

/** Buys a plan through the API before a journey. */
async function subscribed(packageId: string): Promise<SessionAnswer> {
  const session = await createAccount();
  const client = await clientOf(session);
  const { body } = await client.request('POST', '/api/create-checkout-session', {
    user_id: client.userId,
    package_id: packageId,
    origin_url: installation().appUrl,
  });
  await stripe.complete(body.session_id);
  await expect.poll(async () => (await client.request('GET', `/api/payments/status/${body.session_id}`)).body.payment_status).toBe('paid');
  return session;
}

test.describe('from registration to a plan', () => {
  test(
    'AUTH-28 PLAN-08 PLAN-12 PLAN-15 AUTH-21 AUTH-22 G04 A12 a yearly plan is tried without a card, and used',
    SLOW,
    async ({ visit }) => {
      const { page } = await visit();
      const email = await registerByForm(page);
      expect((await figuresOutsideCatalogue(page)).stray).toEqual([]);
      await page.getByRole('button', { name: /^Yearly/ }).click();
      expect((await figuresOutsideCatalogue(page)).stray).toEqual([]);
      await choosePlan(page, 'Standard yearly');
      expect((await figuresOutsideCatalogue(page)).stray).toEqual([]);
      await page.getByText(/^Confirm your email address and the first 7 days are free/).waitFor();
      await verifyAddress(email);
      // the mail's link leads back here
      await page.reload();
      await page.getByRole('button', { name: 'Start free trial without card' }).click();
      await page.getByText('Your free trial has begun: 7 days, no card.').waitFor();
      await page.waitForURL('**/create');
      await balanceIs(page, FREE_PLAN.monthly_tokens + TRIAL.daily_tokens);

      await page.getByText(`${TRIAL.courses} of ${TRIAL.courses} courses left in this trial`).waitFor();
      await describeCourse(page, WISH);
      await generate(page);
      await seeFinished(page);
      await billing(page);
      expect(await factOf(page, 'Plan')).toContain('StandardTrial');
      expect(await factOf(page, 'Trial ends')).toMatch(/[67] days left/);
      await page.getByText(`1 of ${TRIAL.courses} used`).waitFor();
    },
  );

  test('PLAN-13 PLAN-14 PAY-02 PAY-18 PAY-19 PAY-21 A05 Premium by the month: pay, come back, be welcomed; 300 tokens bring 330', async ({
    visit,
  }) => {
    const { page } = await visit();
    await registerByForm(page);
    await choosePlan(page, 'Premium monthly');
    await page.getByRole('link', { name: 'Back to Plans' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/plans');
    await choosePlan(page, 'Premium monthly');
    await page.getByText('$50.00').first().waitFor();
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await payAt(page, CARDS.good);
    await page.getByText(WELCOME).waitFor();
    await page.waitForURL('**/create');
    // the free plan's tokens remain in addition
    const before = premium.tokens + FREE_PLAN.daily_tokens + FREE_PLAN.monthly_tokens;
    await balanceIs(page, before);

    await page.goto('/courses');
    await buyTokens(page, /^300 tokens/);
    await payAt(page, CARDS.good);
    await page.getByText(`Payment successful! ${pack.tokens + pack.bonus_tokens} tokens were added.`).waitFor();
    await page.waitForURL('**/courses');
    const balance = before + pack.tokens + pack.bonus_tokens;
    expect(pack.tokens + pack.bonus_tokens).toBe(330);
    await balanceIs(page, balance);

    await billing(page);
    expect(await factOf(page, 'Plan')).toContain('PremiumActive, $50.00 a month');
    await page.getByText(/Paid/).nth(1).waitFor();
    expect((await figuresOutsideCatalogue(page, { tokens: [balance] })).stray).toEqual([]);
    await page.goto('/usage');
    await page.getByText(`+${pack.tokens + pack.bonus_tokens}`).waitFor();
    expect((await figuresOutsideCatalogue(page, { tokens: [balance, COST_ESTIMATE.base / 100] })).stray).toEqual([]);
  });
});

test.describe('the package dialogs', () => {
  test('G43 Back closes a dialog that was opened, and never returns to a closed one', SLOW, async ({ visit }) => {
    const { page } = await visit({ session: await createAccount() });
    await page.goto('/courses');
    await page.getByRole('link', { name: 'AI Builder', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'AI Builder' }).waitFor();
    const dialog = page.getByRole('dialog', { name: 'Choose Your Plan' });
    await page.getByRole('link', { name: 'Upgrade Plan' }).click();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Upgrade Plan' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForURL('**/create');
    await page.goBack();
    await page.waitForURL('**/courses');
  });
});

test.describe('problems during a payment', () => {
  test('a declined card is reported on the payment page; another one pays', SLOW, async ({ visit }) => {
    const { page } = await visit({ session: await createAccount() });
    await page.goto('/plans/basic_monthly');
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await payAt(page, CARDS.declined);
    await page.getByRole('alert').getByText('Your card was declined.').waitFor();
    await payAt(page, CARDS.good);
    await page.getByText(WELCOME).waitFor();
  });

  test('PAY-23 ROOT-10 G43 an abandoned payment changes nothing; one that has expired says so, on any path', SLOW, async ({ visit }) => {
    const { page } = await visit({ session: await createAccount() });
    await page.goto('/courses?filter=saved');
    await buyTokens(page, /^100 tokens/);
    await page.getByRole('heading', { name: 'Sandbox Checkout' }).waitFor();
    const abandoned = new URL(page.url()).pathname.split('/').at(-1)!;
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    await page.waitForURL('**/courses?filter=saved');
    await balanceIs(page, 45);
    // requesting the same purchase again closes the first payment page
    await buyTokens(page, /^100 tokens/);
    await page.getByRole('heading', { name: 'Sandbox Checkout' }).waitFor();
    await page.goto(`${installation().appUrl}/usage?kind=grant&session_id=${abandoned}`);
    await page.getByText('Payment session expired. Please try again.').waitFor();
    await page.waitForURL('**/usage?kind=grant');
  });

  test(
    'PAY-20 PAY-23 G14 after five polls without a result the page says so, and a notification follows the payment',
    SLOW,
    async ({ visit }) => {
      await stripe.delivery({ mode: 'hold' });
      const session = await createAccount();
      const { page } = await visit({ session });
      await page.clock.install();
      await page.goto('/create');
      let looks = 0;
      await mockAnswers(page, paymentStatus, () => {
        looks += 1;
        return mocked(paymentStatus, {
          success: true,
          payment_status: 'unpaid',
          due_cents: 999,
          received_cents: null,
          stripe_status: 'open',
          stripe_payment_status: 'unpaid',
          kind: 'tokens',
          package_id: 'tokens_100',
          tokens: 100,
          trial: false,
        });
      });
      await buyTokens(page, /^100 tokens/);
      await payAt(page, CARDS.good);
      await page.getByText('Checking your payment. This takes a few seconds.').waitFor();
      // polls every 2 s, and reports the timeout only after another interval
      const verdict = page.getByText('Payment verification timeout. Check your email for confirmation.');
      const isSaid = async () => (await verdict.count()) > 0 || (await page.clock.fastForward(2_000), false);
      await expect.poll(isSaid, { intervals: [100] }).toBe(true);
      expect(looks).toBe(5);
      // news is polled every half minute
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
      await stripe.delivery();
      const client = await clientOf(session);
      const kinds = async () =>
        (await client.request('GET', '/api/notifications')).body.notifications.map(({ kind }: { kind: string }) => kind);
      await expect.poll(kinds).toContain('payment.landed');
      await page.clock.fastForward(30_000);
      await page.clock.resume();
      await page.getByText(/^Your payment arrived/).waitFor();
      await balanceIs(page, 145);
    },
  );
});

test.describe('too few tokens', () => {
  test('G17 A12 are reported calmly; after buying, the form is as it was, and the course is written', SLOW, async ({ visit }) => {
    const session = await createAccount();
    await writeCourses(session, 2); // uses the plan's course, then 31 of its 45 tokens
    const { page } = await visit({ session, tolerate: FAILED_REQUEST });
    await page.goto('/create');
    await balanceIs(page, 14);
    await describeCourse(page, WISH);
    await page.getByLabel('Difficulty').selectOption('expert');
    await askForTutor(page);
    await page.getByRole('button', { name: 'Generate Course' }).click();
    await page.getByText('Add tokens to continue').waitFor();
    await page.getByText('This needs up to 31 tokens, and you have 14.').waitFor();
    await page.getByRole('link', { name: 'Add tokens' }).click();
    await page.getByRole('radio', { name: /^100 tokens/ }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await payAt(page, CARDS.good);
    await page.getByText('Payment successful! 100 tokens were added.').waitFor();
    await page.waitForURL('**/create');
    expect(await page.getByLabel('Topic').inputValue()).toBe(WISH.topic);
    expect(await page.getByLabel('Learning goals').inputValue()).toBe(WISH.goals);
    expect(await page.getByLabel('Difficulty').inputValue()).toBe('expert');
    await balanceIs(page, 114);
    await sandbox.latency(200, { claude: 1500 });
    await generate(page);
    await page
      .getByText('Reserved', { exact: true })
      .locator('..')
      .getByText(/31\.50? tokens/)
      .waitFor();
    await seeFinished(page);
    await balanceIs(page, 82.5);
    await page.goto('/usage?kind=capture');
    await page.getByRole('link', { name: /^Course: .*Gardening/i }).click();
    await page
      .getByText('Charged', { exact: true })
      .locator('..')
      .getByText(/^31(\.50?)? tokens/)
      .waitFor();
  });
});

test.describe('a running plan', () => {
  test('is upgraded at the displayed price, less the unused part of the old plan', SLOW, async ({ visit }) => {
    const { page } = await visit({ session: await subscribed('standard_monthly') });
    await page.goto('/billing');
    await page.getByRole('link', { name: 'Change plan' }).click();
    await page.getByRole('radio', { name: /^Premium.*a month/ }).check();
    await page.getByRole('button', { name: 'Preview the change' }).click();
    await page.waitForURL('**/billing?change=premium_monthly');
    const pay = page.getByRole('button', { name: /^Change and pay \$/ });
    await pay.waitFor();
    const due = Number(/\$([\d.]+)/.exec((await pay.textContent())!)![1]);
    expect(due).toBeGreaterThan(19);
    expect(due).toBeLessThanOrEqual(20);
    await pay.click();
    await page.getByText('Your plan is Premium now.').waitFor();
    await balanceIs(page, premium.tokens + FREE_PLAN.daily_tokens + FREE_PLAN.monthly_tokens);
    await expect.poll(() => factOf(page, 'Plan')).toContain('PremiumActive');
  });

  test('PLAN-26 is refunded within its days', SLOW, async ({ visit }) => {
    const { page } = await visit({ session: await subscribed('standard_monthly') });
    await billing(page);
    await page.getByRole('button', { name: /^Ask for refund/ }).click();
    await page.getByRole('button', { name: 'Refund $30.00' }).click();
    await page.getByText('$30.00 is on its way.').waitFor();
    await page.getByText(/· Refunded$/).waitFor();
    await expect.poll(() => factOf(page, 'Plan')).toBe('PlanFree Plan');
  });
});

test.describe('without a mouse', () => {
  test('PAY-09 G43 tokens are chosen and paid for with the keyboard alone; Escape leaves the screen as it was', SLOW, async ({ visit }) => {
    const { page } = await visit({ session: await createAccount() });
    const { keyboard } = page;
    await page.goto('/create');
    const buy = page.getByRole('link', { name: 'Buy Tokens' });
    await buy.focus();
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Purchase Premium Tokens' }).waitFor();
    await keyboard.press('Escape');
    await page.waitForURL('**/create');
    expect(await buy.evaluate((element) => element === document.activeElement), 'the focus comes back').toBe(true);
    await keyboard.press('Enter');
    const first = page.getByRole('radio', { name: /^100 tokens/ });
    await first.waitFor();
    await keyboard.press('Tab');
    expect(await first.evaluate((element) => element === document.activeElement)).toBe(true);
    await keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: /^300 tokens/ }).isChecked()).toBe(true);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sandbox Checkout' }).waitFor();
  });
});

test.describe('the end of a trial', () => {
  // the stand-in's clock cannot go back
  test.afterEach(() => stripe.forget());

  test(
    'PLAN-15 G04 G13 started at the payment page without a card, it ends automatically: free again, and nothing is lost',
    SLOW,
    async ({ visit }) => {
      const session = await createAccount();
      await verifyAddress(session.user.email);
      const { page } = await visit({ session });
      await page.goto('/plans/standard_yearly');
      await page.getByRole('button', { name: 'Proceed to Payment' }).click();
      await payAt(page, null);
      await page.getByText('Your free trial has begun. Welcome to your new plan!').waitFor();
      await balanceIs(page, FREE_PLAN.monthly_tokens + TRIAL.daily_tokens);
      await describeCourse(page, WISH);
      await generate(page);
      await seeFinished(page);
      await stripe.passDays(TRIAL.days + 1);
      await expect
        .poll(async () => {
          await billing(page);
          return factOf(page, 'Plan');
        })
        .toBe('PlanFree Plan');
      await page.goto('/courses');
      await page
        .getByRole('link', { name: /gardening/i })
        .first()
        .waitFor();
      await page.goto('/plans/standard_yearly');
      await page.getByRole('button', { name: 'Proceed to Payment' }).waitFor();
      expect(await page.getByRole('button', { name: /trial/ }).count()).toBe(0);
    },
  );
});
