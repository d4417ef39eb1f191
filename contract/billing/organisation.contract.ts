import * as z from 'zod/mini';
import { wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { searchText, visibleName } from '#contract/platform/visible-name.ts';

const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('An email address looks like name@example.com.'));

/** Days until an invite expires. */
export const INVITE_DAYS = 14;
/** Maximum number of addresses per call. */
export const MAX_INVITES_AT_ONCE = 100;

const member = z.object({
  user_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'member']),
  joined_at: z.string(),
  /** Tokens spent from the pool since the first of the month (UTC). */
  tokens_this_month: z.number(),
  /** Whether the organisation (e.g. a school) has consented for this member: null for members who are not under 13. */
  authorised: z.nullable(z.boolean()),
});
export type OrganisationMember = z.infer<typeof member>;

const invite = z.object({
  invite_id: z.string(),
  email: z.string(),
  sent_at: z.string(),
  expires_at: z.string(),
  /** The mail could not be delivered. The user may be invited again. */
  undelivered: z.boolean(),
});
export type OrganisationInvite = z.infer<typeof invite>;

/** Default page size of members and invites. */
export const ORGANISATION_PAGE = 50;
const page = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(wholeText(1, 100), ORGANISATION_PAGE),
});

const organisation = z.object({
  organisation_id: z.string(),
  name: z.string(),
  package_id: z.string(),
  plan: z.string(),
  role: z.enum(['owner', 'member']),
  /** Name and address of the owner, whom members can contact. Null when that account was deleted. */
  owner: z.nullable(z.object({ name: z.string(), email: z.string() })),
  seats: z.int(),
  seats_taken: z.int(),
  seats_invited: z.int(),
  /** The pool, in tokens: what can be spent now, and what running work has reserved. */
  tokens_available: z.number(),
  tokens_held: z.number(),
  /** What the caller has spent from the pool since the first of the month (UTC), in tokens. */
  my_tokens_this_month: z.number(),
  /** False once the paid year is over: inviting and spending are impossible until it is renewed. */
  active: z.boolean(),
  ends_at: z.string(),
  /**
   * Another year is charged automatically at `ends_at`. False when the plan was cancelled, when its owner's account is deleted before, and
   * for a contract.
   */
  renews: z.boolean(),
  /** The first page: the owner first, then by joining date. Null for members: only the owner may see people and their spending. */
  members: z.nullable(z.array(member)),
  /** Cursor for `listMembers`; null when `members` is complete. */
  members_cursor: z.nullable(z.string()),
  /** The first page of open invites, newest first; an expired one (`expires_at`) takes no seat. Null for a member. */
  invites: z.nullable(z.array(invite)),
  /** Cursor for `listInvites`; null when `invites` is complete. */
  invites_cursor: z.nullable(z.string()),
});
export type Organisation = z.infer<typeof organisation>;

export const getOrganisation = defineEndpoint({
  name: 'getOrganisation',
  method: 'GET',
  path: '/api/organisation',
  summary: 'The organisation of the caller, null without one, and the open invites to the verified address of the caller.',
  auth: 'user',
  responses: {
    200: z.object({
      organisation: z.nullable(organisation),
      invitations: z.array(z.object({ organisation: z.string(), sent_at: z.string(), expires_at: z.string() })),
    }),
  },
  errors: [],
});

/** Without a cursor it returns the first page, as in `getOrganisation`; `q` filters by name or address, ignoring case. */
export const listMembers = defineEndpoint({
  name: 'listMembers',
  method: 'GET',
  path: '/api/organisation/members',
  summary: 'The people of the organisation, all or those that are looked for, a page at a time; for its owner.',
  auth: 'user',
  turns: ['q'],
  query: z.extend(page, { q: z.optional(searchText(200)) }),
  responses: { 200: z.object({ members: z.array(member), next_cursor: z.nullable(z.string()) }) },
  errors: ['validation.failed', 'organisation.none', 'organisation.not_owner'],
});

export const listInvites = defineEndpoint({
  name: 'listInvites',
  method: 'GET',
  path: '/api/organisation/invites',
  summary: 'The open invites of the organisation, newest first, a page at a time; for its owner.',
  auth: 'user',
  query: page,
  responses: { 200: z.object({ invites: z.array(invite), next_cursor: z.nullable(z.string()) }) },
  errors: ['validation.failed', 'organisation.none', 'organisation.not_owner'],
});

/** All or none: problems with an address are in `errors` at `emails.<index>`. */
export const invitePeople = defineEndpoint({
  name: 'invitePeople',
  method: 'POST',
  path: '/api/organisation/invites',
  summary: 'Invite people by email; open invites and members together never exceed the seats.',
  auth: 'user',
  body: z.object({ emails: z.array(email).check(z.minLength(1), z.maxLength(MAX_INVITES_AT_ONCE)) }),
  responses: { 200: z.object({ organisation }) },
  errors: [
    'validation.failed',
    'organisation.none',
    'organisation.not_owner',
    'organisation.ended',
    'organisation.seats_full',
    'limits.rate',
  ],
  limit: 'invite',
});

export const withdrawInvite = defineEndpoint({
  name: 'withdrawInvite',
  method: 'DELETE',
  path: '/api/organisation/invites/:invite_id',
  summary: 'Take an invite back; its link stops working.',
  auth: 'user',
  params: z.object({ invite_id: z.string() }),
  responses: { 200: z.object({ organisation }) },
  errors: ['not_found'],
});

/** Takes the token from the mail; only the account with the invited address may use it. Repeating it changes nothing. */
export const acceptInvite = defineEndpoint({
  name: 'acceptInvite',
  method: 'POST',
  path: '/api/organisation/join',
  summary: 'Join the organisation that sent an invite.',
  auth: 'user',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  responses: { 200: z.object({ organisation }) },
  errors: [
    'validation.failed',
    'auth.link_invalid',
    'organisation.other_address',
    'organisation.ended',
    'organisation.seats_full',
    'organisation.already_member',
  ],
});

/** `member_id` is a user id. */
export const removeMember = defineEndpoint({
  name: 'removeMember',
  method: 'DELETE',
  path: '/api/organisation/members/:member_id',
  summary: 'Remove somebody, or leave. The owner cannot leave.',
  auth: 'user',
  params: z.object({ member_id: z.string() }),
  responses: { 200: z.object({ organisation: z.nullable(organisation) }) },
  errors: ['not_found', 'organisation.not_owner', 'organisation.owner_stays'],
});

/** PROF-04: `member_id` is a user id. Valid while the member belongs to the organisation. */
export const authoriseMember = defineEndpoint({
  name: 'authoriseMember',
  method: 'PUT',
  path: '/api/organisation/members/:member_id/authorisation',
  summary: 'Answer for a member under 13 as their school, or take that back; for the owner.',
  auth: 'user',
  params: z.object({ member_id: z.string() }),
  body: z.object({ authorised: z.boolean() }),
  responses: { 200: z.object({ organisation }) },
  errors: ['validation.failed', 'not_found', 'organisation.not_owner', 'age.unknown', 'age.too_young', 'organisation.authorises_itself'],
});

const recorded = z.object({
  order_id: z.string(),
  organisation_id: z.string(),
  /** The paid year. */
  starts_at: z.string(),
  ends_at: z.string(),
});

/**
 * G16: an operator records a signed order; the owner is an existing account. Audited. The same reference with the same content changes
 * nothing (200); if the owner already has an organisation of that name, it is renewed.
 */
export const recordContract = defineEndpoint({
  name: 'recordContract',
  method: 'POST',
  path: '/api/operator/contracts',
  summary: 'Record a signed contract for an organisation plan.',
  auth: 'operator',
  body: z.object({
    package_id: z.string().check(z.maxLength(60)),
    owner_email: email,
    organisation_name: visibleName(120),
    reference: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
    /** First day, UTC; today when absent. */
    starts_on: z.optional(z.iso.date()),
  }),
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

/** Lists recorded contracts, newest first; the audit log says who recorded each. */
export const listContracts = defineEndpoint({
  name: 'listContracts',
  method: 'GET',
  path: '/api/operator/contracts',
  summary: 'The newest 50 contracts.',
  auth: 'operator',
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
