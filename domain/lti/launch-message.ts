import { errors, jwtVerify } from 'jose';
import * as z from 'zod';
import { ProductError } from '#domain/platform/errors.ts';
import { isStorable } from '#domain/platform/storable.ts';
import { LmsFailure } from './lms-client.ts';
import { keysOf } from './platform-keys.ts';
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

/** Seconds by which clocks may differ, and the age of a message: it is shown the moment it is signed. */
const CLOCKS_S = 60;
const OLDEST = '10m';

/** Of so many signs; nothing is named by what could not be stored. */
const text = (most: number) => z.string().max(most).refine(isStorable, 'has signs that are no text');
const short = text(255);
const address = text(2_000);
const named = text(500);
/** Cut where it is shown. */
const title = text(30_000).optional();

/**
 * The claims of a message that are read, in the shapes of the published schemas: LTI Core 1.3 (§5.3, §5.4 and appendix C), Deep Linking 2.0
 * (§4.4), Assignment and Grade Services 2.0 (§3.1), Names and Role Provisioning Services 2.0 (§3.6.1.1). Others are ignored, as §5.3 asks.
 */
const core = z.object({
  sub: short.min(1),
  nonce: short,
  given_name: named.optional(),
  family_name: named.optional(),
  name: named.optional(),
  email: named.optional(),
  locale: short.optional(),
  [`${LTI}version`]: z.literal('1.3.0'),
  [`${LTI}deployment_id`]: short.min(1),
  [`${LTI}roles`]: z.array(named).max(100),
  [`${LTI}context`]: z.object({ id: short.min(1), title, label: title }).optional(),
  [NRPS]: z.object({ context_memberships_url: address, service_versions: z.array(short).optional() }).optional(),
});
const resourceLink = z.object({
  [`${LTI}message_type`]: z.literal('LtiResourceLinkRequest'),
  [`${LTI}target_link_uri`]: address,
  [`${LTI}resource_link`]: z.object({ id: short.min(1), title, description: title }),
  [AGS]: z.object({ scope: z.array(named).max(20), lineitem: address.optional(), lineitems: address.optional() }).optional(),
});
const deepLinking = z.object({
  [`${LTI}message_type`]: z.literal('LtiDeepLinkingRequest'),
  [`${DL}deep_linking_settings`]: z.object({
    deep_link_return_url: address,
    accept_types: z.array(short).max(20),
    accept_presentation_document_targets: z.array(short).max(20),
    accept_multiple: z.boolean().optional(),
    accept_lineitem: z.boolean().optional(),
    data: text(20_000).optional(),
  }),
});

/** A message of a platform that is whole and true. */
interface Message {
  readonly subject: string;
  readonly nonce: string;
  readonly deploymentId: string;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly email: string | null;
  /** BCP 47; null: the platform does not say. */
  readonly locale: string | null;
  readonly isTeacher: boolean;
  readonly context: { readonly ref: string; readonly title: string } | null;
  readonly membershipsUrl: string | null;
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
  readonly data: string | null;
}
export type LaunchMessage = ResourceLinkMessage | DeepLinkingMessage;

/**
 * Verifies a message by the 1EdTech Security Framework 1.0 (§5.1.3) and reads it: RS256 by a key that the platform publishes and the message
 * names, its issuer, for us alone or with us as the authorised party, not expired and new, a known deployment, version and type. That its
 * nonce belongs to the launch is for the caller to check.
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
  const head = core.safeParse(payload);
  if (!head.success) throw malformed(head.error);
  const claims = head.data as Record<string, unknown> & z.infer<typeof core>;
  const deploymentId = claims[`${LTI}deployment_id`] as string;
  const isKnown = platform.deployment_ids.includes(deploymentId);
  if (!isKnown && !platform.adopts_deployment) throw new ProductError('lti.deployment');
  const roles = claims[`${LTI}roles`] as readonly string[];
  const context = claims[`${LTI}context`] as { id: string; title?: string; label?: string } | undefined;
  const message: Message = {
    subject: claims.sub,
    nonce: claims.nonce,
    deploymentId,
    givenName: textOf(claims.given_name ?? (claims.family_name === undefined ? claims.name : undefined)),
    familyName: textOf(claims.family_name),
    email: textOf(claims.email),
    locale: textOf(claims.locale),
    isTeacher: roles.some(isTeaching),
    context: context ? { ref: context.id, title: (context.title ?? context.label ?? context.id).slice(0, 300) } : null,
    membershipsUrl: (claims[NRPS] as { context_memberships_url: string } | undefined)?.context_memberships_url ?? null,
  };
  return payload[`${LTI}message_type`] === 'LtiDeepLinkingRequest' ? asDeepLinking(message, payload) : asResourceLink(message, payload);
}

function asResourceLink(message: Message, payload: unknown): ResourceLinkMessage {
  const parsed = resourceLink.safeParse(payload);
  if (!parsed.success) throw malformed(parsed.error);
  const claims = parsed.data as Record<string, unknown>;
  const ags = claims[AGS] as { scope: string[]; lineitem?: string; lineitems?: string } | undefined;
  return {
    ...message,
    type: 'resource_link',
    targetLinkUri: claims[`${LTI}target_link_uri`] as string,
    resourceLinkRef: (claims[`${LTI}resource_link`] as { id: string }).id,
    lineItemUrl: ags?.lineitem ?? null,
    lineItemsUrl: ags?.lineitems ?? null,
    agsScopes: ags?.scope ?? [],
  };
}

function asDeepLinking(message: Message, payload: unknown): DeepLinkingMessage {
  const parsed = deepLinking.safeParse(payload);
  if (!parsed.success) throw malformed(parsed.error);
  const settings = (parsed.data as Record<string, unknown>)[`${DL}deep_linking_settings`] as {
    deep_link_return_url: string;
    accept_types: string[];
    accept_multiple?: boolean;
    accept_lineitem?: boolean;
    data?: string;
  };
  return {
    ...message,
    type: 'deep_linking',
    returnUrl: settings.deep_link_return_url,
    acceptsLinks: settings.accept_types.includes('ltiResourceLink'),
    acceptsMany: settings.accept_multiple ?? false,
    // §4.4.1 leaves it to the tool where the platform does not say
    acceptsLineItem: settings.accept_lineitem ?? true,
    data: settings.data ?? null,
  };
}

/** Roles of LIS 2 within a course, or of the institution, that choose contents. */
const TEACHING =
  /(?:membership#|membership\/Instructor#|institution\/person#|system\/person#)(Instructor|ContentDeveloper|Administrator|Faculty|Mentor|TeachingAssistant|SysAdmin)$|^(Instructor|ContentDeveloper|Administrator)$/;
const isTeaching = (role: string): boolean => TEACHING.test(role);

const textOf = (claim: string | undefined): string | null => claim?.trim().slice(0, 100) || null;

const malformed = ({ issues }: z.ZodError): ProductError => {
  const [first] = issues;
  const place = first?.path.map(String).join('.') ?? '';
  return new ProductError('lti.message', undefined, { cause: new Error(`${place}: ${first?.message ?? ''}`.slice(0, 300)) });
};

/** Says what is wrong with a message that could not be verified. */
function refusalOf(error: unknown): ProductError {
  if (error instanceof LmsFailure) return new ProductError('lti.unreachable', undefined, { cause: error });
  if (error instanceof errors.JWTExpired) return new ProductError('lti.expired', undefined, { cause: error });
  if (error instanceof errors.JWTClaimValidationFailed) {
    const code = { iss: 'lti.issuer', aud: 'lti.audience', iat: 'lti.expired', exp: 'lti.expired', nbf: 'lti.expired' } as const;
    return new ProductError(code[error.claim as keyof typeof code] ?? 'lti.message', undefined, { cause: error });
  }
  // the last two are of a key that is none, or too short
  if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException)
    return new ProductError('lti.signature', undefined, { cause: error });
  throw error;
}
