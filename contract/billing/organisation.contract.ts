import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());

const organisation = z.object({
  organisation_id: z.string(),
  name: z.string(),
  package_id: z.string(),
  plan: z.string(),
  role: z.enum(['owner', 'member']),
  seats: z.int(),
  seats_taken: z.int(),
  seats_invited: z.int(),
  tokens_available: z.number(),
  ends_at: z.nullable(z.string()),
  /** Null for a member: people and their spending are the owner's to see. */
  members: z.nullable(
    z.array(
      z.object({
        user_id: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        email: z.string(),
        role: z.enum(['owner', 'member']),
        joined_at: z.string(),
        /** Tokens spent from the pool in the current month. */
        tokens_this_month: z.number(),
      }),
    ),
  ),
  invites: z.nullable(z.array(z.object({ invite_id: z.string(), email: z.string(), sent_at: z.string(), expires_at: z.string() }))),
});
export type Organisation = z.infer<typeof organisation>;

export const getOrganisation = defineEndpoint({
  name: 'getOrganisation',
  method: 'GET',
  path: '/api/organisation',
  summary: 'The organisation of the caller; null without one.',
  auth: 'user',
  owner: 'self',
  responses: { 200: z.object({ organisation: z.nullable(organisation) }) },
  errors: [],
});

export const invitePeople = defineEndpoint({
  name: 'invitePeople',
  method: 'POST',
  path: '/api/organisation/invites',
  summary: 'Invite people by email; open invites and members together never exceed the seats.',
  auth: 'user',
  owner: 'self',
  body: z.object({ emails: z.array(email).check(z.minLength(1), z.maxLength(100)) }),
  responses: { 200: z.object({ organisation }) },
  errors: ['validation.failed', 'organisation.none', 'organisation.not_owner', 'organisation.seats_full', 'limits.rate'],
  limit: 'invite',
});

export const withdrawInvite = defineEndpoint({
  name: 'withdrawInvite',
  method: 'DELETE',
  path: '/api/organisation/invites/:invite_id',
  summary: 'Take an invite back.',
  auth: 'user',
  owner: 'row',
  params: z.object({ invite_id: z.string() }),
  responses: { 200: z.object({ organisation }) },
  errors: ['not_found', 'organisation.none', 'organisation.not_owner'],
});

/** The token of the mail; only the account with the invited address may use it. */
export const acceptInvite = defineEndpoint({
  name: 'acceptInvite',
  method: 'POST',
  path: '/api/organisation/join',
  summary: 'Join the organisation that sent an invite.',
  auth: 'user',
  owner: 'self',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  responses: { 200: z.object({ organisation }) },
  errors: [
    'validation.failed',
    'auth.link_invalid',
    'organisation.other_address',
    'organisation.seats_full',
    'organisation.already_member',
  ],
});

export const removeMember = defineEndpoint({
  name: 'removeMember',
  method: 'DELETE',
  path: '/api/organisation/members/:member_id',
  summary: 'Remove somebody, or leave. The owner cannot leave.',
  auth: 'user',
  owner: 'row',
  params: z.object({ member_id: z.string() }),
  responses: { 200: z.object({ organisation: z.nullable(organisation) }) },
  errors: ['not_found', 'organisation.none', 'organisation.not_owner', 'organisation.owner_stays'],
});

/** G16: an operator records a signed order; the owner is an existing account. Audited. The same reference again changes nothing. */
export const recordContract = defineEndpoint({
  name: 'recordContract',
  method: 'POST',
  path: '/api/operator/contracts',
  summary: 'Record a signed contract for an organisation plan.',
  auth: 'operator',
  body: z.object({
    package_id: z.string().check(z.maxLength(60)),
    owner_email: email,
    organisation_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
    reference: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
    starts_on: z.optional(z.iso.date()),
  }),
  responses: {
    200: z.object({ order_id: z.string(), organisation_id: z.string() }),
    201: z.object({ order_id: z.string(), organisation_id: z.string() }),
  },
  errors: ['validation.failed', 'access.denied', 'not_found', 'contract.reference_used', 'organisation.already_member'],
});
