import type { Page } from '@playwright/test';
import { getAccount } from '#contract/identity/account.contract.ts';
import { generateCourse } from '#contract/generation/generation.contract.ts';
import { createCheckoutSession, paymentStatus } from '#contract/billing/payments.contract.ts';
import { type Movement, listMovements, userTokens } from '#contract/billing/wallet.contract.ts';
import {
  type CurrentSubscription,
  getSubscription,
  listInvoices,
  openPortal,
  previewChange,
} from '#contract/billing/subscription.contract.ts';
import { freePlan } from '#contract/billing/subscription.factory.ts';
import { paidPlan } from '#frontend/features/billing/packages.factory.ts';
import { aBalance } from '#frontend/testing/balance.factory.ts';
import { askForTutor, describeCourse } from '../forms.ts';
import { button, dialog, heading, press, type Scene, text } from './scene.ts';
import { mockAnswer, mockChange, mockSilence, refusing } from '../mocks.ts';

const STANDARD = paidPlan({ period_end: '2027-01-20T10:00:00.000Z' });
const TRIAL = freePlan({
  plan: 'Standard',
  package_id: 'standard_yearly',
  status: 'Trial',
  ends_by_itself: true,
  interval: 'year',
  trial_ends: '2026-12-27T10:00:00.000Z',
  trial_days_left: 5,
});

const QUOTAS = [
  { name: 'text_course', allowed: 10, used: 3, held: 1, resets_at: '2027-01-20T10:00:00.000Z' },
  { name: 'video_seconds', allowed: 600, used: 95, held: 0, resets_at: '2027-01-20T10:00:00.000Z' },
  { name: 'vortex_session', allowed: 3, used: 3, held: 0, resets_at: '2027-01-20T10:00:00.000Z' },
  { name: 'ar_vr_simulation', allowed: 1, used: 0, held: 0, resets_at: '2027-01-20T10:00:00.000Z' },
];
const BALANCE = aBalance({
  balance: 874.5,
  daily_available: 0,
  monthly_available: 544.5,
  purchased_available: 330,
  held: 31,
  quotas: QUOTAS,
});

const invoice = (id: string, description: string, amount_cents: number, status: string, refundable = false) => ({
  id,
  at: '2026-12-20T10:00:00.000Z',
  description,
  amount_cents,
  status,
  url: status === 'open' ? null : 'https://invoice.stripe.com/i/1',
  refundable,
  refund: refundable ? { amount_cents, parts: [{ description, amount_cents }] } : null,
});
const INVOICES = [
  invoice('in-4', '330 tokens', 2_499, 'paid', true),
  invoice('in-3', 'Standard (monthly)', 3_000, 'paid'),
  invoice('in-2', 'Standard (monthly)', 3_000, 'failed'),
  invoice('in-1', 'Basic (monthly)', 1_500, 'partially_refunded'),
];

const movement = (n: number, part: Partial<Movement>): Movement => ({
  id: `movement-${n}`,
  at: `2026-12-${String(20 - n).padStart(2, '0')}T10:00:00.000Z`,
  kind: 'grant',
  cause: 'Daily tokens',
  tokens: 5,
  balance_after: 874.5,
  wallet: 'own',
  task_id: null,
  order_id: null,
  ...part,
});
const LONG_TITLE = 'Keeping bees on a city roof through all the seasons of the year';
const MOVEMENTS = [
  movement(0, {
    kind: 'capture',
    cause: `Course: ${LONG_TITLE}`,
    cause_words: { key: 'Course: {title}', values: { title: LONG_TITLE } },
    tokens: 0,
    task_id: 'task-1',
  }),
  movement(1, { kind: 'capture', cause: 'Course: Knots', tokens: 10.33, balance_after: 905.5, task_id: 'task-2' }),
  movement(2, {
    kind: 'reserve',
    cause: 'Lesson: The bowline',
    tokens: -1_031.67,
    balance_after: 895.17,
    wallet: 'organisation',
    task_id: 'task-3',
  }),
  movement(3, { cause: 'Purchase: 300 tokens', tokens: 330, order_id: 'order-1' }),
  movement(4, { kind: 'expire', tokens: -5 }),
];

const course = (id: string, refundable: boolean, more: object = {}) => ({
  ...invoice(id, 'Beekeeping for balconies', 1_000, 'paid', refundable),
  is_course: true,
  ...more,
});
const COURSES = [
  course('in-8', true),
  course('in-7', false, { refusal: 'refund.exported' }),
  course('in-6', false, { refusal: 'refund.too_far' }),
  course('in-5', false, { refusal: 'refund.courses_used' }),
  { ...invoice('in-4', '330 tokens', 2_499, 'paid'), refusal: 'refund.was_disputed' },
];

interface Answers {
  readonly plan?: CurrentSubscription;
  readonly invoices?: readonly ReturnType<typeof invoice>[];
}

/** Mocks a user's plan, quotas and payments as the server reports them. */
const having =
  ({ plan = STANDARD, invoices = INVOICES }: Answers = {}) =>
  async (page: Page) => {
    await mockAnswer(page, getSubscription, plan);
    await mockAnswer(page, listInvoices, { invoices, next_cursor: null });
    await mockAnswer(page, userTokens, BALANCE);
  };
const AWAY = 'The service is temporarily unavailable.';
const PREVIEW = {
  package_id: 'premium_monthly',
  direction: 'upgrade',
  due_now_cents: 1_234,
  starts_at: '2026-12-21T10:00:00.000Z',
  proration_date: 1_797_847_200,
};

/** The plan screens for visitors and newcomers, and plan, payments and tokens for all users. */
export const SCENES_BILLING: readonly Scene[] = [
  { name: 'plans', isMain: true, isReadFirst: true, address: '/plans', ready: heading('For teachers and companies') },
  { name: 'plans by the year', address: '/plans?billed=year', ready: button(/^Yearly/) },
  {
    name: 'plan to be confirmed, with trial',
    address: '/plans/standard_yearly',
    // a trial needs a confirmed address
    arrange: (page) => mockChange(page, getAccount, (account) => ({ ...account, email_verified: true })),
    ready: button('Start free trial without card'),
  },
  {
    name: 'plan to be confirmed, signed out',
    who: 'nobody',
    address: '/plans/standard_yearly',
    ready: text('Must be logged in to activate trial'),
    act: press('Start free trial without card'),
  },
  {
    name: 'plan of a company, refused',
    address: '/plans/small_business',
    arrange: refusing(createCheckoutSession, 'service.unavailable', AWAY),
    ready: (page) => page.getByText(`Payment failed: ${AWAY}`),
    act: async (page) => {
      await page.getByLabel('Name of your organisation').fill('Apiary Ltd');
      await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    },
  },
  { name: 'plan unknown', address: '/plans/university_elite', ready: heading('Plan not found') },
  {
    name: 'tokens to buy, one chosen',
    address: '/create?dialog=tokens',
    ready: dialog('Purchase Premium Tokens'),
    act: (page) => page.getByRole('radio', { name: /^300 tokens/ }).check(),
  },
  {
    name: 'plan to choose, with a plan',
    address: '/courses?dialog=plan',
    arrange: having(),
    ready: button('Preview the change'),
    act: (page) => page.getByRole('radio', { name: /^Premium.*a year/ }).check(),
  },
  {
    name: 'learning journey to choose',
    address: '/courses?dialog=journey',
    ready: (page) => page.getByRole('group', { name: 'AI token packages' }),
  },
  {
    name: 'builder, too few tokens',
    // the missing amount, and the ways to get it
    isReadFirst: true,
    address: '/create',
    arrange: refusing(generateCourse, 'tokens.insufficient', 'Not enough tokens', { needed: 31, available: 4.5 }),
    ready: text('Add tokens to continue'),
    act: async (page) => {
      await describeCourse(page, { topic: 'Chess', goals: 'Tie them blind', age: 17 });
      await askForTutor(page);
      await page.getByRole('button', { name: 'Generate Course' }).click();
    },
  },
  {
    name: 'payment being looked up',
    address: '/courses?session_id=cs_test_1',
    arrange: (page) => mockSilence(page, paymentStatus),
    ready: text('Checking your payment.'),
  },
  { name: 'billing on the free plan', address: '/billing', ready: text('No payments yet.') },
  { name: 'billing with a plan', isMain: true, address: '/billing', arrange: having(), ready: text('Partially refunded') },
  { name: 'billing in a trial', address: '/billing', arrange: having({ plan: TRIAL, invoices: [] }), ready: text('5 days left') },
  {
    name: 'billing, payment due',
    address: '/billing',
    arrange: having({ plan: { ...STANDARD, status: 'Payment due' } }),
    ready: text('The last payment did not go through.'),
  },
  {
    name: 'billing, asked about cancelling',
    address: '/billing',
    arrange: having(),
    ready: dialog('Cancel Standard?'),
    act: press('Cancel plan'),
  },
  {
    name: 'billing, cancelled, card page away',
    address: '/billing',
    arrange: async (page) => {
      await having({ plan: { ...STANDARD, cancel_at_period_end: true } })(page);
      await refusing(openPortal, 'payments.not_configured', 'Payments are not configured')(page);
    },
    ready: text('Payments are not configured'),
    act: press('Card and receipts'),
  },
  {
    name: 'billing, a change with its price',
    address: '/billing?change=premium_monthly',
    arrange: async (page) => {
      await having()(page);
      await mockAnswer(page, previewChange, PREVIEW);
    },
    ready: button('Change and pay $12.34'),
  },
  {
    name: 'billing, asked about a refund',
    address: '/billing',
    arrange: having(),
    ready: dialog('Refund $24.99?'),
    act: press(/^Ask for refund/),
  },
  {
    name: 'billing with courses',
    address: '/billing',
    arrange: having({ invoices: COURSES }),
    ready: text('It cannot be refunded, because you have exported the course.'),
  },
  {
    name: 'billing, asked about the refund of a course',
    address: '/billing',
    arrange: having({ invoices: COURSES }),
    ready: dialog('Refund $10.00?'),
    act: press(/^Ask for refund/),
  },
  {
    name: 'usage',
    isMain: true,
    address: '/usage',
    arrange: async (page) => {
      await having()(page);
      await mockAnswer(page, listMovements, { movements: MOVEMENTS, next_cursor: 'more' });
    },
    ready: button('Show more'),
  },
];
