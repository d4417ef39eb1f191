import { ProductError } from '#domain/platform/errors.ts';
import { asScimError, errorResource, noSuchResource, ScimError } from '#domain/organisations/scim/scim-error.ts';
import {
  changeGroup,
  createGroup,
  deleteGroup,
  findGroup,
  listGroups,
  MOST_MEMBERS,
  replaceGroup,
} from '#domain/organisations/scim/scim-groups.commands.ts';
import { discovered, serviceProviderConfig } from '#domain/organisations/scim/scim-schemas.ts';
import { noteScimRequest, useScimToken } from '#domain/organisations/scim/scim-token.commands.ts';
import { readPatch } from '#domain/organisations/scim/scim-patch.ts';
import { changeUser, createUser, deleteUser, replaceUser, type ScimCaller } from '#domain/organisations/scim/scim-users.commands.ts';
import {
  findUser,
  listUsers,
  MOST_RESOURCES,
  SCIM_PATH,
  USUAL_RESOURCES,
  userResource,
  versionTag,
  type ScimPage,
  type UserRow,
} from '#domain/organisations/scim/scim-users.queries.ts';
import { withinShare } from '#domain/platform/connection-share.ts';
import type { ApiRouter, GuardContext } from '#api/platform/api-router.ts';
import { callerOf } from '#api/platform/callers.ts';
import type { Door, Entry } from '#api/platform/doors.ts';
import { discardBody } from '#api/platform/errors.ts';
import type { JsonBounds } from '#api/platform/json-text.ts';
import { readStorableJson } from '#api/platform/read-body.ts';

/** A body longer than this may contain thousands of members. */
const LONG_BYTES = 32_000;
const OF_DIRECTORY = { pays: 'organisation', age: 'anyone', limit: 'scim' } as const;
/** A user takes a few kilobytes; a group of ten thousand members must fit. */
const DOORS = {
  Users: { ...OF_DIRECTORY, name: 'scimUsers', at: `${SCIM_PATH}/Users`, bodyBytes: 100_000 },
  Groups: { ...OF_DIRECTORY, name: 'scimGroups', at: `${SCIM_PATH}/Groups`, bodyBytes: 1_500_000 },
  others: { ...OF_DIRECTORY, name: 'scimService', at: `${SCIM_PATH}/ServiceProviderConfig, ResourceTypes, Schemas`, bodyBytes: 0 },
} as const satisfies Record<string, Door>;
/** Field names per member: directories send its value, and some also its name, type and address. */
const MEMBERS_NAMES = 4;
const BOUNDS: Readonly<Record<'Users' | 'Groups', JsonBounds>> = {
  Users: { depth: 10, values: 2_000, names: 2_000 },
  Groups: { depth: 10, values: 2 * MOST_MEMBERS + MEMBERS_NAMES * MOST_MEMBERS + 1_000, names: MEMBERS_NAMES * MOST_MEMBERS + 1_000 },
};
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly etag?: string;
  readonly location?: string;
}

interface ScimRequest {
  readonly caller: ScimCaller;
  readonly method: string;
  /** `Users`, `Groups`, or a resource that describes the service. */
  readonly kind: string;
  readonly id: string | undefined;
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  body(): Promise<unknown>;
  /** Does work that may block others, such as a change of thousands of members: one at a time per organisation. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Mounts SCIM 2.0 (RFC 7643, 7644), with a guard of its own: directories call with an organisation's token, which opens nothing else, and
 * read errors in SCIM's form. Cookies, sessions and API keys are ignored. Every request with a known token is logged.
 */
export function mountScim(router: ApiRouter): void {
  const limited = router.limits.of({ limit: 'scim', name: 'scim' });
  const serve = async (ctx: GuardContext, entry: Entry): Promise<void> => {
    ctx.state.route = 'scim';
    ctx.set('Cache-Control', 'no-store');
    const begun = performance.now();
    const token = /^bearer\s+(\S+)\s*$/i.exec(ctx.get('Authorization'))?.[1] ?? '';
    const caller = await withinShare(callerOf(ctx), () => useScimToken(token));
    if (!caller) {
      ctx.set('WWW-Authenticate', 'Bearer');
      return answer(ctx, failed(ctx, new ScimError(401, 'The token is missing or wrong, or has expired or been revoked.')));
    }
    const { organisationId } = caller;
    const given = await limited({ ip: ctx.ip, userId: organisationId, body: undefined }, () =>
      entry.pay(organisationId, () =>
        withinShare(organisationId, () =>
          answerTo(requestOf(ctx, caller, (work) => (isShort(ctx) ? work() : router.turn(organisationId, work)))),
        ),
      ),
    ).catch((error: unknown) => failed(ctx, error));
    const detail = given.status >= 400 ? String((given.body as { detail?: unknown }).detail) : null;
    await noteScimRequest({
      organisationId,
      method: ctx.method,
      path: ctx.url,
      status: given.status,
      detail,
      ms: Math.round(performance.now() - begun),
    });
    answer(ctx, given);
  };
  for (const method of METHODS) {
    for (const kind of ['Users', 'Groups'] as const)
      for (const path of ['', '/:id', '/:id/:more'])
        router.register({ door: DOORS[kind], path: `${SCIM_PATH}/${kind}${path}`, method }, (ctx, entry) => {
          Object.assign(ctx.params, { kind });
          return serve(ctx, entry);
        });
    for (const path of ['', '/:kind', '/:kind/:id', '/:kind/:id/:more'])
      router.register({ door: DOORS.others, path: `${SCIM_PATH}${path}`, method }, serve);
  }
}

const isShort = (ctx: GuardContext): boolean => Number(ctx.get('Content-Length') || Infinity) <= LONG_BYTES;

function answer(ctx: GuardContext, { status, body, etag, location }: Answer): void {
  ctx.status = status;
  if (etag) ctx.set('ETag', etag);
  if (location) ctx.set('Location', location);
  if (!body) return;
  ctx.set('Content-Type', 'application/scim+json; charset=utf-8');
  ctx.body = JSON.stringify(body);
}

function failed(ctx: GuardContext, error: unknown): Answer {
  const known = asScimError(error);
  if (!known) ctx.state.log.error({ err: error }, 'a SCIM request failed');
  const retryAfterS = error instanceof ProductError ? error.data.retryAfterS : undefined;
  if (retryAfterS !== undefined) ctx.set('Retry-After', String(retryAfterS));
  discardBody(ctx);
  const failure = known ?? new ScimError(500, 'Something went wrong here. Try again later.');
  return { status: failure.status, body: errorResource(failure) };
}

function requestOf(ctx: GuardContext, caller: ScimCaller, inTurn: ScimRequest['inTurn']): ScimRequest {
  const { kind = '', id, more } = ctx.params as Readonly<Record<string, string | undefined>>;
  if (more !== undefined) throw noSuchResource();
  return {
    caller,
    method: ctx.method,
    kind,
    id,
    query: ctx.query,
    ifMatch: ctx.get('If-Match') || undefined,
    ifNoneMatch: ctx.get('If-None-Match') || undefined,
    body: () => readBody(ctx, kind === 'Users' ? BOUNDS.Users : BOUNDS.Groups),
    inTurn,
  };
}

async function readBody(ctx: GuardContext, bounds: JsonBounds): Promise<unknown> {
  if (!ctx.is('application/scim+json', 'application/json'))
    throw new ScimError(415, 'The body must be application/scim+json.', 'invalidSyntax');
  try {
    return await readStorableJson(ctx, { bounds });
  } catch (error) {
    if (!(error instanceof ProductError) || error.code !== 'body.malformed') throw error;
    throw new ScimError(400, 'The body is not JSON.', 'invalidSyntax');
  }
}

async function answerTo(request: ScimRequest): Promise<Answer> {
  switch (request.kind) {
    case 'Users':
      return request.id === undefined ? users(request) : user(request, request.id);
    case 'Groups':
      return request.id === undefined ? groups(request) : group(request, request.id);
    case 'ServiceProviderConfig':
      return described(request, request.id === undefined ? serviceProviderConfig() : null);
    case 'ResourceTypes':
    case 'Schemas':
      return described(request, discovered(request.kind, request.id));
    case 'Me':
    case 'Bulk':
      throw new ScimError(501, `${request.kind} is not supported.`);
    default:
      throw noSuchResource();
  }
}

const notAllowed = (): ScimError => new ScimError(405, 'This address does not support this method.');

function described({ method }: ScimRequest, found: object | null): Answer {
  if (method !== 'GET') throw notAllowed();
  if (!found) throw noSuchResource();
  return { status: 200, body: found };
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** Returns the requested page; as RFC 7644 requires, values below the minimum are raised to it. @throws ScimError invalidValue */
function pageOf({ query }: ScimRequest): ScimPage {
  const number = (name: string, usual: number): number => {
    const value = one(query[name]);
    const read = value === undefined || value === '' ? usual : Number(value);
    if (!Number.isInteger(read) || Math.abs(read) > 1_000_000_000)
      throw new ScimError(400, `${name} is not a whole number.`, 'invalidValue');
    return read;
  };
  return {
    filter: one(query['filter']) || undefined,
    startIndex: Math.max(1, number('startIndex', 1)),
    count: Math.min(MOST_RESOURCES, Math.max(0, number('count', USUAL_RESOURCES))),
  };
}

const namesOf = (value: string | string[] | undefined): string[] =>
  (one(value) ?? '')
    .split(',')
    .map(
      (name) =>
        name
          .trim()
          .toLowerCase()
          .replace(/^urn:.*:(?=[^:]*$)/, '')
          .split('.')[0]!,
    )
    .filter((name) => name !== '');

/** Removes the fields that `attributes` does not name, or that `excludedAttributes` names; ids and schemas always remain. */
function chosen({ query }: ScimRequest, resource: object): object {
  const [wanted, unwanted] = [namesOf(query['attributes']), namesOf(query['excludedAttributes'])];
  if (wanted.length === 0 && unwanted.length === 0) return resource;
  const stays = (name: string) =>
    ['schemas', 'id'].includes(name) || (wanted.length > 0 ? wanted.includes(name) : !unwanted.includes(name));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => stays(name.toLowerCase())));
}

const shown = (request: ScimRequest, row: UserRow, status = 200): Answer => {
  const resource = userResource(row);
  const etag = versionTag(row.version);
  if (request.method === 'GET' && request.ifNoneMatch === etag) return { status: 304, etag };
  return { status, body: chosen(request, resource), etag, ...(status === 201 && { location: resource.meta.location }) };
};

async function users(request: ScimRequest): Promise<Answer> {
  const { caller, method } = request;
  if (method === 'POST') return shown(request, await createUser(caller, await request.body()), 201);
  if (method !== 'GET') throw notAllowed();
  const list = await listUsers(caller.organisationId, pageOf(request));
  return { status: 200, body: { ...list, Resources: list.Resources.map((resource) => chosen(request, resource)) } };
}

async function user(request: ScimRequest, id: string): Promise<Answer> {
  const { caller, method, ifMatch } = request;
  const which = { ...caller, id, ifMatch };
  switch (method) {
    case 'GET':
      return shown(request, await findUser(caller.organisationId, id));
    case 'PUT':
      return shown(request, await replaceUser(which, await request.body()));
    case 'PATCH':
      return shown(request, await changeUser(which, readPatch(await request.body())));
    case 'DELETE':
      await deleteUser(which);
      return { status: 204 };
    default:
      throw notAllowed();
  }
}

async function groups(request: ScimRequest): Promise<Answer> {
  const { caller, method } = request;
  if (method === 'POST') {
    const body = await request.body();
    return request.inTurn(async () => shownGroup(request, await createGroup(caller, body), 201));
  }
  if (method !== 'GET') throw notAllowed();
  const list = await listGroups(caller.organisationId, pageOf(request));
  return { status: 200, body: { ...list, Resources: list.Resources.map((resource) => chosen(request, resource)) } };
}

async function shownGroup(request: ScimRequest, id: string, status = 200): Promise<Answer> {
  const withMembers = !namesOf(request.query['excludedAttributes']).includes('members');
  const { version, resource } = await findGroup(request.caller.organisationId, id, { withMembers });
  const etag = versionTag(version);
  if (request.method === 'GET' && request.ifNoneMatch === etag) return { status: 304, etag };
  return { status, body: chosen(request, resource), etag, ...(status === 201 && { location: resource.meta.location }) };
}

async function group(request: ScimRequest, id: string): Promise<Answer> {
  const { caller, method, ifMatch } = request;
  const which = { ...caller, id, ifMatch };
  switch (method) {
    case 'GET':
      return shownGroup(request, id);
    case 'PUT': {
      const body = await request.body();
      await request.inTurn(() => replaceGroup(which, body));
      return shownGroup(request, id);
    }
    case 'PATCH': {
      const operations = readPatch(await request.body());
      await request.inTurn(() => changeGroup(which, operations));
      // as Entra expects: a group of thousands is not returned after each change of a member
      return { status: 204 };
    }
    case 'DELETE':
      await deleteGroup(which);
      return { status: 204 };
    default:
      throw notAllowed();
  }
}
