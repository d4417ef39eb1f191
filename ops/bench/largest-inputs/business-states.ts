import { randomUUID } from 'node:crypto';
import { givenInvite, givenMember, givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { createStudyRoom } from '#domain/study-rooms/study-room.commands.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { samlProvider } from '#domain/vendors/identity-providers/saml-provider.factory.ts';
import { words, type Owner, type State } from './state.ts';

const PLANS = ['basic_monthly', 'standard_monthly'] as const;
const PAID_WITHIN_MS = 10_000;
/** Seats of the organisation besides the owner's. */
const INVITED = 49;

/** Creates a plan that is paid at the sandbox's Stripe. @returns the other plan to change to */
const paidPlan: State = async ({ knex, accountId, session, outside }) => {
  const plans = knex('subscription').where({ account_id: accountId, for_organisation: false }).whereNotNull('stripe_subscription_id');
  const live = () => plans.clone().whereIn('status', ['active', 'trialing']).first('package_id');
  if (!(await live())) {
    const wanted = { user_id: accountId, package_id: PLANS[0] };
    const { session_id } = await session.json<{ session_id: string }>('POST', '/api/create-checkout-session', wanted);
    await fetch(`${outside.sandboxUrl}/control/stripe/complete`, { method: 'POST', body: JSON.stringify({ session: session_id }) });
    for (const until = performance.now() + PAID_WITHIN_MS; !(await live()) && performance.now() < until;) {
      await session.json('GET', `/api/payments/status/${session_id}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  const { package_id: current } = (await live())!;
  return { package_id: PLANS.find((one) => one !== current), proration_date: undefined, origin_url: undefined };
};

/** Creates an organisation owned by the account, as its only one. */
export async function ownOrganisation({ knex, accountId, email }: Pick<Owner, 'knex' | 'accountId' | 'email'>): Promise<string> {
  await knex('organisation_member').where({ account_id: accountId }).del();
  return (await givenOrganisation({ owner: { id: accountId, email } })).id;
}

const ownRoom: State = async ({ accountId }) => {
  // letters only, because people read the name
  const name = `Room ${randomUUID().replaceAll(/[^a-f]/g, '')}`;
  return { room_id: (await createStudyRoom({ accountId, clientKey: randomUUID(), name })).room_id };
};

/** What must exist for operations on plans, organisations and groups of people to be accepted. */
export const BUSINESS_STATES: Readonly<Record<string, State>> = {
  changeSubscription: paidPlan,
  previewChange: paidPlan,
  openPortal: paidPlan,
  activateTrial: async ({ knex, accountId }) => {
    await knex('subscription').where({ account_id: accountId }).del();
    await knex('trial_use').del();
    return { package_id: 'basic_yearly' };
  },
  startPayoutOnboarding: async ({ knex, accountId }) => {
    await knex('creator_payout_account').where({ account_id: accountId }).del();
    return { origin_url: undefined };
  },
  acceptInvite: async ({ knex, accountId, email }) => {
    await knex('organisation_member').where({ account_id: accountId }).del();
    const { id } = await givenOrganisation({ name: 'Another organisation' });
    return { token: await givenInvite(id, email) };
  },
  authoriseMember: async (owner) => {
    const organisationId = await ownOrganisation(owner);
    const memberId = await insertAccount(owner.knex, { birth_year: new Date().getFullYear() - 12 });
    return { person_id: await givenMember(organisationId, memberId), authorised: true };
  },
  createRoster: async (owner) => {
    await ownOrganisation(owner);
    return {};
  },
  saveSignIn: async (owner) => {
    await ownOrganisation(owner);
    return { metadata: samlProvider({ entityId: 'https://idp.bench.example/saml' }).metadata() };
  },
  invitePeople: async (owner) => {
    await ownOrganisation(owner);
    return { emails: Array.from({ length: INVITED }, () => `${randomUUID()}@example.com`) };
  },
  joinStudyRoom: ownRoom,
  leaveStudyRoom: ownRoom,
  decideMember: async ({ knex, accountId }) => {
    const group = { id: randomUUID(), name: words(100), description: words(2_000), creator_id: accountId };
    const personId = await insertAccount(knex);
    await knex('study_group').insert(group);
    await knex('study_group_member').insert([
      { group_id: group.id, account_id: accountId, standing: 'owner' },
      { group_id: group.id, account_id: personId, standing: 'requested' },
    ]);
    return { group_id: group.id, person_id: personId, accepted: true };
  },
  appealDecision: async ({ knex, accountId }) => {
    const removed = { subject_type: 'post', subject_id: randomUUID(), author_id: accountId, text: words(20_000), state: 'removed' };
    const more = { href: '/community', fingerprint: randomUUID(), decided_by: await insertAccount(knex) };
    await knex('public_text').insert({ ...removed, ...more });
    return { subject_type: removed.subject_type, subject_id: removed.subject_id };
  },
};
