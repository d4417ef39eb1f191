import * as z from 'zod/mini';
import { wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** The specified confirmation of a connection request (LOC-14). */
export const CONNECT_SENT = 'Connection request sent!';

const publicProfileSchema = z.object({ user_id: z.string(), name: z.string(), bio: z.string() });
export type PublicProfile = z.infer<typeof publicProfileSchema>;

/**
 * The relation of another user to the caller: `requested` by the caller, or `asked` by the other user. A declined request still appears to
 * its sender as `requested`.
 */
export const CONNECTION_STATES = ['requested', 'asked', 'accepted'] as const;

const connectionSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  bio: z.string(),
  state: z.enum(CONNECTION_STATES),
  /** Time of the request, or of its acceptance. */
  since: z.string(),
});
export type Connection = z.infer<typeof connectionSchema>;

const ofPerson = z.object({ person_id: z.string() });
const page = z.object({
  limit: z._default(wholeText(1, 100), 50),
  /** Opaque, from the previous page's `next`. */
  after: z.optional(z.string().check(z.maxLength(200))),
});

/**
 * COM-13, G26: adults who share their profile (`privacy.data_sharing`), newest account first; users who blocked the caller or whom the
 * caller blocked are left out.
 */
export const listProfiles = defineEndpoint({
  name: 'listProfiles',
  method: 'GET',
  path: '/api/user-profiles',
  summary: 'The public profiles of people who share them, or one of these profiles.',
  auth: 'user',
  personOnly: 'other_people',
  query: z.extend(page, { person: z.optional(z.string().check(z.maxLength(40))) }),
  responses: { 200: z.object({ profiles: z.array(publicProfileSchema), next: z.nullable(z.string()) }) },
  errors: ['validation.failed'],
});

/** The caller's connections and open requests (COM-14). */
export const listConnections = defineEndpoint({
  name: 'listConnections',
  method: 'GET',
  path: '/api/user-connections/:user_id',
  summary: "The caller's connections and pending requests, newest first; at most 500.",
  auth: 'user',
  personOnly: 'other_people',
  params: z.object({ user_id: z.string() }),
  responses: { 200: z.object({ connections: z.array(connectionSchema) }) },
  errors: [],
});

/** LOC-14, G49: `user1_id` is the caller. If the other user has already asked, this accepts the request. */
export const connectUsers = defineEndpoint({
  name: 'connectUsers',
  method: 'POST',
  path: '/api/connect-users',
  summary: 'Send a connection request; repeating the call returns the same request.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  age: 'community_visibility',
  query: z.object({ user1_id: z.string(), user2_id: z.string() }),
  responses: { 200: z.object({ message: z.string(), state: z.enum(CONNECTION_STATES) }) },
  errors: ['validation.failed', 'access.denied', 'not_found', 'limits.rate'],
  limit: 'connect',
});

export const answerConnection = defineEndpoint({
  name: 'answerConnection',
  method: 'POST',
  path: '/api/connections/:person_id/answer',
  summary: 'Accept or decline a connection request.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  readBy: 'no_text',
  params: ofPerson,
  body: z.object({ accept: z.boolean() }),
  example: { accept: true },
  responses: { 200: z.object({ state: z.enum(['accepted', 'declined']) }) },
  errors: ['validation.failed', 'not_found'],
});

export const removeConnection = defineEndpoint({
  name: 'removeConnection',
  method: 'DELETE',
  path: '/api/connections/:person_id',
  summary: 'End a connection, or withdraw a request.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  params: ofPerson,
  responses: { 200: z.object({ removed: z.boolean() }) },
  errors: ['not_found'],
});

export const listBlocks = defineEndpoint({
  name: 'listBlocks',
  method: 'GET',
  path: '/api/blocks',
  summary: 'The people whom the caller has blocked.',
  auth: 'user',
  personOnly: 'other_people',
  responses: { 200: z.object({ blocked: z.array(z.object({ user_id: z.string(), name: z.string(), since: z.string() })) }) },
  errors: [],
});

export const listMutes = defineEndpoint({
  name: 'listMutes',
  method: 'GET',
  path: '/api/mutes',
  summary: 'The people whom the caller has muted.',
  auth: 'user',
  personOnly: 'other_people',
  responses: { 200: z.object({ muted: z.array(z.object({ user_id: z.string(), name: z.string(), since: z.string() })) }) },
  errors: [],
});

export const mutePerson = defineEndpoint({
  name: 'mutePerson',
  method: 'PUT',
  path: '/api/mutes/:person_id',
  summary: 'Mute a person: their texts are collapsed for the caller, count as read and cause no notifications. The person is not told.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  namesOpen: 'person',
  params: ofPerson,
  responses: { 200: z.object({ muted: z.boolean() }) },
  errors: ['not_found', 'validation.failed', 'limits.rate'],
  limit: 'connect',
});

export const unmutePerson = defineEndpoint({
  name: 'unmutePerson',
  method: 'DELETE',
  path: '/api/mutes/:person_id',
  summary: 'Unmute a person.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  namesOpen: 'person',
  params: ofPerson,
  responses: { 200: z.object({ muted: z.boolean() }) },
  errors: [],
});

export const blockPerson = defineEndpoint({
  name: 'blockPerson',
  method: 'PUT',
  path: '/api/blocks/:person_id',
  summary: 'Block a person: neither can see, find or contact the other. Ends their connection.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  namesOpen: 'person',
  params: ofPerson,
  responses: { 200: z.object({ blocked: z.boolean() }) },
  errors: ['not_found', 'validation.failed', 'limits.rate'],
  limit: 'connect',
});

export const unblockPerson = defineEndpoint({
  name: 'unblockPerson',
  method: 'DELETE',
  path: '/api/blocks/:person_id',
  summary: 'Unblock a person.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  namesOpen: 'person',
  params: ofPerson,
  responses: { 200: z.object({ blocked: z.boolean() }) },
  errors: [],
});
