import * as z from 'zod/mini';
import { lessonSchema } from '#contract/courses/courses.contract.ts';
import { QUIZ_LIMITS, quizItemSchema } from '#contract/courses/quiz.contract.ts';
import { identifier } from '#contract/platform/bounded.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { PLACED } from '#contract/platform/kinds-of-work.ts';
import { INT4_MOST } from '#contract/platform/numbers.ts';
import { searchText } from '#contract/platform/visible-name.ts';
import { SCENE_LIMITS, sceneSchema } from '#contract/simulations/scene.contract.ts';
import { LTI_LIMITS } from './platforms.contract.ts';

/** The prefix of launch tokens. */
export const LAUNCH_PREFIX = 'cwl_';
/** Lifetime of a launch in hours; opening it in the LMS again starts a new launch. */
export const LAUNCH_HOURS = 3;
/** Maximum length of a token signed by a platform; its claims include roles and addresses. */
export const ID_TOKEN_CHARS = 32_000;
/** Maximum number of items that can be placed at a time. */
export const CHOICE_AT_MOST = 20;

const opaque = (most: number) => z.string().check(z.maxLength(most));
const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const platformId = z.string().check(z.maxLength(60));

/** The page stores `state` and `browser`, in the platform's storage if it has one, so that only this browser can complete the launch. */
export const startLtiLogin = defineEndpoint({
  name: 'startLtiLogin',
  method: 'POST',
  path: '/api/lti/logins',
  summary: 'Start a launch (OpenID Connect third-party initiated login); returns the address at which the platform identifies the person.',
  auth: 'public',
  publicAs: 'lms',
  link: 'no_secret',
  body: z.object({
    platform_id: platformId,
    iss: text(LTI_LIMITS.address),
    login_hint: text(4_000),
    /** For the page only: the message itself names the content to open. */
    target_link_uri: z.optional(opaque(4_000)),
    lti_message_hint: z.optional(opaque(8_000)),
    lti_deployment_id: z.optional(opaque(LTI_LIMITS.id)),
    client_id: z.optional(opaque(LTI_LIMITS.id)),
  }),
  example: { platform_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a10', iss: 'https://lms.example', login_hint: '42' },
  responses: { 200: z.object({ url: z.string(), state: z.string(), browser: z.string() }) },
  errors: ['validation.failed', 'not_found', 'lti.paused', 'lti.issuer', 'lti.audience', 'lti.deployment', 'limits.rate'],
  limit: 'launch',
});

export const openLtiLaunch = defineEndpoint({
  name: 'openLtiLaunch',
  method: 'POST',
  path: '/api/lti/launches',
  summary: 'Open a platform’s launch: verifies its signed message and returns a token for the launched content.',
  auth: 'public',
  publicAs: 'lms',
  link: { goesOn: 'refuses suspended accounts when it opens the launch' },
  body: z.object({ platform_id: platformId, state: opaque(200), browser: opaque(200), id_token: opaque(ID_TOKEN_CHARS) }),
  example: { platform_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a10', state: 's', browser: 'b', id_token: 'header.claims.signature' },
  responses: {
    201: z.object({ token: z.string(), expires_at: z.string(), opens: z.enum(['activity', 'contents']), language: z.nullable(z.string()) }),
  },
  errors: [
    'validation.failed',
    'not_found',
    'lti.paused',
    'lti.state',
    'lti.signature',
    'lti.issuer',
    'lti.audience',
    'lti.expired',
    'lti.nonce',
    'lti.deployment',
    'lti.message',
    'lti.target',
    'lti.removed',
    'lti.not_teacher',
    'lti.return',
    'lti.unreachable',
    'organisation.ended',
    'organisation.seats_full',
    'auth.suspended',
    'course.too_large',
    'limits.rate',
  ],
  limit: 'launch',
});

export const registerLtiPlatform = defineEndpoint({
  name: 'registerLtiPlatform',
  method: 'POST',
  path: '/api/lti/registrations',
  summary: 'Register with a platform by LTI Dynamic Registration, using the address that the organisation has copied into it.',
  auth: 'public',
  publicAs: 'lms',
  link: { goesOn: 'fills in what an organisation has prepared, and shows nothing' },
  body: z.object({
    platform_id: platformId,
    code: opaque(200),
    openid_configuration: text(2_000),
    registration_token: z.optional(opaque(8_000)),
  }),
  example: {
    platform_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a10',
    code: 'c',
    openid_configuration: 'https://lms.example/.well-known/openid-configuration',
  },
  responses: { 201: z.object({ name: z.string() }) },
  errors: ['validation.failed', 'not_found', 'lti.registration_used', 'lti.registration_refused', 'lti.unreachable', 'limits.rate'],
  limit: 'launch',
});

export const ltiKeys = defineEndpoint({
  name: 'ltiKeys',
  method: 'GET',
  path: '/api/lti/jwks',
  summary: 'The public keys (JWKS) with which platforms verify this installation’s signatures.',
  auth: 'public',
  publicAs: 'lms',
  responses: {
    200: z.object({
      keys: z.array(z.object({ kty: z.string(), n: z.string(), e: z.string(), kid: z.string(), alg: z.string(), use: z.string() })),
    }),
  },
  errors: [],
});

export const ltiConfiguration = defineEndpoint({
  name: 'ltiConfiguration',
  method: 'GET',
  path: '/api/lti/configuration/:platform_id',
  summary: 'The registration of this tool as one JSON document for Canvas.',
  auth: 'public',
  publicAs: 'lms',
  link: { goesOn: 'shows what this installation is to a platform, and nothing of an account' },
  params: z.object({ platform_id: z.string() }),
  responses: { 200: z.record(z.string(), z.unknown()) },
  errors: ['not_found'],
});

const activity = z.object({
  kind: z.enum(PLACED),
  title: z.string(),
  /** The course's language: `german`. */
  language: z.string(),
  /** The lessons that this launch opens, in order; empty for a simulation. */
  lessons: z.array(z.object({ lesson_id: z.string(), title: z.string(), completed: z.boolean() })),
  /** Whether the result is sent to the platform. */
  is_graded: z.boolean(),
});
export type LtiActivity = z.infer<typeof activity>;

export const getLtiActivity = defineEndpoint({
  name: 'getLtiActivity',
  method: 'GET',
  path: '/api/lti/activity',
  summary: 'The content that this launch has opened.',
  auth: 'launch',
  personOnly: 'lms',
  responses: { 200: activity },
  errors: ['not_found'],
});

/** The key, explanation and feedback of a question are empty until its learner has answered it, because the answers are graded. */
export const getLtiLesson = defineEndpoint({
  name: 'getLtiLesson',
  method: 'GET',
  path: '/api/lti/lessons/:lesson_id',
  summary: 'A lesson that this launch has opened, and the answers of its learner to its questions.',
  auth: 'launch',
  personOnly: 'lms',
  params: z.object({ lesson_id: z.string() }),
  responses: {
    200: z.object({ lesson: lessonSchema, answers: z.array(z.object({ question_id: z.string(), chosen_ids: z.array(z.string()) })) }),
  },
  errors: ['validation.failed', 'not_found'],
  limit: 'poll',
});

export const answerLtiQuestion = defineEndpoint({
  name: 'answerLtiQuestion',
  method: 'POST',
  path: '/api/lti/answers',
  summary: 'Answer a question of a lesson that this launch has opened. Repeating the call marks the answer only once.',
  auth: 'launch',
  personOnly: 'lms',
  body: z.object({
    answer_id: z.uuid(),
    lesson_id: identifier,
    question_id: z.string().check(z.minLength(1), z.maxLength(60)),
    chosen_ids: z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.minLength(1), z.maxLength(QUIZ_LIMITS.options)),
  }),
  example: { answer_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a14', lesson_id: 'x', question_id: 'q1', chosen_ids: ['a'] },
  responses: {
    200: z.object({
      is_right: z.boolean(),
      /** The question with its key. */
      question: quizItemSchema,
    }),
  },
  errors: ['validation.failed', 'not_found'],
  limit: 'poll',
});

/** A learner's result as sent to the platform: the percentage once something is graded, and whether everything is completed. */
const result = z.object({ percent: z.optional(z.int()), is_complete: z.boolean() });

export const completeLtiLesson = defineEndpoint({
  name: 'completeLtiLesson',
  method: 'POST',
  path: '/api/lti/completions',
  summary: 'Complete a lesson that this launch has opened; its result is sent to the platform once.',
  auth: 'launch',
  personOnly: 'lms',
  body: z.object({ lesson_id: identifier }),
  example: { lesson_id: 'x' },
  responses: { 200: result },
  errors: ['validation.failed', 'not_found'],
});

export const getLtiSimulation = defineEndpoint({
  name: 'getLtiSimulation',
  method: 'GET',
  path: '/api/lti/simulation',
  summary: 'The simulation that this launch has opened, and the tasks that its learner has solved.',
  auth: 'launch',
  personOnly: 'lms',
  responses: { 200: z.object({ simulation_id: z.string(), scene: sceneSchema, solved: z.array(z.int()) }) },
  errors: ['not_found'],
});

export const solveLtiTasks = defineEndpoint({
  name: 'solveLtiTasks',
  method: 'POST',
  path: '/api/lti/solved',
  summary: 'Mark tasks of the opened simulation as solved, with the settings that solve them; the result is sent to the platform.',
  auth: 'launch',
  personOnly: 'lms',
  body: z.object({
    solutions: z
      .array(
        z.object({
          /** Its index, from 0. */
          task: z.int().check(z.minimum(0), z.maximum(SCENE_LIMITS.tasks.most - 1)),
          /** Values of the scene's parameters, in their order. */
          parameters: z
            .array(z.number().check(z.minimum(-INT4_MOST), z.maximum(INT4_MOST)))
            .check(z.minLength(1), z.maxLength(SCENE_LIMITS.parameters)),
          /** The scene's clock, in seconds. */
          t: z.number().check(z.minimum(0), z.maximum(SCENE_LIMITS.seconds)),
        }),
      )
      .check(z.minLength(1), z.maxLength(SCENE_LIMITS.tasks.most)),
  }),
  example: { solutions: [{ task: 0, parameters: [1], t: 0 }] },
  responses: { 200: z.object({ solved: z.array(z.int()) }) },
  errors: ['validation.failed', 'not_found'],
  limit: 'poll',
});

const SOURCES = ['offered', 'market'] as const;
const choosable = z.object({
  source: z.enum(SOURCES),
  course_id: z.string(),
  title: z.string(),
  author: z.string(),
  lessons: z.array(z.object({ lesson_id: z.string(), title: z.string() })),
  simulations: z.array(z.object({ simulation_id: z.string(), title: z.string() })),
});
export type LtiChoosable = z.infer<typeof choosable>;

export const listLtiContents = defineEndpoint({
  name: 'listLtiContents',
  method: 'GET',
  path: '/api/lti/contents',
  summary: 'Content that a teacher can place: courses of the organisation and free courses of the market, searched by title.',
  auth: 'launch',
  personOnly: 'lms',
  turns: ['q'],
  query: z.object({ q: z.optional(searchText(200)) }),
  responses: { 200: z.object({ accepts_many: z.boolean(), courses: z.array(choosable) }) },
  errors: ['validation.failed', 'not_found'],
});

export const chooseLtiContents = defineEndpoint({
  name: 'chooseLtiContents',
  method: 'POST',
  path: '/api/lti/choice',
  summary: 'Place content; returns the signed message and the platform’s address to which the page posts it. Possible once.',
  auth: 'launch',
  personOnly: 'lms',
  opensNothing: 'a teacher’s choice of contents, which goes back to the platform',
  body: z.object({
    items: z
      .array(
        z.object({
          source: z.enum(SOURCES),
          course_id: identifier,
          lesson_id: z.optional(identifier),
          simulation_id: z.optional(identifier),
        }),
      )
      .check(z.maxLength(CHOICE_AT_MOST)),
  }),
  example: { items: [] },
  responses: { 200: z.object({ return_url: z.string(), jwt: z.string() }) },
  errors: ['validation.failed', 'not_found', 'lti.target'],
});
