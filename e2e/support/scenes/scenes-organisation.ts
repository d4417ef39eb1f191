import type { ServiceLane } from '#contract/operator/services.contract.ts';
import type { Page } from '@playwright/test';
import { ALARM_KINDS, type BillingAlarm } from '#contract/billing/alarms.contract.ts';
import type { SalesMessage } from '#contract/billing/sales.contract.ts';
import type { Organisation } from '#contract/billing/organisation.contract.ts';
import { anOrganisation } from '#frontend/features/organisation/organisation.factory.ts';
import { button, dialog, heading, press, type Scene, text } from './scene.ts';
import { mockAnswer, refusing } from '../mocks.ts';

const LONG_EMAIL = 'maximiliane-theodora.von.wolkenstein@department-of-beekeeping.example.com';
const [ADA] = anOrganisation().members!;
const [OPEN] = anOrganisation().invites!;
/** Of eighteen people, one with a long name, and with an invite that has run out. */
const OWNED = anOrganisation({
  seats_taken: 18,
  members: Array.from({ length: 18 }, (_, n) => ({
    ...ADA!,
    user_id: `member-${n}`,
    first_name: n === 1 ? 'Maximiliane-Theodora' : 'Bo',
    last_name: n === 1 ? 'von Wolkenstein-Trostburg' : `Lin ${n}`,
    email: n === 1 ? LONG_EMAIL : `bo.lin${n}@example.com`,
    role: n === 0 ? 'owner' : 'member',
    tokens_this_month: n * 20.5,
    authorised: n === 2 ? false : null,
  })),
  invites: [OPEN!, { ...OPEN!, invite_id: 'invite-2', email: 'late@example.com', expires_at: '2026-11-17T12:00:00.000Z' }],
});
const OF_MEMBER: Organisation = { ...OWNED, role: 'member', my_tokens_this_month: 51.5, members: null, invites: null };

const ALARMS: readonly BillingAlarm[] = ALARM_KINDS.map((kind, n) => ({
  alarm_id: `alarm-${n}`,
  kind,
  at: '2026-12-03T12:00:00.000Z',
  subject: `payment:0193c1de-5c11-7a55-9c40-2f6f0c9e61${10 + n}`,
  stripe_url: n % 3 === 0 ? `https://dashboard.stripe.com/test/payments/pi_${n}` : null,
  account: n % 2 === 0 ? { user_id: 'member-1', email: LONG_EMAIL } : null,
  detail: { amount_cents: 2499, reason: 'it did not arrive at the bank' },
  acknowledged_at: null,
  acknowledged_by: null,
  settled: false,
}));

const SALES_MESSAGES: readonly SalesMessage[] = [
  'Five hundred seats, from spring.\nWho signs the order on your side?',
  'ماذا يكلف أربعون مقعدًا لعام واحد؟',
].map((message, n) => ({
  sales_message_id: `message-${n}`,
  at: '2026-12-03T12:00:00.000Z',
  package_id: n === 0 ? 'enterprise' : null,
  name: 'Maximiliane-Theodora von Wolkenstein-Trostburg',
  email: LONG_EMAIL,
  organisation: n === 0 ? 'Department of Beekeeping' : 'قسم تربية النحل',
  message,
  answered_at: null,
  answered_by: null,
}));

const belonging = (organisation: Organisation) => (page: Page) =>
  mockAnswer(page, '**/api/organisation', { organisation, invitations: [] });

const FAILURE = { at: '2026-12-20T10:00:00.000Z', outcome: 'rate_limited', detail: 'gemini: 429 Resource exhausted' };
const SERVICE_LANES: ServiceLane[] = [
  { service: 'grok', model: 'grok-4', state: 'off', until: null, newest_failure: null },
  { service: 'claude', model: 'claude-sonnet', state: 'open', until: null, newest_failure: null },
  {
    service: 'gemini',
    model: 'gemini-pro',
    state: 'paused',
    until: '2026-12-20T10:00:30.000Z',
    newest_failure: FAILURE,
  },
  { service: 'openai', model: 'gpt', state: 'open', until: null, newest_failure: FAILURE },
];

/** The screens of an organisation, its members and operators. */
export const SCENES_ORGANISATION: readonly Scene[] = [
  { name: 'no organisation', address: '/organisation', ready: heading('You do not belong to an organisation') },
  {
    name: 'organisation of an owner, an address refused',
    isMain: true,
    address: '/organisation',
    arrange: belonging(OWNED),
    ready: text('nonsense is not an email address.'),
    act: async (page) => {
      await page.getByLabel('Email addresses').fill('dee@example.com, nonsense');
      await page.getByRole('button', { name: 'Send invites' }).click();
    },
  },
  {
    name: 'organisation, asked before a member is removed',
    address: '/organisation',
    arrange: belonging(OWNED),
    ready: dialog(/^Remove Maximiliane/),
    act: press(/^Remove Maximiliane/),
  },
  {
    name: 'organisation whose plan has ended',
    address: '/organisation',
    arrange: belonging({ ...OWNED, active: false, tokens_available: 0, tokens_held: 0 }),
    ready: text('The plan ended on'),
  },
  { name: 'organisation of a member', address: '/organisation', arrange: belonging(OF_MEMBER), ready: button('Leave the organisation') },
  {
    name: 'organisation not loaded',
    address: '/organisation',
    arrange: refusing('**/api/organisation', 400, 'It could not be read.'),
    ready: heading('Your organisation could not be loaded'),
  },
  { name: 'invite, not signed in', who: 'nobody', address: '/organisation/join?token=secret', ready: heading('You are invited') },
  {
    name: 'invite for another address',
    address: '/organisation/join?token=secret',
    arrange: refusing('**/api/organisation/join', 403, 'This invite went to another address.', { code: 'organisation.other_address' }),
    ready: button('Sign in with another address'),
    act: press('Join'),
  },
  { name: 'invite link cut off', who: 'nobody', address: '/organisation/join', ready: heading('This link is incomplete') },
  { name: 'contracts, refused to learners', address: '/operator/contracts', ready: heading('This page is for operators') },
  {
    name: 'contracts, one refused',
    // on a phone its fields come first
    isReadFirst: true,
    who: 'operator',
    address: '/operator/contracts',
    ready: (page) => page.getByText('No account has the email nobody@example.com.').first(),
    act: async (page) => {
      await page.getByLabel("Owner's email").fill('nobody@example.com');
      await page.getByLabel(/^Organisation/).fill('State University');
      await page.getByLabel(/^Reference/).fill('SU-404');
      await page.getByRole('button', { name: 'Record contract' }).click();
    },
  },
  {
    name: 'payment alarms',
    who: 'operator',
    address: '/operator/payments',
    arrange: (page) => mockAnswer(page, '**/api/operator/billing-alarms*', { alarms: ALARMS, next_cursor: 'more' }),
    ready: text('The token ledger does not add up.'),
  },
  {
    name: 'messages to sales',
    who: 'operator',
    address: '/operator/sales',
    arrange: (page) => mockAnswer(page, '**/api/operator/sales-messages*', { messages: SALES_MESSAGES, next_cursor: 'more' }),
    ready: (page) => page.getByText('Department of Beekeeping', { exact: true }),
  },
  {
    name: 'AI services, one paused',
    who: 'operator',
    address: '/operator/services',
    arrange: (page) => mockAnswer(page, '**/api/operator/services', { services: SERVICE_LANES }),
    ready: button('Resume Gemini'),
  },
  {
    name: 'AI services that cannot be loaded',
    who: 'operator',
    address: '/operator/services',
    arrange: refusing('**/api/operator/services', 500, 'Something went wrong on our side'),
    ready: heading('The services could not be loaded'),
  },
];
