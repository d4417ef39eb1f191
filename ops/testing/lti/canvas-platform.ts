import { type JWTPayload } from 'jose';
import {
  AGS,
  columnsOf,
  DL,
  LTI,
  NRPS,
  PLATFORM,
  SCOPE,
  startVendor,
  TOOL,
  type Asked,
  type Column,
  type RegisteredTool,
  type Said,
  type VendorLaunch,
  type VendorPlatform,
} from './vendor-server.ts';

const CLIENT = '10000000000042';
const DEPLOYMENT = '7:8865aa05b4b79b64a91a86042e43af5ea8ae79eb';
const REGISTRATION = 'canvas-registration-token';
const PAGE_SIZE = 10;
const MEMBERS_PAGE = 50;
/** Of `Lti::ResourcePlacement`; names of LTI Dynamic Registration are translated. */
const PLACEMENTS: Readonly<Record<string, string>> = {
  ContentArea: 'link_selection',
  RichTextEditor: 'editor_button',
  link_selection: 'link_selection',
  assignment_selection: 'assignment_selection',
  editor_button: 'editor_button',
  course_navigation: 'course_navigation',
};

const failure = (status: number, message: string): Said => ({ status, body: { errors: [{ message }] } });
const notThere = failure(404, 'The specified resource does not exist.');

/** Someone on the list of a course. */
interface Person {
  readonly id: string;
  readonly roles: readonly string[];
}

export interface CanvasPlatform extends VendorPlatform {
  /** What each placement opens, as Canvas understands the registration. */
  readonly placements: () => Readonly<Record<string, string>>;
  /** Tells whether the privacy level includes names. */
  readonly sendsNames: () => boolean;
  /** Assignments with their own resource link; all other links have the course's id. */
  readonly assignments: Map<string, string>;
}

/**
 * A platform that behaves as Canvas's source has it (instructure/canvas-lms, AGPL: read, not copied; `peculiarities.ts` says which file says what):
 * its validators and their order, its errors, its pages, and what it does to a score.
 */
export async function startCanvas({ people = [] as readonly Person[] } = {}): Promise<CanvasPlatform> {
  let tool: RegisteredTool | null = null;
  const columns: Column[] = [];
  const assignments = new Map<string, string>();
  const configuration = () => (tool?.[TOOL] ?? {}) as { messages?: Message[]; claims?: string[]; [name: string]: unknown };

  const answer = async (asked: Asked, at: string): Promise<Said> => {
    const { route, url } = asked;
    const course = /^\w+ \/api\/lti\/courses\/(\w+)\//.exec(route)?.[1] ?? '';
    if (route === 'GET /api/lti/security/jwks') return { body: { keys: [vendor.jwk] } };
    if (route === 'GET /api/lti/security/openid-configuration') return openidConfiguration(asked, at);
    if (route === 'POST /api/lti/registrations') return register(asked);
    if (route === 'POST /login/oauth2/token') return grant(asked, at);
    if (!course) return notThere;
    const services = `/api/lti/courses/${course}`;
    if (route === `GET ${services}/names_and_roles`) return vendor.may(asked.bearer, SCOPE.members) ? members(url, at) : unauthorised;
    if (route === `GET ${services}/line_items`) return vendor.may(asked.bearer, SCOPE.lineItem) ? listed(url, course, at) : unauthorised;
    if (route === `POST ${services}/line_items`)
      return vendor.may(asked.bearer, SCOPE.lineItem) ? made(JSON.parse(asked.body) as Item, course, at) : unauthorised;
    const column = columns.find(({ id }) => route === `POST ${services}/line_items/${id}/scores`);
    if (!column) return notThere;
    return vendor.may(asked.bearer, SCOPE.score) ? scored(column, JSON.parse(asked.body) as Score) : unauthorised;
  };
  const vendor = await startVendor(answer);
  const unauthorised = failure(401, 'Access Token not linked to a Tool associated with this Context');

  /** The token of the registration is read from the address; the standard has it as a bearer. */
  function openidConfiguration({ url }: Asked, at: string): Said {
    if (url.searchParams.get('registration_token') !== REGISTRATION)
      return { status: 401, body: { error: 'Access token missing (You must include the registration_token parameter).' } };
    return {
      body: {
        issuer: at,
        authorization_endpoint: `${at}/api/lti/authorize_redirect`,
        registration_endpoint: `${at}/api/lti/registrations`,
        jwks_uri: `${at}/api/lti/security/jwks`,
        token_endpoint: `${at}/login/oauth2/token`,
        token_endpoint_auth_methods_supported: ['private_key_jwt'],
        // the host of the sign-in, which is the audience of nothing
        authorization_server: new URL(at).host,
        [PLATFORM]: { product_family_code: 'canvas', version: 'OpenSource', messages_supported: [] },
      },
    };
  }

  function register({ bearer, body }: Asked): Said {
    if (bearer !== REGISTRATION) return { status: 401, body: { errorMessage: 'JWT did not include expected contents' } };
    const asked = JSON.parse(body) as RegisteredTool;
    const wrong = registrationErrors(asked);
    if (wrong.length > 0) return { status: 422, body: { errors: wrong.map((message) => ({ message })) } };
    tool = asked;
    // no deployment: that is made when an administrator turns the tool on
    return { body: { ...asked, client_id: CLIENT } };
  }

  /** `aud` is the address of tokens, sign by sign, whatever the configuration calls the authorization server. */
  async function grant({ body }: Asked, at: string): Promise<Said> {
    const form = new URLSearchParams(body);
    const claims = await vendor.signedBy(tool!, form.get('client_assertion') ?? '').catch(() => null);
    const invalid = (why: string): Said => ({ status: 400, body: { error: 'invalid_request', error_description: why } });
    if (!claims) return invalid('JWS signature invalid.');
    vendor.audiences.push(claims.aud);
    if (claims.sub !== CLIENT || claims.iss !== CLIENT) return invalid("the 'iss' is invalid");
    if (claims.aud !== `${at}/login/oauth2/token`) return invalid("the 'aud' is invalid");
    const scopes = (form.get('scope') ?? '').split(' ');
    return { body: { access_token: vendor.grant(scopes), token_type: 'Bearer', expires_in: 3_600, scope: scopes.join(' ') } };
  }

  function members(url: URL, at: string): Said {
    const page = Number(url.searchParams.get('page') ?? 1);
    const size = Math.min(Number(url.searchParams.get('limit') ?? MEMBERS_PAGE), MEMBERS_PAGE);
    const shown = people.slice((page - 1) * size, page * size);
    const link = (to: number, rel: string) => `<${at}${url.pathname}?page=${to}&per_page=${size}>; rel="${rel}"`;
    const links = [link(page, 'current'), ...(page * size < people.length ? [link(page + 1, 'next')] : []), link(1, 'first')];
    return {
      headers: { link: links.join(',') },
      body: {
        id: url.href,
        context: { id: 'of another length than in the launch', label: null, title: 'Biology' },
        members: shown.map(({ id, roles }) => ({
          status: 'Active',
          // names are sent only at a privacy level that allows them
          name: sendsNames() ? `Person ${id}` : null,
          given_name: null,
          family_name: null,
          email: null,
          picture: null,
          user_id: id,
          roles,
        })),
      },
    };
  }

  const itemOf = ({ id, label, resourceId, resourceLinkId }: Column, services: string, at: string) => ({
    id: `${at}${services}/line_items/${id}`,
    scoreMaximum: 100,
    label,
    tag: null,
    ...(resourceId && { resourceId }),
    ...(resourceLinkId && { resourceLinkId }),
  });

  function listed(url: URL, course: string, at: string): Said {
    const found = columnsOf(columns, course, url.searchParams);
    const page = Number(url.searchParams.get('page') ?? 1);
    const next = new URL(url.href);
    next.searchParams.set('page', String(page + 1));
    return {
      headers: page * PAGE_SIZE < found.length ? { link: `<${next.href}>; rel="next"` } : {},
      body: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((column) => itemOf(column, `/api/lti/courses/${course}`, at)),
    };
  }

  function made({ label, scoreMaximum, resourceId, resourceLinkId }: Item, course: string, at: string): Said {
    if (!label || scoreMaximum === undefined) return failure(400, 'param is missing or the value is empty');
    // only assignments have a link that is known by its id: not the items of a module, whose id is that of the course
    if (resourceLinkId !== undefined && ![...assignments.values()].includes(resourceLinkId)) return notThere;
    const column = {
      id: columns.length + 1,
      label,
      course,
      ...(resourceId && { resourceId }),
      ...(resourceLinkId && { resourceLinkId }),
      grades: new Map(),
    };
    columns.push(column);
    return { status: 201, body: itemOf(column, `/api/lti/courses/${course}`, at) };
  }

  function scored({ grades }: Column, score: Score): Said {
    const missing = ['userId', 'activityProgress', 'gradingProgress', 'timestamp'].find((name) => score[name] === undefined);
    const person = people.find(({ id }) => id === score.userId);
    if (!person?.roles.some((role) => role.endsWith('membership#Learner')))
      return failure(422, 'User not found in course or is not a student');
    if (missing) return failure(400, `param is missing or the value is empty: ${missing}`);
    const [at, before] = [Date.parse(score.timestamp ?? ''), grades.get(person.id)];
    if (before && before.at > at)
      return failure(400, `Provided timestamp of ${score.timestamp} before last updated timestamp of ${new Date(before.at).toISOString()}`);
    const isIgnored = !['FullyGraded', 'PendingManual'].includes(score.gradingProgress ?? '') || score.scoreGiven === undefined;
    if (!isIgnored && score.scoreMaximum === undefined) return failure(422, 'ScoreMaximum not supplied when ScoreGiven present.');
    // each message is a submission, and one whose score is ignored removes the previous score
    grades.set(person.id, { score: isIgnored ? null : score.scoreGiven!, at, submissions: (before?.submissions ?? 0) + 1 });
    return { body: { resultUrl: 'https://canvas.example/result' } };
  }

  /** `infer_privacy_level_from`, unless the registration says one. */
  function sendsNames(): boolean {
    const said = configuration()['https://canvas.instructure.com/lti/privacy_level'];
    return said === undefined
      ? (configuration().claims ?? []).some((claim) => claim.endsWith('name'))
      : said === 'public' || said === 'name_only';
  }

  function placements(): Record<string, string> {
    const found: Record<string, string> = {};
    for (const { type, placements: named } of configuration().messages ?? [])
      for (const placement of named?.length ? named : ['link_selection']) found[PLACEMENTS[placement]!] ??= type;
    return found;
  }

  function claims({ subject, roles, nonce, target, course = 'course1' }: VendorLaunch): JWTPayload {
    const now = Math.floor(Date.now() / 1_000);
    const services = `${vendor.origin}/api/lti/courses/${course}`;
    const own = target
      ? {
          [`${LTI}message_type`]: 'LtiResourceLinkRequest',
          [`${LTI}target_link_uri`]: target,
          // anything but an assignment has the id of its course, whatever it opens
          [`${LTI}resource_link`]: {
            id: assignments.get(target) ?? `opaque-${course}`,
            description: null,
            title: null,
            validation_context: null,
          },
          [AGS]: { scope: Object.values(SCOPE).slice(0, 2), lineitems: `${services}/line_items`, errors: { errors: {} } },
        }
      : {
          [`${LTI}message_type`]: 'LtiDeepLinkingRequest',
          [`${DL}deep_linking_settings`]: {
            deep_link_return_url: `${vendor.origin}/courses/${course}/deep_linking_response?data=x`,
            accept_types: ['link', 'file', 'html', 'ltiResourceLink', 'image'],
            accept_presentation_document_targets: ['embed', 'iframe', 'window'],
            accept_media_types: 'image/*,text/html',
            auto_create: false,
            accept_multiple: true,
          },
        };
    return {
      iss: vendor.origin,
      aud: CLIENT,
      azp: CLIENT,
      sub: subject,
      iat: now,
      exp: now + 3_600,
      nonce,
      ...(sendsNames() && { name: `Person ${subject}`, given_name: 'Person', family_name: subject }),
      locale: 'en',
      [`${LTI}version`]: '1.3.0',
      [`${LTI}deployment_id`]: DEPLOYMENT,
      [`${LTI}roles`]: [...roles],
      [`${LTI}context`]: {
        id: `opaque-${course}`,
        label: null,
        title: 'Biology',
        type: ['http://purl.imsglobal.org/vocab/lis/v2/course#CourseOffering'],
      },
      [`${LTI}tool_platform`]: {
        guid: 'g',
        name: 'School',
        version: 'cloud',
        product_family_code: 'canvas',
        contact_email: null,
        url: null,
      },
      [`${LTI}launch_presentation`]: { document_target: 'iframe', height: null, width: '', return_url: vendor.origin, locale: 'en' },
      [`${LTI}lis`]: { person_sourcedid: null, course_offering_sourcedid: '$CourseSection.sourcedId' },
      [`${LTI}custom`]: {},
      [NRPS]: { context_memberships_url: `${services}/names_and_roles`, service_versions: ['2.0'] },
      'https://www.instructure.com/canvas_enrollment_state': 'active',
      ...own,
    };
  }

  return {
    origin: vendor.origin,
    registering: {
      openid_configuration: `${vendor.origin}/api/lti/security/openid-configuration?registration_token=${REGISTRATION}`,
      registration_token: REGISTRATION,
    },
    tool: () => tool,
    columns,
    reached: vendor.reached,
    calls: vendor.calls,
    bearers: vendor.bearers,
    audiences: vendor.audiences,
    placements,
    sendsNames,
    assignments,
    sign: vendor.sign,
    claims,
    close: vendor.close,
  };
}

interface Message {
  readonly type: string;
  readonly placements?: readonly string[];
}
interface Item {
  readonly label?: string;
  readonly scoreMaximum?: number;
  readonly resourceId?: string;
  readonly resourceLinkId?: string;
}
interface Score {
  readonly userId?: string;
  readonly timestamp?: string;
  readonly gradingProgress?: string;
  readonly scoreGiven?: number;
  readonly scoreMaximum?: number;
  readonly [name: string]: unknown;
}

/** `Lti::IMS::Registration`, and its schema of a tool's configuration. */
function registrationErrors(asked: RegisteredTool): string[] {
  const config = asked[TOOL] as { domain?: string; messages?: Message[]; claims?: unknown } | undefined;
  const known = [...Object.values(SCOPE), 'https://purl.imsglobal.org/spec/lti-ags/scope/lineitem.readonly'] as string[];
  const grants = (asked['grant_types'] ?? []) as string[];
  const placed = (config?.messages ?? []).flatMap(({ placements = [] }) => placements);
  return [
    ...(['client_credentials', 'implicit'].every((one) => grants.includes(one)) ? [] : ['Must include client_credentials, implicit']),
    ...(asked['token_endpoint_auth_method'] === 'private_key_jwt' ? [] : ["Must be 'private_key_jwt'"]),
    ...(asked['application_type'] === 'web' ? [] : ["Must be 'web'"]),
    ...asked.scope.split(' ').flatMap((scope) => (known.includes(scope) ? [] : [`Invalid scopes: ${scope}`])),
    ...(config?.domain && Array.isArray(config.messages) && Array.isArray(config.claims) ? [] : ['lti_tool_configuration']),
    ...placed.flatMap((placement) => (PLACEMENTS[placement] ? [] : [`placements: ${placement}`])),
  ];
}
