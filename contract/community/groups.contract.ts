import * as z from 'zod/mini';
import { wholeText } from '#contract/platform/numbers.ts';
import { WRITING_REFUSALS, textState } from '#contract/moderation/moderation.contract.ts';
import { AGE_REFUSALS } from '#contract/platform/age-rules.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { searchText, visibleName, visibleText } from '#contract/platform/visible-name.ts';

/** Maximum characters of a group's name and description: the specification names no limits (COM-15, G45). */
export const GROUP_NAME_LENGTH = 100;
export const GROUP_DESCRIPTION_LENGTH = 2_000;
/** Maximum number of groups a user may create. */
export const MOST_GROUPS = 50;

/** The specified confirmation of a new study group (COM-11). */
export const GROUP_CREATED = 'Study group created successfully!';

const person = z.object({ user_id: z.string(), name: z.string() });

/** COM-12. `members`: at most 100, the owner first; empty for non-members, who cannot see them. `standing` is the caller's. */
const groupSchema = z.object({
  group_id: z.string(),
  name: z.string(),
  description: z.string(),
  creator_id: z.nullable(z.string()),
  creator_name: z.string(),
  members: z.array(person),
  is_public: z.boolean(),
  created_at: z.string(),
  member_count: z.int(),
  standing: z.enum(['none', 'requested', 'member', 'owner']),
  sample: z.boolean(),
  state: textState,
});
export type StudyGroup = z.infer<typeof groupSchema>;

const ofGroup = z.object({ group_id: z.string() });
const details = z.object({
  name: visibleName(GROUP_NAME_LENGTH),
  description: visibleText(GROUP_DESCRIPTION_LENGTH),
  is_public: z._default(z.boolean(), true),
});

export const listGroups = defineEndpoint({
  name: 'listGroups',
  method: 'GET',
  path: '/api/study-groups',
  summary: 'Study groups, newest first.',
  auth: 'user',
  personOnly: 'own_word',
  turns: ['q'],
  query: z.object({
    /** Groups the caller belongs to or has asked to join. */
    mine: z._default(z.enum(['yes', 'no']), 'no'),
    q: z.optional(searchText(200)),
    limit: z._default(wholeText(1, 50), 20),
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  responses: { 200: z.object({ study_groups: z.array(groupSchema), next: z.nullable(z.string()) }) },
  errors: ['validation.failed'],
});

/** The client generates the id, so that sending a group twice creates only one. */
export const createGroup = defineEndpoint({
  name: 'createGroup',
  method: 'POST',
  path: '/api/study-groups',
  summary: 'Create a study group, which the caller owns.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  body: z.extend(details, { group_id: z.uuid() }),
  example: { group_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a17', name: 'Bees', description: 'Keepers' },
  responses: { 200: z.object({ message: z.string(), group: groupSchema }) },
  errors: ['validation.failed', ...WRITING_REFUSALS, 'community.too_many_groups'],
});

export const readGroup = defineEndpoint({
  name: 'readGroup',
  method: 'GET',
  path: '/api/study-groups/:group_id',
  summary: 'A study group, and for its owner the requests to join.',
  auth: 'user',
  personOnly: 'own_word',
  namesOpen: 'group',
  params: ofGroup,
  responses: { 200: z.object({ group: groupSchema, requests: z.array(person) }) },
  errors: ['not_found'],
});

export const editGroup = defineEndpoint({
  name: 'editGroup',
  method: 'PATCH',
  path: '/api/study-groups/:group_id',
  summary: 'Change one of the caller’s groups.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  params: ofGroup,
  body: details,
  example: { name: 'Changed', description: 'Changed' },
  responses: { 200: z.object({ group: groupSchema }) },
  errors: ['validation.failed', 'not_found', ...WRITING_REFUSALS],
});

export const deleteGroup = defineEndpoint({
  name: 'deleteGroup',
  method: 'DELETE',
  path: '/api/study-groups/:group_id',
  summary: 'Delete one of the caller’s groups with its posts.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  params: ofGroup,
  responses: { 200: z.object({ deleted: z.boolean() }) },
  errors: ['not_found'],
});

export const joinGroup = defineEndpoint({
  name: 'joinGroup',
  method: 'PUT',
  path: '/api/study-groups/:group_id/membership',
  summary:
    'Join a public group, or ask to join a private one; leave it, or withdraw the request. Owners cannot leave. Joining is off at the same ages as chat.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  namesOpen: 'group',
  readBy: 'no_text',
  params: ofGroup,
  body: z.object({ joined: z.boolean() }),
  example: { joined: true },
  responses: { 200: z.object({ standing: z.enum(['none', 'requested', 'member', 'owner']) }) },
  errors: [...AGE_REFUSALS, 'validation.failed', 'not_found'],
});

export const decideMember = defineEndpoint({
  name: 'decideMember',
  method: 'PUT',
  path: '/api/study-groups/:group_id/members/:person_id',
  summary: 'Accept a request to join one of the caller’s groups, or remove a member.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  params: z.object({ group_id: z.string(), person_id: z.string() }),
  body: z.object({ accepted: z.boolean() }),
  example: { accepted: true },
  responses: { 200: z.object({ accepted: z.boolean() }) },
  errors: ['validation.failed', 'not_found'],
});
