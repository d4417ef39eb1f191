import type { Organisation } from '#contract/billing/organisation.contract.ts';

/** An organisation of two, with one open invite, as its owner sees it. */
export const anOrganisation = (part: Partial<Organisation> = {}): Organisation => ({
  organisation_id: 'organisation-1',
  name: 'Apiary Ltd',
  package_id: 'small_business',
  plan: 'Small Business',
  role: 'owner',
  owner: { name: 'Ada Okafor', email: 'ada@example.com' },
  seats: 50,
  seats_taken: 2,
  seats_invited: 1,
  tokens_available: 9_953.5,
  tokens_held: 31,
  my_tokens_this_month: 5,
  active: true,
  ends_at: '2027-12-03T12:00:00.000Z',
  renews: true,
  members: [
    {
      user_id: 'owner-1',
      first_name: 'Ada',
      last_name: 'Okafor',
      email: 'ada@example.com',
      role: 'owner',
      joined_at: '2026-12-03T12:00:00.000Z',
      tokens_this_month: 5,
      authorised: null,
    },
    {
      user_id: 'bo-1',
      first_name: 'Bo',
      last_name: 'Lin',
      email: 'bo@example.com',
      role: 'member',
      joined_at: '2026-12-10T12:00:00.000Z',
      tokens_this_month: 41.5,
      authorised: null,
    },
  ],
  members_cursor: null,
  invites_cursor: null,
  invites: [
    {
      invite_id: 'invite-1',
      email: 'cy@example.com',
      sent_at: '2026-12-03T12:00:00.000Z',
      expires_at: '2099-12-17T12:00:00.000Z',
      undelivered: false,
    },
  ],
  ...part,
});
