import { type ServiceLane, listServiceLanes } from '#contract/operator/services.contract.ts';
import type { Page } from '@playwright/test';
import { listWebhooks } from '#contract/webhooks/webhooks.contract.ts';
import { listOrganisationAudit } from '#contract/organisations/audit.contract.ts';
import { listKeys } from '#contract/identity/api-keys.contract.ts';
import { actsOf, ALARM_KINDS, type BillingAlarm, listBillingAlarms } from '#contract/billing/alarms.contract.ts';
import { type SalesMessage, listSalesMessages } from '#contract/billing/sales.contract.ts';
import { type SignInFailure, getSignInSetup } from '#contract/organisations/sign-in.contract.ts';
import { type SignInOverview, listOrganisationSignIns } from '#contract/organisations/sign-in-overview.contract.ts';
import { type Organisation, acceptInvite, getOrganisation, listPeople } from '#contract/organisations/organisation.contract.ts';
import { someChanges } from '#frontend/features/organisations/audit.factory.ts';
import { aSetup } from '#frontend/features/organisations/sign-in/setup.factory.ts';
import { type Provisioning, type ScimRequest, getProvisioning, listScimRequests } from '#contract/organisations/provisioning.contract.ts';
import {
  type ConsoleOrganisation,
  listOrganisations,
  readConsoleOrganisation,
  readScimLog,
} from '#contract/operator/organisations.contract.ts';
import { type Roster, type RosterRow, getRoster, listRosterRows, listRosters } from '#contract/organisations/rosters.contract.ts';
import { anOrganisation, aPerson, somePeople } from '#frontend/features/organisations/organisation.factory.ts';
import { button, dialog, heading, press, type Scene, text } from './scene.ts';
import { mockAnswer, refusing } from '../mocks.ts';

const LONG_EMAIL = 'maximiliane-theodora.von.wolkenstein@department-of-beekeeping.example.com';
/** Eighteen people, one with a long name, one under 13, and one whose invite has run out. */
const PEOPLE = [
  ...Array.from({ length: 17 }, (_, n) =>
    aPerson({
      person_id: `person-${n}`,
      user_id: `member-${n}`,
      name: n === 1 ? 'Maximiliane-Theodora von Wolkenstein-Trostburg' : `Bo Lin ${n}`,
      email: n === 1 ? LONG_EMAIL : `bo.lin${n}@example.com`,
      role: n === 0 ? 'owner' : n === 3 || n === 9 ? 'teacher' : n === 4 ? 'administrator' : 'member',
      role_by: n === 9 ? 'directory' : n === 4 ? 'sign_in' : 'hand',
      source: n > 8 ? 'scim' : 'invite',
      groups: n > 12 ? ['7B', 'Beekeeping'] : [],
      tokens_this_month: n * 20.5,
      authorised: n === 2 ? false : null,
    }),
  ),
  { ...somePeople()[2]!, invite: { ...somePeople()[2]!.invite!, expires_at: '2026-11-17T12:00:00.000Z' } },
];
export const OWNED = anOrganisation({ seats_taken: 17 });
const OF_MEMBER: Organisation = { ...OWNED, role: 'member', my_tokens_this_month: 51.5 };

const ROSTER: Roster = {
  roster_id: 'roster-1',
  file_name: 'class-7b-and-everybody-who-teaches-it-in-the-second-term.csv',
  state: 'ready',
  columns: ['email', 'name', 'role', 'groups', 'birth_year'],
  reading: {
    encoding: 'windows-1250',
    is_sure: false,
    names: ['Łukasz Wiśniewski', 'Małgorzata Wójcik', 'Paweł Dąbrowski'],
    columns: [
      { title: 'e-mail', samples: ['l.wisniewski@szkola.example'], column: 'email' },
      { title: 'imię i nazwisko', samples: ['Łukasz Wiśniewski', 'Małgorzata Wójcik', 'Paweł Dąbrowski'], column: 'name' },
      { title: 'rola', samples: ['uczeń'], column: 'role' },
      { title: 'klasa', samples: ['9/A', '9/B'], column: 'groups' },
      { title: 'rok urodzenia', samples: ['2015'], column: 'birth_year' },
      { title: 'uwagi', samples: ['bez W-F do 12 grudnia'], column: null },
    ],
    head_line: 2,
  },
  removes: true,
  authorise_reason: 'Signed forms, folder 7B',
  counts: { added: 28, changed: 2, removed: 1, same: 4, refused: 2 },
  outcomes: { done: 0, not_done: 0, undone: 0, kept: 0 },
  task_id: null,
  created_at: '2026-12-03T12:00:00.000Z',
  applied_at: null,
  undone_at: null,
};
const FIELDS = { name: 'Bo Lin', role: 'member', external_id: null, birth_year: 2015, groups: ['7B'] };
const ROSTER_ROWS: readonly RosterRow[] = [
  {
    line: 4,
    kind: 'refused',
    email: 'no address',
    platform: null,
    name: 'Cy',
    before: null,
    wanted: FIELDS,
    reason: 'bad_email',
    outcome: null,
  },
  { line: 9, kind: 'refused', email: LONG_EMAIL, platform: null, name: '', before: null, wanted: FIELDS, reason: 'seats', outcome: null },
];
const PROVISIONING: Provisioning = {
  address: 'https://learn.example.com/scim/v2',
  tokens: [
    {
      token_id: 't-1',
      ending: 'x7Qa',
      made_by: 'Ada Okafor',
      created_at: '2026-12-03T12:00:00.000Z',
      last_used_at: null,
      maker_is_gone: false,
    },
  ],
  users: 812,
  groups: 14,
};
const ENTRA_REFUSED: SignInFailure = {
  reason: 'provider_error',
  count: 2,
  last_at: '2026-12-03T07:00:00.000Z',
  last_detail: 'the browser brought a refusal with the code access_denied, AADSTS50105',
  last_words: null,
};
const REQUEST = {
  at: '2026-12-03T12:00:00.000Z',
  method: 'GET',
  path: '/scim/v2/Users?filter=userName%20eq%20%22bo%22',
  status: 200,
  ms: 7,
};
const SCIM_LOG: readonly ScimRequest[] = [
  {
    ...REQUEST,
    request_id: 3,
    method: 'POST',
    path: '/scim/v2/Users',
    status: 403,
    detail: 'All seats are taken or reserved for pending invites.',
  },
  { ...REQUEST, request_id: 2, detail: null },
];

const IN_CONSOLE: ConsoleOrganisation = {
  organisation_id: '019abcde-0000-7000-8000-000000000001',
  name: 'Department of Beekeeping and Orchards',
  plan: 'University Elite',
  owner_email: LONG_EMAIL,
  seats: 20_000,
  seats_taken: 812,
  seats_invited: 31,
  stuck: 1,
  active: true,
  ends_at: '2027-12-03T12:00:00.000Z',
  scim_last_at: '2026-12-03T12:00:00.000Z',
  scim_refused: 2,
};
const FIGURES = { organisations: 14, seats: 21_450, seats_taken: 1_240, stuck: 1, scim_refused: 2 };
const STUCK = [{ person_id: 'person-1', email: LONG_EMAIL, name: '', sent_at: '2026-11-03T12:00:00.000Z', problem: 'undelivered' }];
const TERMS = [{ plan: 'University Elite', starts_at: '2026-12-03T12:00:00.000Z', ends_at: '2027-12-03T12:00:00.000Z', reference: 'SU-1' }];

const ALARMS: readonly BillingAlarm[] = ALARM_KINDS.map((kind, n) => ({
  alarm_id: `alarm-${n}`,
  kind,
  at: '2026-12-03T12:00:00.000Z',
  subject: `payment:0193c1de-5c11-7a55-9c40-2f6f0c9e61${10 + n}`,
  stripe_url: n % 3 === 0 ? `https://dashboard.stripe.com/test/payments/pi_${n}` : null,
  account: n % 2 === 0 ? { user_id: 'member-1', email: LONG_EMAIL } : null,
  detail: { amount_cents: 2499, reason: 'it did not arrive at the bank' },
  due_at: kind === 'payment.disputed' ? '2026-12-12T23:59:00.000Z' : null,
  acts: [...actsOf(kind)].filter((act) => act !== 'give'),
  payment: n % 2 === 0 ? { payment_id: `payment-${n}`, amount_cents: 100, left_cents: 100 } : null,
  act: null,
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

/** Makes the user a member of an organisation. */
export const belonging = (organisation: Organisation) => async (page: Page) => {
  await mockAnswer(page, getOrganisation, { organisation, invitations: [], joinable: null });
  await mockAnswer(page, listPeople, { people: PEOPLE, next_cursor: null });
};

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

const SIGN_INS: readonly SignInOverview[] = [
  {
    organisation_id: 'o-1',
    name: 'Green School',
    kind: 'saml',
    mode: 'enforced',
    issuer: 'https://idp.green-school.example/saml/metadata',
    domains: ['green-school.example', 'pupils.green-school.example'],
    certificate_ends_at: '2026-12-20T10:00:00.000Z',
    metadata_problem: 'the address of the metadata answered 503',
    failures: [{ reason: 'signature', count: 1_204, last_at: '2026-12-03T10:00:00.000Z', last_detail: null, last_words: null }],
  },
];

/** The screens of an organisation, its members and operators. */
export const SCENES_ORGANISATION: readonly Scene[] = [
  { name: 'no organisation', address: '/organisation', ready: heading('Learn together with your team or school') },
  {
    name: 'organisation of an owner, an address refused',
    isReadFirst: true,
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
  {
    name: 'organisation, an administrator gives a role',
    address: '/organisation',
    arrange: belonging({ ...OWNED, role: 'administrator' }),
    ready: dialog(/^Role of Maximiliane/),
    act: press(/^Change the role of Maximiliane/),
  },
  {
    name: 'list of people, what it would change',
    isReadFirst: true,
    address: '/organisation/lists?list=roster-1',
    arrange: async (page) => {
      await belonging(OWNED)(page);
      await mockAnswer(page, listRosters, { rosters: [ROSTER, { ...ROSTER, roster_id: 'roster-0', state: 'undone' }] });
      await mockAnswer(page, getRoster, { roster: ROSTER });
      await mockAnswer(page, listRosterRows, { rows: ROSTER_ROWS, next_line: null });
    },
    ready: text('No seats left.'),
  },
  {
    name: 'list of people, none yet',
    isReadFirst: true,
    address: '/organisation/lists',
    arrange: async (page) => {
      await belonging(OWNED)(page);
      await mockAnswer(page, listRosters, { rosters: [] });
    },
    ready: button('Choose a file'),
    act: async (page) => page.getByLabel(/^Authorise everyone under 13/).check(),
  },
  {
    name: 'directory of an organisation',
    address: '/organisation/directory',
    arrange: async (page) => {
      await belonging(OWNED)(page);
      await mockAnswer(page, getProvisioning, { provisioning: PROVISIONING });
      await mockAnswer(page, listScimRequests, { requests: SCIM_LOG, next_before: null });
    },
    ready: text('All seats are taken or reserved for pending invites.'),
  },
  {
    name: 'directory, refused to a member',
    address: '/organisation/directory',
    arrange: belonging(OF_MEMBER),
    ready: heading('This page is for owners and administrators'),
  },
  { name: 'organisation of a member', address: '/organisation', arrange: belonging(OF_MEMBER), ready: button('Leave the organisation') },
  {
    name: 'organisation not loaded',
    address: '/organisation',
    arrange: refusing(getOrganisation, 'access.denied', 'The organisation could not be read.'),
    ready: heading('Your organisation could not be loaded'),
  },
  {
    name: 'sign-in of an organisation',
    address: '/organisation/sign-in',
    arrange: async (page) => {
      await belonging(OWNED)(page);
      await mockAnswer(page, getSignInSetup, aSetup({ failures: [...aSetup().failures, ENTRA_REFUSED] }));
    },
    ready: heading('Refused sign-ins'),
  },
  {
    name: 'sign-in of an organisation, not set up yet',
    isReadFirst: true,
    address: '/organisation/sign-in',
    arrange: async (page) => {
      await belonging(OWNED)(page);
      await mockAnswer(page, getSignInSetup, aSetup({ connection: null, domains: [], failures: [] }));
    },
    ready: heading('Identity provider'),
  },
  { name: 'sign-in of an organisation, not loaded', address: '/organisation/sign-in', ready: heading('The setup could not be loaded') },
  {
    name: 'return from an organisation, refused',
    who: 'nobody',
    address: '/sign-in/organisation/o-1?refused=not_asked',
    ready: heading('You are not signed in'),
  },
  {
    name: 'audit of an organisation',
    address: '/organisation/audit',
    arrange: async (page) => {
      await belonging(OWNED)(page);
      await mockAnswer(page, listOrganisationAudit, { entries: someChanges(), next_before: 3 });
    },
    ready: text('A directory token was created: …x7Qa'),
  },
  {
    name: 'programs of an organisation',
    address: '/organisation/programs',
    arrange: async (page) => {
      await belonging(OWNED)(page);
      await mockAnswer(page, listKeys, { keys: [] });
      await mockAnswer(page, listWebhooks, { webhooks: [] });
    },
    ready: button('Create a webhook'),
  },
  { name: 'invite, not signed in', who: 'nobody', address: '/organisation/join?token=secret', ready: heading('You are invited') },
  {
    name: 'invite for another address',
    address: '/organisation/join?token=secret',
    arrange: refusing(acceptInvite, 'organisation.other_address', 'This invite went to another address.'),
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
    name: 'organisations, one open',
    who: 'operator',
    address: '/operator/organisations/019abcde-0000-7000-8000-000000000001',
    arrange: async (page) => {
      await mockAnswer(page, listOrganisations, { figures: FIGURES, organisations: [IN_CONSOLE] });
      await mockAnswer(page, readConsoleOrganisation, { organisation: IN_CONSOLE, stuck: STUCK, terms: TERMS });
      await mockAnswer(page, readScimLog, { requests: SCIM_LOG, next_before: null });
    },
    ready: button(`Release the seat ${LONG_EMAIL}`),
  },
  {
    name: 'payment alarms',
    who: 'operator',
    address: '/operator/payments',
    arrange: (page) => mockAnswer(page, listBillingAlarms, { alarms: ALARMS, next_cursor: 'more' }),
    ready: text('The token ledger does not add up.'),
  },
  {
    name: 'messages to sales',
    who: 'operator',
    address: '/operator/sales',
    arrange: (page) => mockAnswer(page, listSalesMessages, { messages: SALES_MESSAGES, next_cursor: 'more' }),
    ready: (page) => page.getByText('Department of Beekeeping', { exact: true }),
  },
  {
    name: 'sign-ins of organisations',
    who: 'operator',
    address: '/operator/sign-ins',
    arrange: (page) => mockAnswer(page, listOrganisationSignIns, { sign_ins: SIGN_INS }),
    ready: button('Stop enforcing Green School'),
  },
  {
    name: 'AI services, one paused',
    who: 'operator',
    address: '/operator/services',
    arrange: (page) => mockAnswer(page, listServiceLanes, { services: SERVICE_LANES }),
    ready: button(/^Resume /),
  },
  {
    name: 'AI services that cannot be loaded',
    who: 'operator',
    address: '/operator/services',
    arrange: refusing(listServiceLanes, 'internal', 'Something went wrong on our side'),
    ready: heading('The services could not be loaded'),
  },
];
