import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { visibleName } from '#contract/platform/visible-name.ts';

/** Learning platforms with step-by-step setup instructions; for others we show the values that every platform asks for. */
export const LTI_PRODUCTS = ['canvas', 'moodle', 'openedx', 'other'] as const;
export type LtiProduct = (typeof LTI_PRODUCTS)[number];

export const LTI_LIMITS = {
  /** Platforms per organisation. */
  platforms: 20,
  name: 100,
  address: 500,
  id: 255,
  deployments: 50,
  origins: 10,
  /** Courses that members of an organisation offer for its LMS. */
  offers: 500,
  /** Members stored per context. */
  members: 5_000,
} as const;
/** Lifetime of a registration address in hours. */
export const LTI_REGISTRATION_HOURS = 24;
/** Problems with a platform: a refused launch, an unreadable part of a message that was left out, or a refused grade. */
export const LTI_PROBLEM_KINDS = ['refused', 'left_out', 'grade'] as const;
export type LtiProblemKind = (typeof LTI_PROBLEM_KINDS)[number];
/** Days for which problems are listed, and the maximum number per platform. */
export const LTI_REFUSAL_DAYS = 30;
export const LTI_REFUSALS_AT_MOST = 200;

const address = z
  .string()
  .check(
    z.trim(),
    z.maxLength(LTI_LIMITS.address),
    z.regex(/^https?:\/\/\S+$/, 'An address begins with https://.'),
    z.meta({ examples: ['https://lms.example.com/auth'] }),
  );
const id = z.string().check(z.trim(), z.minLength(1), z.maxLength(LTI_LIMITS.id));

const platform = z.object({
  platform_id: z.string(),
  name: z.string(),
  product: z.enum(LTI_PRODUCTS),
  /** `waiting`: not registered yet. */
  state: z.enum(['waiting', 'active', 'paused']),
  issuer: z.nullable(z.string()),
  client_id: z.nullable(z.string()),
  auth_url: z.nullable(z.string()),
  token_url: z.nullable(z.string()),
  token_audience: z.nullable(z.string()),
  /**
   * The audience for which the platform last issued a token. If it states an audience that it does not accept, we also try its token
   * address.
   */
  audience_used: z.nullable(z.string()),
  jwks_url: z.nullable(z.string()),
  /** Origins whose pages can frame launches. */
  origins: z.array(z.string()),
  deployment_ids: z.array(z.string()),
  /** The addresses to copy into the platform. */
  addresses: z.object({ login: z.string(), launch: z.string(), jwks: z.string(), configuration: z.string() }),
  created_at: z.string(),
  last_launch_at: z.nullable(z.string()),
  /** Number of problems in the last 30 days, counted up to 200. */
  refusals: z.int(),
  /** Number of grades waiting to be sent, and of grades that were given up. */
  grades_waiting: z.int(),
  grades_dropped: z.int(),
});
export type LtiPlatform = z.infer<typeof platform>;

const ofPlatform = z.object({ platform_id: z.string() });
const STAFF_ONLY = ['organisation.none', 'organisation.not_allowed'] as const;

export const listLtiPlatforms = defineEndpoint({
  name: 'listLtiPlatforms',
  method: 'GET',
  path: '/api/organisation/lms',
  summary: 'The learning platforms (LMS) of the organisation and the values to copy into them; for its owner and administrators.',
  auth: 'user',
  personOnly: 'lms',
  responses: { 200: z.object({ platforms: z.array(platform) }) },
  errors: [...STAFF_ONLY],
});

/** The response contains the address for dynamic registration, which works once, within a day. */
export const addLtiPlatform = defineEndpoint({
  name: 'addLtiPlatform',
  method: 'POST',
  path: '/api/organisation/lms',
  summary: 'Prepare the registration of a learning platform with LTI 1.3, dynamic or manual.',
  auth: 'user',
  offline: 'never',
  personOnly: 'lms',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  readBy: 'lms_administrators',
  proven: true,
  body: z.object({
    name: visibleName(LTI_LIMITS.name),
    product: z.enum(LTI_PRODUCTS),
    /** The organisation confirms that it may give its learners access, and has parental consent for minors. */
    authorised: z.literal(true),
  }),
  example: { name: 'Moodle', product: 'moodle', authorised: true },
  responses: { 201: z.object({ platform, registration_url: z.string() }) },
  errors: ['validation.failed', ...STAFF_ONLY, 'organisation.ended', 'lti.too_many'],
});

export const changeLtiPlatform = defineEndpoint({
  name: 'changeLtiPlatform',
  method: 'PUT',
  path: '/api/organisation/lms/:platform_id',
  summary: 'Register a learning platform manually, change, pause or resume it.',
  auth: 'user',
  offline: 'never',
  personOnly: 'lms',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  readBy: 'lms_administrators',
  proven: true,
  params: ofPlatform,
  body: z.object({
    name: visibleName(LTI_LIMITS.name),
    issuer: address,
    client_id: id,
    auth_url: address,
    token_url: address,
    /** The audience of assertions if it differs from the token endpoint. On some platforms it is not a URL. */
    token_audience: z.optional(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(LTI_LIMITS.address)))),
    jwks_url: address,
    origins: z.array(address).check(z.minLength(1), z.maxLength(LTI_LIMITS.origins)),
    deployment_ids: z.array(id).check(z.maxLength(LTI_LIMITS.deployments)),
    paused: z._default(z.boolean(), false),
  }),
  example: {
    name: 'Changed',
    issuer: 'https://lms.example',
    client_id: '1',
    auth_url: 'https://lms.example/auth',
    token_url: 'https://lms.example/token',
    jwks_url: 'https://lms.example/jwks',
    origins: ['https://lms.example'],
    deployment_ids: [],
  },
  responses: { 200: z.object({ platform }) },
  errors: ['validation.failed', 'not_found'],
});

export const renewLtiRegistration = defineEndpoint({
  name: 'renewLtiRegistration',
  method: 'POST',
  path: '/api/organisation/lms/:platform_id/registration',
  summary: 'Create a new address for a platform’s dynamic registration; the previous address stops working.',
  auth: 'user',
  offline: 'never',
  personOnly: 'lms',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  proven: true,
  params: ofPlatform,
  responses: { 200: z.object({ registration_url: z.string() }) },
  errors: ['not_found'],
});

export const removeLtiPlatform = defineEndpoint({
  name: 'removeLtiPlatform',
  method: 'DELETE',
  path: '/api/organisation/lms/:platform_id',
  summary: 'Remove a learning platform: it can no longer launch content. Its learners keep their progress.',
  auth: 'user',
  offline: 'never',
  personOnly: 'lms',
  params: ofPlatform,
  responses: { 200: z.object({ platform_id: z.string() }) },
  errors: ['not_found'],
});

const refusal = z.object({ kind: z.enum(LTI_PROBLEM_KINDS), reason: z.string(), detail: z.nullable(z.string()), refused_at: z.string() });
export type LtiRefusal = z.infer<typeof refusal>;

export const listLtiRefusals = defineEndpoint({
  name: 'listLtiRefusals',
  method: 'GET',
  path: '/api/organisation/lms/:platform_id/refusals',
  summary: 'Problems of a platform in the last 30 days, newest first: refused launches and grades, and ignored parts of messages.',
  auth: 'user',
  personOnly: 'lms',
  params: ofPlatform,
  responses: { 200: z.object({ refusals: z.array(refusal) }) },
  errors: ['not_found'],
});

const context = z.object({
  context_id: z.string(),
  title: z.string(),
  platform: z.string(),
  /** Whether the platform provides its member list. */
  has_roster: z.boolean(),
  members: z.int(),
  read_at: z.nullable(z.string()),
  /** Reading the list is queued. */
  is_due: z.boolean(),
  problem: z.nullable(z.string()),
});
export type LtiContext = z.infer<typeof context>;

export const listLtiContexts = defineEndpoint({
  name: 'listLtiContexts',
  method: 'GET',
  path: '/api/organisation/lms-classes',
  summary: 'The platforms’ courses and classes from which content was opened, newest first, at most 500.',
  auth: 'user',
  personOnly: 'lms',
  responses: { 200: z.object({ contexts: z.array(context) }) },
  errors: [...STAFF_ONLY],
});

const member = z.object({
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  roles: z.array(z.string()),
  is_active: z.boolean(),
  /** Their account here, once they have opened an item. */
  user_id: z.nullable(z.string()),
});

export const listLtiMembers = defineEndpoint({
  name: 'listLtiMembers',
  method: 'GET',
  path: '/api/organisation/lms-classes/:context_id',
  summary: 'The members of a class as its platform last listed them, by name.',
  auth: 'user',
  personOnly: 'lms',
  params: z.object({ context_id: z.string() }),
  responses: { 200: z.object({ context, members: z.array(member) }) },
  errors: ['not_found'],
});

export const readLtiRoster = defineEndpoint({
  name: 'readLtiRoster',
  method: 'POST',
  path: '/api/organisation/lms-classes/:context_id/reading',
  summary: 'Request a new copy of a class’s member list from its platform, read soon afterwards.',
  auth: 'user',
  offline: 'never',
  personOnly: 'lms',
  params: z.object({ context_id: z.string() }),
  responses: { 202: z.object({ context_id: z.string() }) },
  errors: ['not_found', 'lti.no_roster'],
});

const offer = z.object({ course_id: z.string(), title: z.string(), author: z.string(), is_own: z.boolean() });

export const listLtiOffers = defineEndpoint({
  name: 'listLtiOffers',
  method: 'GET',
  path: '/api/organisation/lms-courses',
  summary: 'Courses that members of the organisation allow teachers to place in their LMS.',
  auth: 'user',
  personOnly: 'lms',
  responses: { 200: z.object({ offers: z.array(offer) }) },
  errors: [...STAFF_ONLY],
});

export const offerLtiCourse = defineEndpoint({
  name: 'offerLtiCourse',
  method: 'PUT',
  path: '/api/organisation/lms-courses/:course_id',
  summary: 'Allow the organisation’s teachers to place one of the caller’s courses in their LMS. Repeating the call changes nothing.',
  auth: 'user',
  offline: 'never',
  personOnly: 'lms',
  params: z.object({ course_id: z.string() }),
  responses: { 200: z.object({ offers: z.array(offer) }) },
  errors: ['not_found', ...STAFF_ONLY, 'market.not_yours', 'lti.too_many'],
});

/** Learners who have opened the course keep their copies. */
export const withdrawLtiOffer = defineEndpoint({
  name: 'withdrawLtiOffer',
  method: 'DELETE',
  path: '/api/organisation/lms-courses/:course_id',
  summary: 'Stop offering a course of the caller in the LMS: new learners cannot open it.',
  auth: 'user',
  offline: 'never',
  personOnly: 'lms',
  params: z.object({ course_id: z.string() }),
  responses: { 200: z.object({ offers: z.array(offer) }) },
  errors: ['not_found', ...STAFF_ONLY],
});
