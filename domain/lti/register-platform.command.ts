import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { registerLtiPlatform } from '#contract/lti/launch.contract.ts';
import type { LtiProduct } from '#contract/lti/platforms.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { hashToken } from '#domain/platform/links/secret-link.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, preparedRowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { SCOPES } from './launch-message.ts';
import { fieldsOf, LeftOut, NeededMissing } from './lenient.ts';
import { askLms, lmsAddress, LmsFailure } from './lms-client.ts';
import { addressesOf } from './platform.queries.ts';
import { noteLeftOut } from './problem.commands.ts';

const TOOL = 'https://purl.imsglobal.org/spec/lti-tool-configuration';
const PLATFORM = 'https://purl.imsglobal.org/spec/lti-platform-configuration';

const ADDRESS = { most: 500 };
const ID = { most: 255 };
/** How much about a person Canvas should send, in its terms: names, which class lists show. */
const PRIVACY = 'name_only';
/** Placements for choosing content: that of LTI Dynamic Registration, and those without which Canvas offers none. */
const PLACEMENTS = ['ContentArea', 'assignment_selection', 'link_selection'] as const;

const PRODUCTS: readonly (readonly [RegExp, LtiProduct])[] = [
  [/canvas/i, 'canvas'],
  [/moodle/i, 'moodle'],
  [/open.?edx/i, 'openedx'],
];

/** Returns the tool's metadata for OpenID Connect Dynamic Client Registration, with Canvas's additions. */
export function toolRegistration(platformId: string) {
  const { login, launch, jwks } = addressesOf(platformId);
  return {
    application_type: 'web',
    response_types: ['id_token'],
    grant_types: ['implicit', 'client_credentials'],
    initiate_login_uri: login,
    redirect_uris: [launch],
    client_name: PRODUCT,
    jwks_uri: jwks,
    token_endpoint_auth_method: 'private_key_jwt',
    scope: Object.values(SCOPES).join(' '),
    [TOOL]: {
      domain: new URL(config().publicOrigin).host,
      target_link_uri: launch,
      claims: ['iss', 'sub', 'name', 'given_name', 'family_name', 'email'],
      // first, because Canvas takes a message without placements as a link placement, and uses the first of two such
      messages: [
        { type: 'LtiDeepLinkingRequest', target_link_uri: launch, label: PRODUCT, placements: PLACEMENTS },
        { type: 'LtiResourceLinkRequest', target_link_uri: launch },
      ],
      'https://canvas.instructure.com/lti/privacy_level': PRIVACY,
    },
  };
}

/** Returns this tool's registration as the document that Canvas reads when a developer key is created. @throws ProductError not_found */
export async function toolConfiguration(platformId: string): Promise<Record<string, unknown>> {
  const known = isUuid(platformId) && (await database()('lti_platform').where({ id: platformId }).first('id'));
  if (!known) throw notFound('platform');
  const { login, launch, jwks } = addressesOf(platformId);
  const placement = (name: string) => ({ placement: name, message_type: 'LtiDeepLinkingRequest', target_link_uri: launch });
  return {
    title: PRODUCT,
    description: PRODUCT,
    oidc_initiation_url: login,
    target_link_uri: launch,
    redirect_uris: [launch],
    public_jwk_url: jwks,
    scopes: Object.values(SCOPES),
    extensions: [
      {
        platform: 'canvas.instructure.com',
        privacy_level: PRIVACY,
        settings: { text: PRODUCT, placements: [placement('assignment_selection'), placement('link_selection')] },
      },
    ],
    custom_fields: {},
  };
}

interface Waiting {
  readonly organisation_id: string;
  readonly name: string;
  /** Null before the first registration. */
  readonly issuer: string | null;
}

async function waitingFor(platformId: string, code: string): Promise<Waiting> {
  const [waiting] = isUuid(platformId)
    ? await preparedRowsOf<Waiting>(
        database(),
        sql`select organisation_id, name, issuer from lti_platform
             where id = ${platformId} and registration_hash = ${hashToken(code)} and registration_expires_at > now()`,
      )
    : [];
  if (!waiting) throw new ProductError('lti.registration_used');
  return waiting;
}

/**
 * Returns the origins that may frame the registration page: that of the platform into which the secret address was copied. Hosted Canvas
 * reads its configuration from one host, and shows the page on the school's.
 */
export async function registeringOrigins(platformId: string, code: string, configuration: string): Promise<string[]> {
  try {
    await waitingFor(platformId, code);
    const address = lmsAddress(configuration);
    if (!address) return [];
    return CANVAS.test(address.hostname) ? [address.origin, 'https://*.instructure.com'] : [address.origin];
  } catch {
    return [];
  }
}

/** Canvas has one issuer for all its schools, whose hosts differ. */
const CANVAS = /(^|\.)(instructure\.com|canvaslms\.com)$/;

/** Tells whether the configuration comes from the issuer's own host, as §3.4 requires. */
function isIssuersOwn(issuer: URL, configuration: URL): boolean {
  return issuer.hostname === configuration.hostname || [issuer, configuration].every(({ hostname }) => CANVAS.test(hostname));
}

const refused = (why: string, cause?: unknown) => new ProductError('lti.registration_refused', why, { cause });

/**
 * Registers a platform that has the address of an organisation's registration: reads its configuration, sends ours, and stores the
 * response. The address works once; a failed attempt may be repeated. A platform through which people have come stays that platform: the ids
 * of people are unique within their issuer only, so those of another one would get the accounts of others.
 * @returns the organisation's name for it
 * @throws ProductError lti.registration_used, lti.registration_refused, lti.unreachable
 */
export async function registerPlatform(given: BodyOf<typeof registerLtiPlatform>): Promise<{ name: string }> {
  const { platform_id: id, code, openid_configuration: at, registration_token: token } = given;
  const { organisation_id: organisationId, name, issuer: before } = await waitingFor(id, code);
  const configurationUrl = lmsAddress(at);
  if (!configurationUrl) throw refused('The address of the configuration cannot be called.');
  const bearer = token ? { bearer: token } : {};
  const read = await asked(() => askLms(configurationUrl.href, { accept: 'application/json', ...bearer }));
  const leftOut = new LeftOut();
  const platform = readConfiguration(read.json, leftOut);
  const issuer = lmsAddress(platform.issuer);
  if (!issuer || !isIssuersOwn(issuer, configurationUrl)) throw refused('The configuration does not come from the platform that it names.');
  const people = await database()('lti_user').where({ platform_id: id }).first('id');
  if (people && before !== null && before !== platform.issuer)
    throw refused('People have already come from another platform with this registration. Add another platform for this one.');
  const registration = lmsAddress(platform.registrationUrl);
  const signIn = lmsAddress(platform.authUrl);
  if (!registration || !signIn || !lmsAddress(platform.jwksUrl) || !lmsAddress(platform.tokenUrl))
    throw refused('The configuration names an address that cannot be called.');

  const body = JSON.stringify(toolRegistration(id));
  const call = { method: 'POST', accept: 'application/json', contentType: 'application/json', body } as const;
  const answer = fieldsOf((await asked(() => askLms(registration.href, { ...call, ...bearer }))).json, leftOut);
  const clientId = answer.id('client_id', ID);
  if (clientId === null) throw refused('The platform did not say which client we are.');
  const deployment = answer.object(TOOL)?.id('deployment_id', ID) ?? answer.id('deployment_id', ID);
  const product = PRODUCTS.find(([pattern]) => pattern.test(platform.family))?.[1];

  const registered = await transact(async (trx) => {
    const stored = await trx('lti_platform')
      .where({ id, registration_hash: hashToken(code) })
      .where('registration_expires_at', '>', trx.fn.now())
      .update({
        state: 'active',
        ...(product && { product }),
        issuer: platform.issuer,
        client_id: clientId,
        auth_url: platform.authUrl,
        token_url: platform.tokenUrl,
        token_audience: platform.authorizationServer,
        audience_used: null,
        jwks_url: platform.jwksUrl,
        // where one issuer serves many schools, the registration's host is the school's own
        origins: [...new Set([issuer.origin, configurationUrl.origin, signIn.origin, registration.origin])],
        deployment_ids: deployment === null ? [] : [deployment],
        adopts_deployment: deployment === null,
        registration_hash: null,
        registration_expires_at: expression(trx, sql`null`),
      });
    if (stored === 0) throw new ProductError('lti.registration_used');
    const detail = { platform: id, issuer: platform.issuer };
    await recordAudit(
      { actor: `platform:${id}`, action: 'lti.platform_registered', subject: `organisation:${organisationId}`, detail },
      trx,
    );
    return { name };
  });
  await noteLeftOut(id, leftOut);
  return registered;
}

/** Reads the OpenID configuration of a platform, as LTI Dynamic Registration 1.0 (§3.1) extends it. @throws ProductError lti.registration_refused */
function readConfiguration(json: unknown, leftOut: LeftOut) {
  const configuration = fieldsOf(json, leftOut);
  try {
    return {
      issuer: configuration.needed('issuer', ADDRESS),
      authUrl: configuration.needed('authorization_endpoint', ADDRESS),
      registrationUrl: configuration.needed('registration_endpoint', ADDRESS),
      jwksUrl: configuration.needed('jwks_uri', ADDRESS),
      tokenUrl: configuration.needed('token_endpoint', ADDRESS),
      authorizationServer: configuration.id('authorization_server', ADDRESS),
      family: configuration.object(PLATFORM)?.text('product_family_code', ID) ?? '',
    };
  } catch (error) {
    if (!(error instanceof NeededMissing)) throw error;
    throw refused('The configuration of the platform is not as LTI Dynamic Registration has it.', error);
  }
}

async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof LmsFailure)) throw error;
    if (error.kind === 'away') throw new ProductError('lti.unreachable', undefined, { cause: error });
    throw refused('The platform refused the registration.', error);
  }
}
