import type { Organisation, OrganisationPerson } from '#contract/organisations/organisation.contract.ts';

/** An organisation of two, with one open invite, as its owner sees it; its people are `somePeople`. */
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
  leaving_signs_out: false,
  ...part,
});

/** A member who has joined. */
export const aPerson = (part: Partial<OrganisationPerson> = {}): OrganisationPerson => ({
  person_id: 'person-bo',
  user_id: 'bo-1',
  name: 'Bo Lin',
  email: 'bo@example.com',
  platform: null,
  role: 'member',
  role_by: 'hand',
  state: 'joined',
  source: 'invite',
  groups: [],
  joined_at: '2026-12-10T12:00:00.000Z',
  left_at: null,
  invite: null,
  tokens_this_month: 41.5,
  authorised: null,
  ends_sessions: false,
  ...part,
});

/** The organisation's members: its owner, an ordinary member, and an invited one. */
export const somePeople = (): OrganisationPerson[] => [
  aPerson({
    person_id: 'person-ada',
    user_id: 'owner-1',
    name: 'Ada Okafor',
    email: 'ada@example.com',
    role: 'owner',
    source: 'purchase',
    tokens_this_month: 5,
  }),
  aPerson(),
  aPerson({
    person_id: 'person-cy',
    user_id: null,
    name: '',
    email: 'cy@example.com',
    state: 'waiting',
    joined_at: null,
    invite: { sent_at: '2026-12-03T12:00:00.000Z', expires_at: '2099-12-17T12:00:00.000Z', undelivered: false },
    tokens_this_month: 0,
  }),
];
