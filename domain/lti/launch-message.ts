import { createLocalJWKSet, errors, jwtVerify, type FlattenedJWSInput, type JWK, type JWSHeaderParameters, type JWTPayload } from 'jose';
import { lookup } from '#contract/platform/lookup.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { keepKeySets } from '#domain/platform/network/kept-readings.ts';
import { fieldsOf, LeftOut, NeededMissing, type Fields } from './lenient.ts';
import { askLms, LmsFailure } from './lms-client.ts';
import { noteLeftOut } from './problem.commands.ts';
import type { ActivePlatform } from './platform.queries.ts';

const LTI = 'https://purl.imsglobal.org/spec/lti/claim/';
const DL = 'https://purl.imsglobal.org/spec/lti-dl/claim/';
const AGS = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint';
const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice';

export const SCOPES = {
  lineItem: 'https://purl.imsglobal.org/spec/lti-ags/scope/lineitem',
  score: 'https://purl.imsglobal.org/spec/lti-ags/scope/score',
  members: 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly',
} as const;

/** Tolerated clock difference and maximum age of a message, in seconds; messages are sent as soon as they are signed. */
const CLOCKS_S = 60;
const OLDEST = '10m';
const VERSIONS = /^1\.3(\.\d+)?$/;

/** Maximum lengths of identifiers, addresses and display texts. */
const ID = { most: 255 };
const ADDRESS = { most: 2_000 };
const NAME = { most: 100 };
const EMAIL = { most: 254 };
const TITLE = { most: 300 };
const SHORT_LIST = { most: 500, items: 100 };

/** A complete, verified message of a platform. */
interface Message {
  readonly subject: string;
  readonly nonce: string;
  readonly deploymentId: string;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly email: string | null;
  /** BCP 47; null when the platform does not say. */
  readonly locale: string | null;
  readonly isTeacher: boolean;
  readonly context: { readonly ref: string; readonly title: string } | null;
  readonly membershipsUrl: string | null;
  /** Unreadable fields, which were left out. */
  readonly leftOut: LeftOut;
}
export interface ResourceLinkMessage extends Message {
  readonly type: 'resource_link';
  readonly targetLinkUri: string;
  readonly resourceLinkRef: string;
  readonly lineItemUrl: string | null;
  readonly lineItemsUrl: string | null;
  readonly agsScopes: readonly string[];
}
export interface DeepLinkingMessage extends Message {
  readonly type: 'deep_linking';
  readonly returnUrl: string;
  readonly acceptsLinks: boolean;
  readonly acceptsMany: boolean;
  readonly acceptsLineItem: boolean;
  /** Opaque; returned exactly as received. */
  readonly data: unknown;
}
export type LaunchMessage = ResourceLinkMessage | DeepLinkingMessage;

/**
 * Verifies and reads a message by the 1EdTech Security Framework 1.0 (§5.1.3): signed by RS256 with a published key that the message names;
 * from the platform's issuer; for us alone, or with us as the authorised party; new and not expired; of a known deployment, version and
 * type. The caller must check that its nonce belongs to the launch. A message is refused only if it lacks claims without which nothing can
 * be opened (LTI Core 1.3 §5.3, §5.4; Deep Linking 2.0 §4.4; Assignment and Grade Services 2.0 §3.1; Names and Role Provisioning Services
 * 2.0 §3.6.1.1).
 * @throws ProductError lti.signature, lti.issuer, lti.audience, lti.expired, lti.message, lti.deployment, lti.unreachable
 */
export async function readLaunchMessage(platform: ActivePlatform, token: string): Promise<LaunchMessage> {
  const { payload } = await jwtVerify(token, keysOf(platform), {
    algorithms: ['RS256'],
    issuer: platform.issuer,
    audience: platform.client_id,
    requiredClaims: ['exp', 'iat', 'nonce', 'sub'],
    clockTolerance: CLOCKS_S,
    maxTokenAge: OLDEST,
  }).catch((error: unknown) => {
    throw refusalOf(error);
  });
  const audiences = [payload.aud ?? []].flat();
  const azp = payload['azp'];
  if (azp === undefined ? audiences.length > 1 : azp !== platform.client_id) throw new ProductError('lti.audience');
  try {
    return readClaims(platform, payload);
  } catch (error) {
    if (!(error instanceof NeededMissing)) throw error;
    throw new ProductError('lti.message', undefined, { cause: error });
  }
}

function readClaims(platform: ActivePlatform, payload: JWTPayload): LaunchMessage {
  const leftOut = new LeftOut();
  const claims = fieldsOf(payload, leftOut);
  const version = claims.id(`${LTI}version`, ID);
  if (version !== null && !VERSIONS.test(version)) throw new NeededMissing(`version: is ${version.slice(0, 20)}`);
  if (version === null) leftOut.add('version', 'is missing');
  const deploymentId = claims.needed(`${LTI}deployment_id`, ID);
  if (!platform.deployment_ids.includes(deploymentId) && !platform.adopts_deployment) throw new ProductError('lti.deployment');
  const context = claims.object(`${LTI}context`);
  const contextRef = context?.id('id', ID) ?? null;
  if (context && contextRef === null) leftOut.add('context.id', 'is missing');
  const givenName = claims.text('given_name', NAME);
  const familyName = claims.text('family_name', NAME);
  const message = {
    subject: claims.needed('sub', ID),
    nonce: claims.needed('nonce', ID),
    deploymentId,
    givenName: givenName ?? (familyName === null ? claims.text('name', NAME) : null),
    familyName,
    email: claims.text('email', EMAIL),
    locale: claims.text('locale', NAME) ?? claims.object(`${LTI}launch_presentation`)?.text('locale', NAME) ?? null,
    isTeacher: isTeaching(claims.texts(`${LTI}roles`, SHORT_LIST)),
    context:
      context && contextRef !== null
        ? { ref: contextRef, title: context.text('title', TITLE) ?? context.text('label', TITLE) ?? contextRef }
        : null,
    membershipsUrl: claims.object(NRPS)?.id('context_memberships_url', ADDRESS) ?? null,
  };
  const type = claims.needed(`${LTI}message_type`, ID);
  const read = TYPES[type]?.(claims);
  if (!read) throw new NeededMissing(`message_type: is ${type.slice(0, 50)}`);
  return { ...message, ...read, leftOut };
}

type OwnPart<T extends LaunchMessage> = Omit<T, keyof Message>;

/** The claims specific to each message type. */
const TYPES: Readonly<Record<string, (claims: Fields) => OwnPart<ResourceLinkMessage> | OwnPart<DeepLinkingMessage>>> = lookup({
  LtiResourceLinkRequest: (claims) => {
    const link = claims.object(`${LTI}resource_link`);
    if (!link) throw new NeededMissing('resource_link: is missing');
    const ags = claims.object(AGS);
    return {
      type: 'resource_link',
      targetLinkUri: claims.needed(`${LTI}target_link_uri`, ADDRESS),
      resourceLinkRef: link.needed('id', ID),
      lineItemUrl: ags?.id('lineitem', ADDRESS) ?? null,
      lineItemsUrl: ags?.id('lineitems', ADDRESS) ?? null,
      agsScopes: ags?.texts('scope', SHORT_LIST) ?? [],
    };
  },
  LtiDeepLinkingRequest: (claims) => {
    const settings = claims.object(`${DL}deep_linking_settings`);
    if (!settings) throw new NeededMissing('deep_linking_settings: is missing');
    return {
      type: 'deep_linking',
      returnUrl: settings.needed('deep_link_return_url', ADDRESS),
      // a platform that does not say what it takes takes links, the purpose of this message
      acceptsLinks: !settings.has('accept_types') || settings.texts('accept_types', SHORT_LIST).includes('ltiResourceLink'),
      acceptsMany: settings.flag('accept_multiple') ?? false,
      // §4.4.1 leaves it to the tool when the platform does not say
      acceptsLineItem: settings.flag('accept_lineitem') ?? true,
      data: settings.json('data'),
    };
  },
});

/** The scope of a role: LTI Core 1.3 (appendix A.2) has course, institution and system roles. */
type Vocabulary = 'context' | 'institution' | 'system';

/** Teaching roles, by vocabulary. A mentor looks after a learner (a parent in Canvas); a manager leads a group of learners. */
const TEACHING: Readonly<Record<Vocabulary, ReadonlySet<string>>> = {
  context: new Set(['instructor', 'contentdeveloper', 'administrator', 'teachingassistant']),
  institution: new Set(['instructor', 'faculty', 'administrator']),
  system: new Set(['administrator', 'sysadmin', 'accountadmin']),
};

/** Notations of roles: LIS 2 URIs, LTI 1 URNs, and the short names that LTI 1.3 allows for course roles. */
const FORMS: readonly (readonly [form: RegExp, vocabulary: Vocabulary])[] = [
  // a sub-role (`membership/Learner#Instructor`) counts as its main role
  [/^https?:\/\/purl\.imsglobal\.org\/vocab\/lis\/v2\/membership\/(\w+)#\w+$/i, 'context'],
  [/^https?:\/\/purl\.imsglobal\.org\/vocab\/lis\/v2\/membership#(\w+)$/i, 'context'],
  [/^https?:\/\/purl\.imsglobal\.org\/vocab\/lis\/v2\/institution\/person#(\w+)$/i, 'institution'],
  [/^https?:\/\/purl\.imsglobal\.org\/vocab\/(?:lis\/v2|lti)\/system\/person#(\w+)$/i, 'system'],
  // without a vocabulary, as Moodle writes site administrators
  [/^https?:\/\/purl\.imsglobal\.org\/vocab\/lis\/v2\/person#(\w+)$/i, 'system'],
  [/^urn:lti:role:ims\/lis\/(\w+)(?:\/\w+)?$/i, 'context'],
  [/^urn:lti:instrole:ims\/lis\/(\w+)$/i, 'institution'],
  [/^urn:lti:sysrole:ims\/lis\/(\w+)$/i, 'system'],
  [/^(\w+)$/, 'context'],
];

function readRole(role: string): { readonly name: string; readonly vocabulary: Vocabulary } | null {
  for (const [form, vocabulary] of FORMS) {
    const name = form.exec(role)?.[1];
    if (name !== undefined) return { name: name.toLowerCase(), vocabulary };
  }
  return null;
}

/**
 * Tells whether a person teaches in the course of the launch. Course roles decide, the strongest first; other roles count only if the
 * message has no course role, so that a teacher elsewhere in the institution is a learner where they learn. An unknown role counts as
 * learner.
 */
export function isTeaching(roles: readonly string[]): boolean {
  const read = roles.map(readRole).filter((role) => role !== null);
  const ofCourse = read.filter(({ vocabulary }) => vocabulary === 'context');
  return (ofCourse.length > 0 ? ofCourse : read).some(({ name, vocabulary }) => TEACHING[vocabulary].has(name));
}

/** Returns the error for a message that cannot be verified. */
function refusalOf(error: unknown): ProductError {
  if (error instanceof LmsFailure) return new ProductError('lti.unreachable', undefined, { cause: error });
  if (error instanceof errors.JWTExpired) return new ProductError('lti.expired', undefined, { cause: error });
  if (error instanceof errors.JWTClaimValidationFailed) {
    const code = { iss: 'lti.issuer', aud: 'lti.audience', iat: 'lti.expired', exp: 'lti.expired', nbf: 'lti.expired' } as const;
    return new ProductError(code[error.claim as keyof typeof code] ?? 'lti.message', undefined, { cause: error });
  }
  // the last two mean an unusable or too short key
  if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException)
    return new ProductError('lti.signature', undefined, { cause: error });
  throw error;
}

/** Maximum number of keys read: more than any platform publishes. */
const MOST_KEYS = 50;
const KEY_ID = { most: 300 };

const keySets = keepKeySets();

interface KeyHolder {
  readonly id: string;
  readonly jwks_url: string;
}

/**
 * Returns a function that finds the key of a platform's message by its `kid`, for `jwtVerify`. Keys are cached for an hour, and for a day
 * when the platform is unreachable.
 */
export const keysOf =
  (platform: KeyHolder) =>
  async (header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> => {
    // several keys of a platform may fit, so the security framework requires the key's name
    if (typeof header.kid !== 'string' || header.kid === '') throw new errors.JWKSNoMatchingKey('the message names no key');
    return keySets(`${platform.id} ${platform.jwks_url}`, () => readKeys(platform))(header, token);
  };

async function readKeys({ id, jwks_url: url }: KeyHolder): Promise<ReturnType<typeof createLocalJWKSet>> {
  const { json } = await askLms(url, { accept: 'application/json' });
  const leftOut = new LeftOut();
  // only RSA signature keys of the set (RFC 7517) are used; others are ignored
  const published = fieldsOf(json, leftOut).objects('keys');
  if (!published) throw new errors.JWKSInvalid('the platform publishes no keys');
  const signing = published.slice(0, MOST_KEYS).filter((key) => key.id('kty', KEY_ID) !== null);
  await noteLeftOut(id, leftOut);
  return createLocalJWKSet({ keys: signing.map((key) => key.whole as unknown as JWK) });
}
