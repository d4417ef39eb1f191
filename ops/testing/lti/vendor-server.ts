import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT, type JWTPayload } from 'jose';

export const LTI = 'https://purl.imsglobal.org/spec/lti/claim/';
export const DL = 'https://purl.imsglobal.org/spec/lti-dl/claim/';
export const AGS = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint';
export const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice';
export const TOOL = 'https://purl.imsglobal.org/spec/lti-tool-configuration';
export const PLATFORM = 'https://purl.imsglobal.org/spec/lti-platform-configuration';
export const SCOPE = {
  lineItem: 'https://purl.imsglobal.org/spec/lti-ags/scope/lineitem',
  score: 'https://purl.imsglobal.org/spec/lti-ags/scope/score',
  members: 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly',
} as const;

export interface Asked {
  /** Method and path. */
  readonly route: string;
  readonly url: URL;
  /** Of the `Authorization` header; empty without one. */
  readonly bearer: string;
  readonly accept: string;
  readonly contentType: string;
  readonly body: string;
}

export interface Said {
  readonly status?: number;
  /** An object is sent as JSON, a text as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A tool's own registration. */
export interface RegisteredTool {
  readonly initiate_login_uri: string;
  readonly redirect_uris: readonly string[];
  readonly jwks_uri: string;
  readonly scope: string;
  readonly [name: string]: unknown;
}

/** A gradebook column, and what was sent to it by user: null is a withdrawn score. */
export interface Column {
  readonly id: number;
  readonly label: string;
  /** null: of every course. */
  readonly course: string | null;
  readonly resourceId?: string;
  readonly resourceLinkId?: string;
  readonly grades: Map<string, { readonly score: number | null; readonly at: number; readonly submissions: number }>;
}

/** Returns the columns of a course that match a filter. @param of the query: `resource_id`, `resource_link_id` */
export const columnsOf = (columns: readonly Column[], course: string, of: URLSearchParams): Column[] =>
  columns.filter(
    (column) =>
      [course, null].includes(column.course) &&
      [null, column.resourceLinkId].includes(of.get('resource_link_id')) &&
      [null, column.resourceId].includes(of.get('resource_id')),
  );

/** A person's launch of something in a course. */
export interface VendorLaunch {
  readonly subject: string;
  readonly roles: readonly string[];
  readonly nonce: string;
  /** Address of the tool; absent for the choice of contents. */
  readonly target?: string;
  /** Id of the course at the platform. */
  readonly course?: string;
}

/** The common part of the products' stand-ins. */
export interface VendorPlatform {
  readonly origin: string;
  /** The parameters with which an administrator's browser opens the tool's page. */
  readonly registering: { readonly openid_configuration: string; readonly registration_token: string };
  readonly tool: () => RegisteredTool | null;
  /** Where the tool is reachable; null for its registered addresses. */
  readonly reached: { at: string | null };
  readonly columns: Column[];
  /** Every answered call: route and status. */
  readonly calls: readonly string[];
  /** The last bearer token received, by route. */
  readonly bearers: ReadonlyMap<string, string>;
  /** Audiences of the assertions that came. */
  readonly audiences: readonly unknown[];
  readonly sign: (claims: JWTPayload) => Promise<string>;
  readonly claims: (launch: VendorLaunch) => JWTPayload;
  readonly close: () => void;
}

/** Starts a server with keys, which issues access tokens for the tool's signed assertions. */
export async function startVendor(answer: (asked: Asked, at: string) => Promise<Said> | Said) {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  // Brightspace publishes keys without `alg`, which is not needed
  const jwk = { ...(await exportJWK(publicKey)), kid: 'vendor-key', use: 'sig' };
  const calls: string[] = [];
  const audiences: unknown[] = [];
  const bearers = new Map<string, string>();
  const reached: VendorPlatform['reached'] = { at: null };
  const granted = new Map<string, readonly string[]>();
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url!, origin);
      const route = `${request.method} ${url.pathname}`;
      const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      bearers.set(route, bearer);
      const said = await answer(
        {
          route,
          url,
          bearer,
          accept: request.headers.accept ?? '',
          contentType: request.headers['content-type'] ?? '',
          body: await text(request),
        },
        origin,
      );
      const { status = 200, body = '', headers = {} } = said;
      calls.push(`${route} ${status}`);
      const isText = typeof body === 'string';
      response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
      response.end(isText ? body : JSON.stringify(body));
    })().catch((error: unknown) => response.writeHead(500).end(String(error)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    jwk,
    calls,
    reached,
    bearers,
    audiences,
    sign: (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: jwk.kid }).sign(privateKey),
    /** Reads a token signed by a tool. @throws if it was not signed with a key that the tool publishes */
    signedBy: async ({ jwks_uri: at }: RegisteredTool, jwt: string): Promise<JWTPayload> => {
      const keys = createRemoteJWKSet(new URL(reached.at === null ? at : new URL(at).pathname, reached.at ?? undefined));
      return (await jwtVerify(jwt, keys, { algorithms: ['RS256'] })).payload;
    },
    grant: (scopes: readonly string[]): string => {
      const token = randomUUID();
      granted.set(token, scopes);
      return token;
    },
    may: (token: string, scope: string): boolean => granted.get(token)?.includes(scope) ?? false,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
