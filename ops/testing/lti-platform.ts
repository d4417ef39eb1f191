import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import * as z from 'zod';

export const LTI = 'https://purl.imsglobal.org/spec/lti/claim/';
const DL = 'https://purl.imsglobal.org/spec/lti-dl/claim/';
const AGS = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint';
const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice';
const TOOL = 'https://purl.imsglobal.org/spec/lti-tool-configuration';
const SCOPE = {
  lineItem: 'https://purl.imsglobal.org/spec/lti-ags/scope/lineitem',
  score: 'https://purl.imsglobal.org/spec/lti-ags/scope/score',
  members: 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly',
};
export const LEARNER = 'http://purl.imsglobal.org/vocab/lis/v2/membership#Learner';
export const INSTRUCTOR = 'http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor';

const CLIENT = 'tool-1';
const DEPLOYMENT = 'deployment-1';

/** A tool's messages, in the shapes of the published schemas: nothing else may be in them. */
const scoreSchema = z
  .strictObject({
    userId: z.string().min(1),
    scoreGiven: z.number().nonnegative().optional(),
    scoreMaximum: z.number().positive().optional(),
    timestamp: z.iso.datetime({ precision: 3 }),
    activityProgress: z.enum(['Initialized', 'Started', 'InProgress', 'Submitted', 'Completed']),
    gradingProgress: z.enum(['FullyGraded', 'Pending', 'PendingManual', 'Failed', 'NotReady']),
  })
  .refine(({ scoreGiven, scoreMaximum }) => scoreGiven === undefined || scoreMaximum !== undefined, 'a score without its maximum')
  .refine(
    ({ scoreGiven, gradingProgress }) => (scoreGiven === undefined) === (gradingProgress === 'NotReady'),
    'a grade that is not ready',
  );
const lineItemSchema = z.strictObject({
  scoreMaximum: z.number().positive(),
  label: z.string().min(1),
  resourceLinkId: z.string().optional(),
  resourceId: z.string().optional(),
});
const contentItemSchema = z.strictObject({
  type: z.literal('ltiResourceLink'),
  title: z.string().min(1),
  url: z.url(),
  lineItem: z.strictObject({ label: z.string(), scoreMaximum: z.number().positive(), resourceId: z.string() }).optional(),
});
const responseSchema = z.object({
  nonce: z.string().min(1),
  iat: z.number(),
  exp: z.number(),
  [`${LTI}deployment_id`]: z.literal(DEPLOYMENT),
  [`${LTI}message_type`]: z.literal('LtiDeepLinkingResponse'),
  [`${LTI}version`]: z.literal('1.3.0'),
  [`${DL}content_items`]: z.array(contentItemSchema),
  [`${DL}data`]: z.literal('as it was'),
});
const registrationSchema = z.object({
  application_type: z.literal('web'),
  response_types: z.tuple([z.literal('id_token')]),
  grant_types: z.array(z.string()).refine((all) => ['implicit', 'client_credentials'].every((one) => all.includes(one))),
  initiate_login_uri: z.url(),
  redirect_uris: z.array(z.url()).min(1),
  client_name: z.string().min(1),
  jwks_uri: z.url(),
  token_endpoint_auth_method: z.literal('private_key_jwt'),
  scope: z.string(),
  [TOOL]: z.object({
    domain: z.string(),
    target_link_uri: z.url(),
    claims: z.array(z.string()),
    messages: z.array(z.object({ type: z.string() })),
  }),
});
const authSchema = z.object({
  scope: z.literal('openid'),
  response_type: z.literal('id_token'),
  response_mode: z.literal('form_post'),
  prompt: z.literal('none'),
  client_id: z.literal(CLIENT),
  redirect_uri: z.url(),
  login_hint: z.string().min(1),
  lti_message_hint: z.string().optional(),
  state: z.string().min(20),
  nonce: z.string().min(20),
});

export type Score = z.infer<typeof scoreSchema>;
export type ContentItem = z.infer<typeof contentItemSchema>;

export interface Signing {
  readonly key?: CryptoKey | Uint8Array;
  readonly kid?: string | null;
  readonly alg?: string;
}

/** A person's launch on a page of the platform. */
export interface Launching {
  readonly subject: string;
  readonly roles?: readonly string[];
  /** An address of the tool; absent for the choice of contents. */
  readonly target?: string;
  readonly name?: readonly [given: string, family: string];
  readonly email?: string;
}

export interface LtiPlatform {
  readonly origin: string;
  /** The values entered in the tool's form. */
  readonly registration: Record<string, unknown> & { readonly issuer: string };
  /** The tool's violations of the schemas and the Security Framework; empty if none. */
  readonly problems: string[];
  readonly scores: readonly Score[];
  readonly placed: readonly ContentItem[];
  /** Gradebook columns that the tool has created. */
  readonly lineItems: readonly { readonly id: string; readonly resourceLinkId: string }[];
  /** Delays requests for line items, and counts them. */
  readonly slowness: { until: Promise<unknown>; held: number };
  /** Calls of the token endpoint. */
  readonly tokens: { count: number };
  /** Statuses of the score service's next answers, instead of its own. */
  readonly outages: number[];
  /** Sets the tool's addresses, as copied into the platform. */
  register(tool: { readonly login: string; readonly launch: string; readonly jwks: string }): void;
  claims(launching: Launching, nonce: string): JWTPayload;
  sign(claims: JWTPayload, signing?: Signing): Promise<string>;
  /** Returns the address of a page that opens the tool in a frame. */
  page(launching: Launching): string;
  close(): void;
}

/**
 * Starts a platform (LMS) for tests: it signs launches, and checks every message that it gets against the published schemas of LTI 1.3, Deep
 * Linking 2, Assignment and Grade Services 2, Names and Role Provisioning Services 2 and Dynamic Registration, and against the 1EdTech Security
 * Framework. Its pages open the tool in a frame and offer the postMessage storage.
 * @param host in its address: another than the tool's makes the frame one of another site
 * @param members of its only class; two pages of the list
 */
export async function startLtiPlatform({ host = '127.0.0.1', members = 3 } = {}): Promise<LtiPlatform> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'platform-key', alg: 'RS256', use: 'sig' };
  const problems: string[] = [];
  const scores: Score[] = [];
  const placed: ContentItem[] = [];
  const outages: number[] = [];
  const tokens = { count: 0 };
  const slowness: LtiPlatform['slowness'] = { until: Promise.resolve(), held: 0 };
  const used = new Set<string>();
  const granted = new Map<string, string>();
  const launching: Launching[] = [];
  const lineItems: { id: string; resourceLinkId: string }[] = [];
  let tool = { login: '', launch: '', jwks: '' };

  /** @returns the value, or undefined and a problem */
  const checked = <T>(what: string, schema: z.ZodType<T>, value: unknown): T | undefined => {
    const { data, error } = schema.safeParse(value);
    if (error) problems.push(`${what}: ${z.prettifyError(error)}`);
    return data;
  };
  const toolKeys = () => createRemoteJWKSet(new URL(tool.jwks));

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      problems.push(`${request.url}: ${String(error)}`);
      response.writeHead(500).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;

  const sign: LtiPlatform['sign'] = (claims, { key = privateKey, kid = jwk.kid, alg = 'RS256' } = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg, ...(kid !== null && { kid }) }).sign(key);

  const claims: LtiPlatform['claims'] = ({ subject, roles = [LEARNER], target, name = ['Ines', 'Ito'], email }, nonce) => {
    const now = Math.floor(Date.now() / 1_000);
    const message: JWTPayload = target
      ? {
          [`${LTI}message_type`]: 'LtiResourceLinkRequest',
          [`${LTI}target_link_uri`]: target,
          [`${LTI}resource_link`]: { id: `link-${target.slice(-12)}`, title: 'A lesson' },
          [AGS]: { scope: [SCOPE.lineItem, SCOPE.score], lineitems: `${origin}/lineitems` },
        }
      : {
          [`${LTI}message_type`]: 'LtiDeepLinkingRequest',
          [`${DL}deep_linking_settings`]: {
            deep_link_return_url: `${origin}/placed`,
            accept_types: ['ltiResourceLink'],
            accept_presentation_document_targets: ['iframe', 'window'],
            accept_multiple: true,
            accept_lineitem: true,
            data: 'as it was',
          },
        };
    return {
      iss: origin,
      aud: CLIENT,
      sub: subject,
      iat: now,
      exp: now + 300,
      nonce,
      given_name: name[0],
      family_name: name[1],
      name: name.join(' '),
      ...(email && { email }),
      locale: 'en-US',
      [`${LTI}version`]: '1.3.0',
      [`${LTI}deployment_id`]: DEPLOYMENT,
      [`${LTI}roles`]: [...roles],
      [`${LTI}context`]: { id: 'class-7b', title: 'Class 7b', label: '7b' },
      [NRPS]: { context_memberships_url: `${origin}/members`, service_versions: ['2.0'] },
      ...message,
    };
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, origin);
    const json = (body: unknown, headers: Record<string, string> = {}, status = 200) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    const html = (body: string) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><html lang="en"><title>LMS</title>${body}`);
    const route = `${request.method} ${url.pathname}`;
    if (route === 'GET /favicon.ico') return void response.writeHead(204).end();
    if (route === 'GET /jwks') return json({ keys: [jwk] });
    if (route === 'GET /openid-configuration') return json(configurationOf(origin));
    if (route === 'POST /registrations') return json(await registered(request), {}, 201);
    if (route === 'POST /token') return json(await grant(new URLSearchParams(await text(request))));
    if (route === 'GET /auth') return html(await authenticated(url.searchParams));
    if (route === 'GET /page') return html(pageOf(launching.length > 0 ? Number(url.searchParams.get('launch')) : 0));
    if (route === 'POST /placed') return html(await taken(new URLSearchParams(await text(request)).get('JWT') ?? ''));
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const may = (scope: string) => granted.get(token)?.split(' ').includes(scope) ?? false;
    if (route === 'GET /lineitems' && may(SCOPE.lineItem)) {
      const found = [...lineItems];
      slowness.held += 1;
      await slowness.until;
      return json(found);
    }
    if (route === 'POST /lineitems' && may(SCOPE.lineItem)) {
      const made = checked('line item', lineItemSchema, JSON.parse(await text(request)));
      const item = { ...made, id: `${origin}/lineitems/${lineItems.length + 1}?of=1`, resourceLinkId: made?.resourceLinkId ?? '' };
      lineItems.push(item);
      return json(item, {}, 201);
    }
    if (/^POST \/lineitems\/\d+\/scores$/.test(route) && may(SCOPE.score)) {
      const body = await text(request);
      const outage = outages.shift();
      if (outage !== undefined) return json({}, {}, outage);
      if (request.headers['content-type'] !== 'application/vnd.ims.lis.v1.score+json') problems.push('a score of another type');
      const score = checked('score', scoreSchema, JSON.parse(body));
      const newest = scores.findLast(({ userId }) => userId === score?.userId);
      if (newest && score && Date.parse(newest.timestamp) > Date.parse(score.timestamp)) return json({}, {}, 409);
      if (score) scores.push(score);
      return json({});
    }
    if (route === 'GET /members' && may(SCOPE.members)) {
      const page = Number(url.searchParams.get('page') ?? 0);
      const half = Math.ceil(members / 2);
      const all = Array.from({ length: members }, (_, n) => memberOf(n));
      const next = `<${origin}/members?page=1>; rel="next"`;
      return json(
        { id: `${origin}/members`, context: { id: 'class-7b' }, members: page === 0 ? all.slice(0, half) : all.slice(half) },
        page === 0 ? { link: next } : {},
      );
    }
    json({ error: 'nothing here, or not with this token' }, {}, token ? 401 : 404);
  }

  const memberOf = (n: number) => ({
    user_id: `learner-${n}`,
    status: n === 2 ? 'Inactive' : 'Active',
    name: `Learner ${n}`,
    roles: [LEARNER],
  });

  async function registered(request: IncomingMessage) {
    if (request.headers.authorization !== 'Bearer registration-token') problems.push('registered without its token');
    const body = checked('registration', registrationSchema, JSON.parse(await text(request)));
    if (body) tool = { login: body.initiate_login_uri, launch: body.redirect_uris[0]!, jwks: body.jwks_uri };
    return { ...body, client_id: CLIENT, [TOOL]: { ...(body as unknown as Record<string, object>)[TOOL], deployment_id: DEPLOYMENT } };
  }

  /** Security Framework §4.1: the assertion is signed with a published key of the tool, for this endpoint, and used once. */
  async function grant(form: URLSearchParams) {
    tokens.count += 1;
    const { payload, protectedHeader } = await jwtVerify(form.get('client_assertion') ?? '', toolKeys(), {
      algorithms: ['RS256'],
      issuer: CLIENT,
      subject: CLIENT,
      audience: `${origin}/token`,
      requiredClaims: ['jti', 'iat', 'exp'],
    });
    if (!protectedHeader.kid) problems.push('an assertion without a kid');
    if (used.has(payload.jti!)) problems.push('an assertion that was used');
    used.add(payload.jti!);
    if (form.get('grant_type') !== 'client_credentials') problems.push('another grant');
    const token = randomUUID();
    granted.set(token, form.get('scope') ?? '');
    return { access_token: token, token_type: 'Bearer', expires_in: 3_600, scope: form.get('scope') };
  }

  /** §5.1.1.2: the request of the tool; the answer is a form that posts itself. */
  async function authenticated(params: URLSearchParams): Promise<string> {
    const asked = checked('authentication request', authSchema, Object.fromEntries(params));
    if (!asked) return '<p>refused</p>';
    if (asked.redirect_uri !== tool.launch) problems.push(`another redirect_uri: ${asked.redirect_uri}`);
    const idToken = await sign(claims(launching[Number(asked.lti_message_hint)]!, asked.nonce));
    return `<form method="post" action="${tool.launch}"><input type="hidden" name="id_token" value="${idToken}">
      <input type="hidden" name="state" value="${asked.state}"><input type="hidden" name="lti_storage_target" value="_parent"></form>
      <script>document.forms[0].submit()</script>`;
  }

  /** Deep Linking §4.5: the answer of the tool. */
  async function taken(jwt: string): Promise<string> {
    const { payload } = await jwtVerify(jwt, toolKeys(), { algorithms: ['RS256'], issuer: CLIENT, audience: origin });
    const message = checked('deep linking response', responseSchema, payload) as Record<string, unknown> | undefined;
    placed.push(...((message?.[`${DL}content_items`] ?? []) as ContentItem[]));
    return '<p>Placed</p>';
  }

  /** A page of the platform with the tool in a frame, and the storage of LTI's postMessages. */
  function pageOf(at: number): string {
    const target = launching[at]?.target ?? tool.launch;
    const fields = {
      iss: origin,
      login_hint: 'hint',
      target_link_uri: target,
      lti_message_hint: String(at),
      lti_deployment_id: DEPLOYMENT,
      client_id: CLIENT,
      lti_storage_target: '_parent',
    };
    const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
    return `<h1>A course of the platform</h1><iframe name="tool" title="Tool" style="width: 900px; height: 700px"></iframe>
      <form method="post" action="${tool.login}" target="tool">${inputs.join('')}</form>
      <script>
        const kept = new Map();
        window.addEventListener('message', ({ data, source, origin }) => {
          if (!data || !/^lti\\.(put|get)_data$/.test(data.subject) || origin !== ${JSON.stringify(new URL(tool.login || origin).origin)}) return;
          if (data.subject === 'lti.put_data') kept.set(data.key, data.value);
          source.postMessage({ subject: data.subject + '.response', message_id: data.message_id, key: data.key, value: kept.get(data.key) }, origin);
        });
        document.forms[0].submit();
      </script>`;
  }

  return {
    origin,
    registration: {
      issuer: origin,
      client_id: CLIENT,
      auth_url: `${origin}/auth`,
      token_url: `${origin}/token`,
      jwks_url: `${origin}/jwks`,
      origins: [origin],
      deployment_ids: [DEPLOYMENT],
    },
    problems,
    scores,
    placed,
    lineItems,
    slowness,
    tokens,
    outages,
    register: (at) => void (tool = at),
    claims,
    sign,
    page: (one) => `${origin}/page?launch=${launching.push(one) - 1}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const configurationOf = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/auth`,
  registration_endpoint: `${origin}/registrations`,
  jwks_uri: `${origin}/jwks`,
  token_endpoint: `${origin}/token`,
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  scopes_supported: ['openid', ...Object.values(SCOPE)],
  response_types_supported: ['id_token'],
  'https://purl.imsglobal.org/spec/lti-platform-configuration': { product_family_code: 'moodle', version: '5.0', messages_supported: [] },
});
