import type { JWTPayload } from 'jose';
import { AGS, DL, LTI, NRPS } from './vendor-server.ts';

/**
 * Behaviour of platforms that LTI 1.3 does not specify, or that surprises tools, each with its source. Sources of Canvas and Moodle are
 * files of `instructure/canvas-lms` and `moodle/moodle`, in stored versions of their history that may not be the newest; numbers with a
 * hash are issues. Nothing of them is copied.
 *
 * Not read: Blackboard and Brightspace are not open source, so that this file has only reports by others. Of Canvas: its pages in the
 * browser, its storage by postMessage and its copying of courses. Of Moodle: most of the conversion of LTI 1 parameters to claims
 * (`mod/lti/locallib.php` was available in parts), and restoring a course. Of Open edX only two roles of its table were read.
 */
export type Product = 'Canvas' | 'Moodle' | 'Blackboard' | 'Brightspace' | 'Open edX' | 'others';

const CANVAS_ROLES = 'Canvas lib/lti/substitutions_helper.rb';
const MOODLE_ROLES = 'Moodle mod/lti/locallib.php lti_get_ims_role';
const M = 'http://purl.imsglobal.org/vocab/lis/v2/membership';
const I = 'http://purl.imsglobal.org/vocab/lis/v2/institution/person#';
const S = 'http://purl.imsglobal.org/vocab/lis/v2/system/person#';

/** Which roles of a launch are teachers. */
export const ROLES: readonly (readonly [product: Product, who: string, roles: readonly string[], teaches: boolean, source: string])[] = [
  [
    'Canvas',
    'teaches elsewhere and learns here',
    [`${I}Instructor`, `${M}#Learner`, `${S}User`],
    false,
    `${CANVAS_ROLES} all_roles; hypothesis/lms#4373`,
  ],
  ['Canvas', 'administers the account and learns here', [`${I}Administrator`, `${M}#Learner`], false, `${CANVAS_ROLES} all_roles`],
  ['Canvas', 'is of the faculty and learns here', [`${I}Faculty`, `${M}#Learner`], false, 'LTI Core 1.3 A.2.2: a role of the institution'],
  ['Canvas', 'observes a child', [`${M}#Mentor`], false, `${CANVAS_ROLES} ObserverEnrollment`],
  ['Canvas', 'observes a child, and administers', [`${M}#Mentor`, `${I}Administrator`], false, `${CANVAS_ROLES} ObserverEnrollment`],
  ['Canvas', 'assists', [`${M}/Instructor#TeachingAssistant`, `${M}#Instructor`], true, `${CANVAS_ROLES} TaEnrollment`],
  [
    'Canvas',
    'assists, in older letters',
    [`${M}/instructor#TeachingAssistant`],
    true,
    `${CANVAS_ROLES} LIS_V2_ROLE_MAP, which says that it is a typing error`,
  ],
  ['Canvas', 'designs the course', [`${M}#ContentDeveloper`], true, `${CANVAS_ROLES} DesignerEnrollment`],
  ['Canvas', 'leads a group of learners', [`${M}#Member`, `${M}#Manager`], false, `${CANVAS_ROLES} group_leader`],
  [
    'Canvas',
    'is the student of a test',
    [`${M}#Learner`, 'http://purl.imsglobal.org/vocab/lti/system/person#TestUser'],
    false,
    `${CANVAS_ROLES} StudentViewEnrollment`,
  ],
  ['Canvas', 'administers and is in no course', [`${I}Administrator`], true, `${CANVAS_ROLES} AccountUser`],
  ['Canvas', 'has no role', [`${S}None`], false, `${CANVAS_ROLES} LIS_V2_LTI_ADVANTAGE_ROLE_NONE`],
  [
    'Canvas',
    'teaches and learns in the same course',
    [`${M}#Learner`, `${M}#Instructor`],
    true,
    `${CANVAS_ROLES} course_enrollments: all of the person`,
  ],
  [
    'Moodle',
    'administers the site: the role of a learner is taken away',
    ['http://purl.imsglobal.org/vocab/lis/v2/person#Administrator'],
    true,
    MOODLE_ROLES,
  ],
  ['Moodle', 'teaches and administers', ['Instructor', 'http://purl.imsglobal.org/vocab/lis/v2/person#Administrator'], true, MOODLE_ROLES],
  ['Moodle', 'learns, in a short name', ['Learner'], false, MOODLE_ROLES],
  [
    'Moodle',
    'administers, in words of LTI 1',
    ['urn:lti:sysrole:ims/lis/Administrator', 'urn:lti:instrole:ims/lis/Administrator'],
    true,
    MOODLE_ROLES,
  ],
  ['Moodle', 'learns, in words of LTI 1', ['urn:lti:role:ims/lis/Learner', 'urn:lti:instrole:ims/lis/Instructor'], false, MOODLE_ROLES],
  [
    'Open edX',
    'learns: there are no roles of the course',
    [`${I}Student`],
    false,
    'openedx/xblock-lti-consumer#618, docs/decisions/0002-lti-1p3-variables.rst',
  ],
  ['Open edX', 'teaches: there are no roles of the course', [`${I}Instructor`], true, 'openedx/xblock-lti-consumer#618'],
  [
    'others',
    'learns, by a role below',
    [`${M}/Learner#Instructor`],
    false,
    'LTI Core 1.3 A.2.3.1: of a role below, the one above it is asserted',
  ],
  [
    'others',
    'has a role that nobody knows',
    [`${M}#Wizard`, `${I}Instructor`],
    false,
    'LTI Core 1.3 A.2.3: platforms may have roles of their own',
  ],
  ['others', 'has none', [], false, 'LTI Core 1.3 5.3.7: the list may be empty'],
];

const changed =
  (name: string, change: (value: Record<string, unknown>) => unknown) =>
  (claims: JWTPayload): JWTPayload => ({ ...claims, [name]: change((claims[name] ?? {}) as Record<string, unknown>) });
const without =
  (...names: string[]) =>
  (claims: JWTPayload): JWTPayload =>
    Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)));
const withClaim = (name: string, value: unknown) => changed(name, () => value);

export interface ClaimsPeculiarity {
  readonly product: Product;
  readonly what: string;
  readonly source: string;
  readonly claims: (claims: JWTPayload) => JWTPayload;
  /** The problem shown to the people who set up the platform; absent: none. */
  readonly leftOut?: string;
  /** Why it is refused anyway. */
  readonly refused?: string;
}

/** Peculiar claims of a launch that must not cause a refusal. */
export const LAUNCH_CLAIMS: readonly ClaimsPeculiarity[] = [
  {
    product: 'Canvas',
    what: 'nulls within claims',
    source: 'Canvas gems/lti-advantage serializers/jwt_message_serializer.rb: only the outermost are taken out',
    claims: changed(`${LTI}resource_link`, (link) => ({ ...link, title: null, description: null })),
  },
  {
    product: 'Canvas',
    what: 'a course without a short name',
    source: 'Canvas lib/lti/messages/jwt_message.rb add_context_claims!',
    claims: changed(`${LTI}context`, (context) => ({ ...context, label: null, title: null })),
  },
  {
    product: 'Canvas',
    what: 'heights that are null or empty',
    source: 'Canvas lib/lti/messages/jwt_message.rb add_launch_presentation_claims!',
    claims: withClaim(`${LTI}launch_presentation`, { height: null, width: '', locale: 'de' }),
  },
  {
    product: 'Canvas',
    what: 'nobody’s names, at its privacy level',
    source: 'Canvas lib/lti/messages/jwt_message.rb add_include_name_claims!',
    claims: without('name', 'given_name', 'family_name', 'email'),
  },
  {
    product: 'Canvas',
    what: 'variables that were not replaced',
    source: 'Canvas lib/lti/messages/jwt_message.rb expand_variable',
    claims: withClaim(`${LTI}custom`, { section: '$CourseSection.sourcedId' }),
  },
  {
    product: 'Canvas',
    what: 'roles without a list of them',
    source: 'Canvas lib/lti/messages/jwt_message.rb add_roles_claims!: a text with commas before it is split',
    claims: withClaim(`${LTI}roles`, `${M}#Learner,${S}User`),
  },
  {
    product: 'Moodle',
    what: 'addresses with more behind them',
    source: 'Moodle mod/lti/service/gradebookservices: `?type_id=`; and of activities',
    claims: changed(`${LTI}target_link_uri`, String),
  },
  {
    product: 'Moodle',
    what: 'texts that are empty',
    source: 'Moodle mod/lti/service/memberships users_to_json: idnumber',
    claims: (claims) => ({ ...claims, email: '', family_name: '', [`${LTI}lis`]: { person_sourcedid: '' } }),
  },
  { product: 'others', what: 'no lists of members', source: 'microsoftarchive/Learn-LTI#172', claims: without(NRPS) },
  {
    product: 'others',
    what: 'links without a title',
    source: 'CodeGra-de/CodeGra.de#1515',
    claims: changed(`${LTI}resource_link`, ({ id }) => ({ id })),
  },
  {
    product: 'others',
    what: 'ids that are numbers',
    source: 'LTI Core 1.3 5.4.1 has texts; what is meant is plain',
    claims: changed(`${LTI}context`, (context) => ({ ...context, id: 42 })),
  },
  {
    product: 'others',
    what: 'a title that is none',
    source: 'LTI Core 1.3 5.4.1',
    claims: changed(`${LTI}context`, (context) => ({ ...context, title: { en: 'Bees' } })),
    leftOut: 'context.title: is not text',
  },
  {
    product: 'others',
    what: 'a course without an id',
    source: 'LTI Core 1.3 5.4.1',
    claims: withClaim(`${LTI}context`, { title: 'Bees' }),
    leftOut: 'context.id: is missing',
  },
  {
    product: 'others',
    what: 'grades that are no object',
    source: 'Assignment and Grade Services 2.0 3.1',
    claims: withClaim(AGS, 'https://lms.example/lineitems'),
    leftOut: 'endpoint: is not an object',
  },
  { product: 'others', what: 'no version', source: 'LTI Core 1.3 5.3.2', claims: without(`${LTI}version`), leftOut: 'version: is missing' },
  { product: 'others', what: 'no roles', source: 'LTI Core 1.3 5.3.7', claims: without(`${LTI}roles`) },
  {
    product: 'others',
    what: 'roles of which some are none',
    source: 'LTI Core 1.3 5.3.7',
    claims: changed(`${LTI}roles`, () => [`${M}#Learner`, null, 7]),
    leftOut: 'roles: has entries that are not text',
  },
  {
    product: 'Blackboard',
    what: 'no link',
    source: '1EdTech/lti-1-3-php-library#43, a fault of one release',
    claims: without(`${LTI}resource_link`),
    refused: 'resource_link: is missing',
  },
];

const settings = `${DL}deep_linking_settings`;
/** Peculiar settings of a choice of contents. */
export const CHOICE_CLAIMS: readonly ClaimsPeculiarity[] = [
  {
    product: 'Moodle',
    what: 'no presentation targets',
    source: 'Deep Linking 2.0 4.4.1; not needed',
    claims: changed(settings, (all) => ({ ...all, accept_presentation_document_targets: undefined })),
  },
  {
    product: 'others',
    what: 'yes and no as texts',
    source: 'Deep Linking 2.0 4.4.1',
    claims: changed(settings, (all) => ({ ...all, accept_multiple: 'true', accept_lineitem: 'false' })),
  },
  {
    product: 'others',
    what: 'types as one text',
    source: 'Deep Linking 2.0 4.4.1',
    claims: changed(settings, (all) => ({ ...all, accept_types: 'link, ltiResourceLink' })),
  },
  {
    product: 'others',
    what: 'data that is not text, to be returned unchanged',
    source: 'Deep Linking 2.0 4.4.1',
    claims: changed(settings, (all) => ({ ...all, data: { course: 7 } })),
  },
];

/**
 * Peculiarities of products' services and registrations: each is a case of `lti-products.test.ts` with this name, using a stand-in with the
 * same behaviour.
 */
export const SERVICES = {
  'canvas: a configuration for who has the token, which the standard wants as a bearer':
    'Canvas app/controllers/security_controller.rb openid_configuration; LTI Dynamic Registration 1.0 3.4',
  'canvas: placements decide what opens where, and what has none is for links': 'Canvas app/models/lti/ims/registration.rb placements',
  'canvas: names by the privacy level': 'Canvas app/models/lti/ims/registration.rb privacy_level, infer_privacy_level_from',
  'canvas: an authorization server that is no address, while assertions are for the address of tokens':
    'Canvas app/controllers/security_controller.rb authorization_server; lib/canvas/oauth/client_credentials_provider.rb; #1925',
  'canvas: a host for its own issuer, and the school’s own for the registration':
    'Canvas app/controllers/security_controller.rb registration_endpoint',
  'canvas: one link id for all items of a course':
    'Canvas lib/lti/messages/resource_link_request.rb context_resource_link_id; #1944; atomicjolt/lti_starter_app#416',
  'canvas: no column for a link that is no assignment':
    'Canvas app/controllers/lti/ims/line_items_controller.rb verify_valid_resource_link; #1944',
  'canvas: ten columns a page': 'Canvas app/controllers/lti/ims/line_items_controller.rb index, Api.paginate',
  'canvas: a message without a score takes the score away': 'Canvas app/controllers/lti/ims/scores_controller.rb score_submission',
  'canvas: who does not learn has no grade, 422 with words':
    'Canvas app/controllers/lti/ims/concerns/gradebook_services.rb verify_user_in_context',
  'canvas: 400 for a score of an earlier time': 'Canvas app/controllers/lti/ims/scores_controller.rb verify_valid_timestamp',
  'canvas: fifty members a page, with nulls for what is not sent':
    'Canvas app/controllers/lti/ims/providers/memberships_provider.rb MAX_PAGE_SIZE',
  'moodle: words instead of JSON for a registration that is refused': 'Moodle mod/lti/openid-registration.php',
  'moodle: a copied course has links and columns of its own, and none of the other’s':
    'Moodle mod/lti/service/gradebookservices lineitems.php check_lti_1x_id',
  'moodle: exact media types, and addresses with a query': 'Moodle mod/lti/service/gradebookservices lineitems.php execute, item_for_json',
  'moodle: next pages in typographic quotation marks and escaped':
    'Moodle mod/lti/service/gradebookservices lineitems.php get_json_for_get_request',
  'moodle: scores are compared by whole seconds': 'Moodle mod/lti/service/gradebookservices scores.php get_json_for_post_request',
  'moodle: what is not graded is of the time at which it came, by its clock':
    'Moodle mod/lti/service/gradebookservices gradebookservices.php save_grade_item',
  'moodle: pages of members drop the other parameters': 'Moodle mod/lti/service/memberships memberships.php users_to_json',
  'brightspace: an audience that is no address of its own':
    'RunestoneInteractive/rs#1073; microsoftarchive/Learn-LTI#156; oat-sa/lib-lti1p3-core#187',
  'others: a list whose course has another id than the launch': 'PrairieLearn/PrairieLearn#15632 (Coursera)',
} as const satisfies Readonly<Record<string, string>>;
