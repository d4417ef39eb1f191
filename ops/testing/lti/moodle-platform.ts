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

const CLIENT = 'Nwz1cAbfHpYyXkB';
/** Moodle's id of the tool is the deployment, and part of the addresses of its services. */
const TYPE = '5';
const REGISTRATION = 'moodle-registration-token';
const TYPES = {
  items: 'application/vnd.ims.lis.v2.lineitemcontainer+json',
  item: 'application/vnd.ims.lis.v2.lineitem+json',
  score: 'application/vnd.ims.lis.v1.score+json',
};

export interface MoodlePlatform extends VendorPlatform {
  /** Ids of activities by what they open, in their courses. */
  readonly activities: Map<string, { readonly id: string; readonly course: string }>;
  /** Users who have a role with grades, by their ids. */
  readonly students: Set<string>;
  /** Milliseconds by which its clock is ahead. */
  readonly clock: { aheadMs: number };
}

/**
 * A platform that behaves as Moodle's source has it (moodle/moodle `mod/lti`, GPL: read, not copied; `peculiarities.ts` says which file says what): its
 * exact media types, addresses with a query, errors in the status line, and scores that are compared by whole seconds.
 */
export async function startMoodle(): Promise<MoodlePlatform> {
  let tool: RegisteredTool | null = null;
  const columns: Column[] = [];
  const activities: MoodlePlatform['activities'] = new Map();
  const students = new Set<string>();
  const clock = { aheadMs: 0 };

  const answer = async (asked: Asked, at: string): Promise<Said> => {
    const { route, url } = asked;
    if (route === 'GET /mod/lti/certs.php') return { body: { keys: [vendor.jwk] } };
    if (route === 'GET /mod/lti/openid-configuration.php') return { body: configurationOf(at) };
    if (route === 'POST /mod/lti/openid-registration.php') return register(asked);
    if (route === 'POST /mod/lti/token.php') return grant(asked);
    const service = /^(\w+) \/mod\/lti\/services\.php\/(?:CourseSection\/)?(\w+)\/(.+)$/.exec(route);
    if (!service) return { status: 404 };
    const [, method, course, what] = service as unknown as [string, string, string, string];
    if (what === `bindings/${TYPE}/memberships`) return vendor.may(asked.bearer, SCOPE.members) ? members(url, at) : { status: 401 };
    if (url.searchParams.get('type_id') !== TYPE) return { status: 403 };
    if (what === 'lineitems') {
      if (!vendor.may(asked.bearer, SCOPE.lineItem)) return { status: 401 };
      const type = method === 'GET' ? asked.accept : asked.contentType;
      // any other type, even one with a parameter, is not one of its formats
      if (type !== (method === 'GET' ? TYPES.items : TYPES.item)) return { status: 400, body: 'No context or unsupported content type' };
      return method === 'GET' ? listed(url, course, at) : made(JSON.parse(asked.body) as Item, course, at);
    }
    const column = columns.find(({ id }) => what === `lineitems/${id}/lineitem/scores`);
    if (!column || method !== 'POST') return { status: 404, body: 'Not Found: Grade item doesn’t exist' };
    if (!vendor.may(asked.bearer, SCOPE.score)) return { status: 401, body: 'This resource does not support POST requests.' };
    if (asked.contentType !== TYPES.score) return { status: 400 };
    return scored(column, JSON.parse(asked.body) as Score);
  };
  const vendor = await startVendor(answer);

  function register({ bearer, body }: Asked): Said {
    if (bearer !== REGISTRATION) return { status: 401, body: 'missing_registration_token' };
    const asked = JSON.parse(body) as RegisteredTool;
    const config = asked[TOOL] as { domain?: string; target_link_uri?: string } | undefined;
    if (!config?.domain) return { status: 400, body: 'missing_domain' };
    if (config.target_link_uri && new URL(config.target_link_uri).host !== config.domain)
      return { status: 400, body: 'domain_targetlinkuri_mismatch' };
    tool = asked;
    return { body: { ...asked, client_id: CLIENT, [TOOL]: { ...config, deployment_id: TYPE, version: '1.3.0' } } };
  }

  /** The audience is not checked; errors are a single word. */
  async function grant({ body, contentType }: Asked): Promise<Said> {
    const form = new URLSearchParams(body);
    const refused = (error: string): Said => ({ status: 400, body: { error } });
    if (contentType.split(';')[0] !== 'application/x-www-form-urlencoded') return refused('invalid_request');
    const claims = await vendor.signedBy(tool!, form.get('client_assertion') ?? '').catch(() => null);
    if (claims?.sub !== CLIENT) return refused('invalid_client');
    vendor.audiences.push(claims.aud);
    return { body: { access_token: vendor.grant((form.get('scope') ?? '').split(' ')), token_type: 'Bearer', expires_in: 3_600 } };
  }

  /** The next page is named without any other parameter that the question had. */
  function members(url: URL, at: string): Said {
    const [limit, from] = [Number(url.searchParams.get('limit') ?? 0), Number(url.searchParams.get('from') ?? 0)];
    const all = [...students];
    const shown = limit > 0 ? all.slice(from, from + limit) : all;
    const more = limit > 0 && from + limit < all.length;
    return {
      headers: more ? { link: `<${at}${url.pathname}?limit=${limit}&from=${from + limit}>; rel="next"` } : {},
      body: {
        id: `${at}${url.pathname}`,
        context: { id: '2', label: 'B7', title: 'Biology 7' },
        members: shown.map((id) => ({ status: 'Active', roles: ['Learner'], user_id: id, lis_person_sourcedid: '', name: `User ${id}` })),
      },
    };
  }

  const address = (course: string, id: number, at: string) =>
    `${at}/mod/lti/services.php/${course}/lineitems/${id}/lineitem?type_id=${TYPE}`;

  /** Pages are named with typographic quotation marks, in addresses that are escaped as in HTML. */
  function listed(url: URL, course: string, at: string): Said {
    const found = columnsOf(columns, course, url.searchParams);
    const [from, size] = [Number(url.searchParams.get('from') ?? 0), 1];
    const next = new URL(url.href);
    next.searchParams.set('from', String(from + size));
    const link = `<${next.href.replaceAll('&', '&amp;')}>; rel=“next”`;
    return {
      headers: from + size < found.length ? { link: Buffer.from(link).toString('latin1') } : {},
      body: found.slice(from, from + size).map(({ id, label, resourceId = '', resourceLinkId }) => ({
        id: address(course, id, at),
        label,
        scoreMaximum: 100,
        resourceId,
        tag: '',
        ...(resourceLinkId && { resourceLinkId, ltiLinkId: resourceLinkId }),
      })),
    };
  }

  function made(item: Item, course: string, at: string): Said {
    if (!item.label || !item.scoreMaximum) return { status: 400, body: 'No label or Score Maximum' };
    const isHere = [...activities.values()].some((one) => one.id === item.resourceLinkId && one.course === course);
    // of another course or tool
    if (item.resourceLinkId !== undefined && !isHere) return { status: 403 };
    const id = columns.length + 1;
    const { label, resourceId, resourceLinkId } = item;
    columns.push({ id, label, course, ...(resourceId && { resourceId }), ...(resourceLinkId && { resourceLinkId }), grades: new Map() });
    return { status: 201, body: { ...item, id: address(course, id, at) } };
  }

  function scored({ grades }: Column, score: Score): Said {
    const at = Date.parse(score.timestamp ?? '');
    if (!score.userId || Number.isNaN(at) || !score.gradingProgress || !score.activityProgress || !students.has(score.userId))
      return { status: 400, body: 'Incorrect score received' };
    const before = grades.get(score.userId);
    const seconds = (time: number) => Math.floor(time / 1_000);
    if (before && seconds(before.at) >= seconds(at)) return { status: 409, body: 'Refusing score with an earlier timestamp for item' };
    const isGraded = score.gradingProgress === 'FullyGraded' && score.scoreGiven !== undefined;
    // an ungraded message removes the grade, and is dated by its arrival, on Moodle's clock
    const kept = isGraded ? { score: score.scoreGiven!, at } : { score: null, at: Date.now() + clock.aheadMs };
    grades.set(score.userId, { ...kept, submissions: (before?.submissions ?? 0) + 1 });
    return {};
  }

  function claims({ subject, roles, nonce, target, course = '2' }: VendorLaunch): JWTPayload {
    const now = Math.floor(Date.now() / 1_000);
    const services = `${vendor.origin}/mod/lti/services.php/${course}`;
    const place = target ? `${course} ${target}` : '';
    if (target && !activities.has(place)) activities.set(place, { id: String(activities.size + 11), course });
    const own = target
      ? {
          [`${LTI}message_type`]: 'LtiResourceLinkRequest',
          [`${LTI}target_link_uri`]: target,
          [`${LTI}resource_link`]: { title: 'Bees', description: '', id: activities.get(place)!.id },
          [AGS]: { scope: [SCOPE.lineItem, SCOPE.score], lineitems: `${services}/lineitems?type_id=${TYPE}` },
        }
      : {
          [`${LTI}message_type`]: 'LtiDeepLinkingRequest',
          [`${DL}deep_linking_settings`]: {
            accept_types: ['ltiResourceLink'],
            accept_presentation_document_targets: ['frame', 'iframe', 'window'],
            accept_copy_advice: false,
            accept_multiple: true,
            accept_unsigned: false,
            auto_create: false,
            can_confirm: false,
            deep_link_return_url: `${vendor.origin}/mod/lti/contentitem_return.php?course=${course}&id=${TYPE}&sesskey=x`,
            title: 'External tool',
            text: '',
          },
        };
    return {
      iss: vendor.origin,
      aud: CLIENT,
      sub: subject,
      iat: now,
      exp: now + 60,
      nonce,
      given_name: 'User',
      family_name: subject,
      name: `User ${subject}`,
      email: `${subject}@school.example`,
      [`${LTI}version`]: '1.3.0',
      [`${LTI}deployment_id`]: TYPE,
      [`${LTI}roles`]: [...roles],
      [`${LTI}context`]: { id: course, label: 'B7', title: 'Biology 7', type: ['CourseSection'] },
      [`${LTI}launch_presentation`]: { locale: 'en', document_target: 'iframe', return_url: vendor.origin },
      [`${LTI}lis`]: { person_sourcedid: '', course_section_sourcedid: '' },
      [NRPS]: {
        context_memberships_url: `${vendor.origin}/mod/lti/services.php/CourseSection/${course}/bindings/${TYPE}/memberships`,
        service_versions: ['1.0', '2.0'],
      },
      ...own,
    };
  }

  return {
    origin: vendor.origin,
    registering: { openid_configuration: `${vendor.origin}/mod/lti/openid-configuration.php`, registration_token: REGISTRATION },
    tool: () => tool,
    columns,
    reached: vendor.reached,
    calls: vendor.calls,
    bearers: vendor.bearers,
    audiences: vendor.audiences,
    activities,
    students,
    clock,
    sign: vendor.sign,
    claims,
    close: vendor.close,
  };
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
  readonly activityProgress?: string;
  readonly scoreGiven?: number;
}

const configurationOf = (at: string) => ({
  issuer: at,
  token_endpoint: `${at}/mod/lti/token.php`,
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  jwks_uri: `${at}/mod/lti/certs.php`,
  authorization_endpoint: `${at}/mod/lti/auth.php`,
  registration_endpoint: `${at}/mod/lti/openid-registration.php`,
  scopes_supported: [...Object.values(SCOPE), 'openid'],
  [PLATFORM]: { product_family_code: 'moodle', version: '4.5', messages_supported: ['LtiResourceLinkRequest', 'LtiDeepLinkingRequest'] },
});
