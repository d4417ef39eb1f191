import * as z from 'zod/mini';
import { day } from '#contract/platform/bounded.ts';
import { ORGANISATION_ROLES, PERSON_SOURCES, ROLE_GIVERS } from '#contract/organisations/roles.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { searchText, visibleName, visibleText } from '#contract/platform/visible-name.ts';

const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('An email address looks like name@example.com.'));

/** Days until an invite expires. */
export const INVITE_DAYS = 14;
/** Maximum number of addresses per call. */
export const MAX_INVITES_AT_ONCE = 100;

/** A person's state in the organisation: invited, a member, or gone. */
export const PERSON_STATES = ['waiting', 'joined', 'left'] as const;

const person = z.object({
  person_id: z.string(),
  /** Null for a person who has not joined, or has left. */
  user_id: z.nullable(z.string()),
  /** As listed by the organisation, else from the account; empty if neither has a name. */
  name: z.string(),
  /** The address by which the organisation knows the person. */
  email: z.string(),
  /**
   * The learning platform that identifies this person, who then has no email address; null for others, and after the platform was removed.
   */
  platform: z.nullable(z.string()),
  /** The person's role, or the role they get on joining. */
  role: z.enum(ORGANISATION_ROLES),
  /** Who assigned the role: a directory can withdraw a role it assigned, and the sign-in's rules apply again at each sign-in. */
  role_by: z.enum(ROLE_GIVERS),
  state: z.enum(PERSON_STATES),
  /** How the person came into the organisation. */
  source: z.enum(PERSON_SOURCES),
  /** The first ten classes and groups, by name. */
  groups: z.array(z.string()),
  joined_at: z.nullable(z.string()),
  left_at: z.nullable(z.string()),
  /** The open invite; an expired invite (`expires_at`) takes no seat. `undelivered`: the email could not be delivered. */
  invite: z.nullable(z.object({ sent_at: z.string(), expires_at: z.string(), undelivered: z.boolean() })),
  /** Tokens spent from the pool since the first of the month (UTC). */
  tokens_this_month: z.number(),
  /** Whether the organisation (e.g. a school) has consented for this person; null unless the person is known to be under 13. */
  authorised: z.nullable(z.boolean()),
  /**
   * Leaving signs the person out everywhere, because the organisation enforces its own sign-in and the address is on its verified domain.
   */
  ends_sessions: z.boolean(),
});
export type OrganisationPerson = z.infer<typeof person>;

/** Default page size of people. */
export const ORGANISATION_PAGE = 50;
const page = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(wholeText(1, 100), ORGANISATION_PAGE),
});

const onePerson = z.object({ person_id: z.string() });
/** The grounds for a school's consent, e.g. where the parents' agreement is filed. */
export const consentReason = visibleText(300);

const organisation = z.object({
  organisation_id: z.string(),
  name: z.string(),
  package_id: z.string(),
  plan: z.string(),
  role: z.enum(ORGANISATION_ROLES),
  /** Name and address of the longest-serving owner, whom members can contact. Null if that account was deleted. */
  owner: z.nullable(z.object({ name: z.string(), email: z.string() })),
  seats: z.int(),
  seats_taken: z.int(),
  seats_invited: z.int(),
  /** The organisation's pool, in tokens: available, and reserved by running work. */
  tokens_available: z.number(),
  tokens_held: z.number(),
  /** The caller's spending from the pool since the first of the month (UTC), in tokens. */
  my_tokens_this_month: z.number(),
  /** False once the paid year is over: inviting and spending are blocked until it is renewed. */
  active: z.boolean(),
  ends_at: z.string(),
  /**
   * Another year is charged automatically at `ends_at`. False when the plan was cancelled, when its owner's account will be deleted before
   * then, and for a contract.
   */
  renews: z.boolean(),
  /**
   * Leaving signs the caller out everywhere, because the organisation enforces its own sign-in and the address is on its verified domain.
   */
  leaving_signs_out: z.boolean(),
});
export type Organisation = z.infer<typeof organisation>;

export const getOrganisation = defineEndpoint({
  name: 'getOrganisation',
  method: 'GET',
  path: '/api/organisation',
  summary: 'The organisation of the caller, null without one, and the open invites to the verified address of the caller.',
  auth: 'user',
  scopes: ['organisation'],
  responses: {
    200: z.object({
      organisation: z.nullable(organisation),
      invitations: z.array(z.object({ organisation: z.string(), sent_at: z.string(), expires_at: z.string() })),
      /** The organisation that the caller can join because of their verified address's domain (`joinByDomain`); null without one. */
      joinable: z.nullable(z.string()),
    }),
  },
  errors: [],
});

/** `q` searches names and addresses, ignoring case. Without `state`, returns members and invited people. */
export const listPeople = defineEndpoint({
  name: 'listPeople',
  method: 'GET',
  path: '/api/organisation/people',
  summary: 'The people of the organisation, all or matching a search, a page at a time; for owners and administrators.',
  auth: 'user',
  scopes: ['organisation'],
  turns: ['q'],
  query: z.extend(page, {
    q: z.optional(searchText(200)),
    role: z.optional(z.enum(ORGANISATION_ROLES)),
    state: z.optional(z.enum(PERSON_STATES)),
  }),
  responses: { 200: z.object({ people: z.array(person), next_cursor: z.nullable(z.string()) }) },
  errors: ['validation.failed', 'organisation.none', 'organisation.not_allowed'],
});

/**
 * All or none; problems with an address are in `errors` at `emails.<index>`. An API key invites members only: whoever has found one must not
 * be able to become an owner.
 */
export const invitePeople = defineEndpoint({
  name: 'invitePeople',
  method: 'POST',
  path: '/api/organisation/invites',
  summary: 'Invite people by email; open invites and members together never exceed the seats.',
  auth: 'user',
  offline: 'never',
  scopes: ['organisation'],
  readBy: 'no_text',
  body: z.object({
    emails: z.array(email).check(z.minLength(1), z.maxLength(MAX_INVITES_AT_ONCE)),
    role: z._default(z.enum(ORGANISATION_ROLES), 'member'),
  }),
  example: { emails: ['bo@example.com'] },
  responses: { 200: z.object({ organisation }) },
  errors: [
    'validation.failed',
    'organisation.none',
    'organisation.not_allowed',
    'organisation.above_role',
    'organisation.ended',
    'organisation.seats_full',
    'key.person_needed',
    'limits.rate',
  ],
  limit: 'invite',
});

/** The link of the earlier mail stops working. */
export const resendInvite = defineEndpoint({
  name: 'resendInvite',
  method: 'POST',
  path: '/api/organisation/people/:person_id/invite',
  summary: 'Send a new invite to a person who has not joined yet.',
  auth: 'user',
  offline: 'never',
  scopes: ['organisation'],
  params: onePerson,
  responses: { 200: z.object({ organisation }) },
  errors: [
    'not_found',
    'organisation.not_allowed',
    'organisation.above_role',
    'organisation.ended',
    'organisation.seats_full',
    'limits.rate',
  ],
  limit: 'invite',
});

/** Takes the token from the mail; only the account with the invited address can use it. Repeating the call changes nothing. */
export const acceptInvite = defineEndpoint({
  name: 'acceptInvite',
  method: 'POST',
  path: '/api/organisation/join',
  summary: 'Join the organisation that sent an invite.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'sender',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  example: { token: 'c2VjcmV0LW9mLWEtbWFpbA' },
  responses: { 200: z.object({ organisation }) },
  errors: [
    'validation.failed',
    'auth.link_invalid',
    'organisation.other_address',
    'organisation.ended',
    'organisation.seats_full',
    'organisation.already_member',
    'age.unknown',
    'age.too_young',
  ],
});

/**
 * A person whom the organisation expects gets the role that was set for them. A person who left or was removed needs an invite. Repeating
 * the call changes nothing.
 */
export const joinByDomain = defineEndpoint({
  name: 'joinByDomain',
  method: 'POST',
  path: '/api/organisation/membership',
  summary: 'Join the organisation that has verified the domain of the caller’s address and allows joining by domain.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  proven: true,
  responses: { 200: z.object({ organisation }) },
  errors: ['not_found', 'organisation.seats_full', 'organisation.already_member', 'age.too_young'],
});

/**
 * An email tells the person what ends and what remains. For a person who has not joined yet, the invite is withdrawn. Repeating the call
 * changes nothing.
 */
export const removePerson = defineEndpoint({
  name: 'removePerson',
  method: 'DELETE',
  path: '/api/organisation/people/:person_id',
  summary: 'Remove a person, or withdraw an invite. The last owner and the paying owner cannot be removed.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  params: onePerson,
  responses: { 200: z.object({ organisation: z.nullable(organisation) }) },
  errors: ['not_found', 'organisation.not_allowed', 'organisation.above_role', 'organisation.owner_stays', 'organisation.payer_stays'],
});

export const leaveOrganisation = defineEndpoint({
  name: 'leaveOrganisation',
  method: 'DELETE',
  path: '/api/organisation/membership',
  summary: 'Leave the organisation. The last owner and the paying owner cannot leave.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  responses: { 200: z.object({ organisation: z.null() }) },
  errors: ['organisation.none', 'organisation.owner_stays', 'organisation.payer_stays'],
});

/** Repeating the call changes nothing. */
export const changeRole = defineEndpoint({
  name: 'changeRole',
  method: 'PUT',
  path: '/api/organisation/people/:person_id/role',
  summary: 'Change a person’s role, up to the caller’s own. At least one owner remains, and the paying owner stays an owner.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'no_text',
  params: onePerson,
  body: z.object({ role: z.enum(ORGANISATION_ROLES) }),
  example: { role: 'member' },
  responses: { 200: z.object({ organisation }) },
  errors: [
    'validation.failed',
    'not_found',
    'organisation.not_allowed',
    'organisation.above_role',
    'organisation.owner_stays',
    'organisation.payer_stays',
    'age.unknown',
    'age.too_young',
  ],
});

/** PROF-04: valid while the member belongs to the organisation. The member can see who recorded it, when and why. */
export const authoriseMember = defineEndpoint({
  name: 'authoriseMember',
  method: 'PUT',
  path: '/api/organisation/people/:person_id/authorisation',
  summary: 'Consent for a member under 13 as their school, or withdraw the consent; for owners and administrators.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'member_concerned',
  params: onePerson,
  body: z
    .object({
      authorised: z.boolean(),
      /** Required to authorise. */
      reason: z.optional(consentReason),
    })
    .check(
      z.refine(({ authorised, reason }) => !authorised || reason !== undefined, { path: ['reason'], message: 'Is needed to authorise' }),
    ),
  example: { authorised: true, reason: 'Signed by the parents' },
  responses: { 200: z.object({ organisation }) },
  errors: [
    'validation.failed',
    'not_found',
    'organisation.not_allowed',
    'organisation.above_role',
    'age.unknown',
    'age.too_young',
    'organisation.authorises_itself',
  ],
});

const recorded = z.object({
  order_id: z.string(),
  organisation_id: z.string(),
  /** Start of the paid year. */
  starts_at: z.string(),
  ends_at: z.string(),
});

/**
 * G16: records a signed order; the owner is an existing account. Audited. Repeating the same reference and content changes nothing (200);
 * if the owner already has an organisation with that name, it is renewed.
 */
export const recordContract = defineEndpoint({
  name: 'recordContract',
  method: 'POST',
  path: '/api/operator/contracts',
  summary: 'Record a signed contract for an organisation plan.',
  auth: 'operator',
  personOnly: 'installation',
  body: z.object({
    package_id: z.string().check(z.maxLength(60)),
    owner_email: email,
    organisation_name: visibleName(120),
    reference: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
    /** First day, UTC; default: today. */
    starts_on: z.optional(day),
  }),
  example: { package_id: 'enterprise', owner_email: 'owner@example.com', organisation_name: 'Apiary', reference: 'C-1' },
  responses: { 200: recorded, 201: recorded },
  errors: [
    'validation.failed',
    'access.denied',
    'not_found',
    'contract.reference_used',
    'organisation.already_member',
    'age.unknown',
    'age.too_young',
  ],
});

/** Lists recorded contracts, newest first; the audit log names the operator who recorded each of them. */
export const listContracts = defineEndpoint({
  name: 'listContracts',
  method: 'GET',
  path: '/api/operator/contracts',
  summary: 'The newest 50 contracts.',
  auth: 'operator',
  personOnly: 'installation',
  responses: {
    200: z.object({
      contracts: z.array(
        z.object({
          order_id: z.string(),
          reference: z.string(),
          package_id: z.string(),
          organisation_name: z.string(),
          owner_email: z.string(),
          amount_cents: z.int(),
          starts_at: z.string(),
          ends_at: z.string(),
        }),
      ),
    }),
  },
  errors: ['access.denied'],
});
