import type * as z from 'zod/mini';
import type { AgeRule } from '#contract/platform/age-rules.ts';
import type { LinkRule, NamesOpen, PersonOnly, PublicAs, ScopesRule, TextReader } from '#contract/platform/endpoint-rules.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The headers of an act that may arrive later than it was done: `Act-Id` names it, so that it has one effect, however often it arrives;
 * `Act-Time` is when it was done, `Act-After` when the device had last been answered before, `Act-Zone` the time zone it was done in.
 */
export const ACT_HEADERS = ['Act-Id', 'Act-Time', 'Act-After', 'Act-Zone'] as const;

/**
 * Request headers that change how some calls behave: `Idempotency-Key` identifies the request, so that repeating it has no second effect;
 * `Prefer: respond-async` requests an immediate answer; `Max-Price` is the price that the caller accepts; those of `ACT_HEADERS`.
 */
export const CHOSEN_HEADERS = ['Idempotency-Key', 'Prefer', 'Max-Price', ...ACT_HEADERS] as const;
type ChosenHeader = (typeof CHOSEN_HEADERS)[number];

/**
 * What becomes of a change without a connection:
 * - `queued`: it waits on the device and is sent with its own time (decision 0053);
 * - `network`: it needs the server at once; the screen says so before it is begun;
 * - `never`: it belongs to no screen of a learner that opens without a connection, or has no sense later.
 */
export type OfflineRule = 'queued' | 'network' | 'never';

/**
 * An HTTP endpoint, declared once: the guard enforces the declaration, and OpenAPI and the client's types are generated from it.
 *
 * - `path` has `:name` parameters, e.g. `/api/courses/:user_id`.
 * - `auth`: `public` needs no session, `user` a signed-in user, `operator` a user with the operator or admin role, `launch` a launch token, which an
 *   LMS opens for one learner and which opens nothing else.
 * - A `user_id` in `params`, `query` or `body` asserts the caller's own id: the guard compares it with the session (another id is 403), and it never
 *   selects a row. The command or query checks the owner of rows that other ids select (404 for another user's row).
 * - `age`: the rule of `age-rules.ts` that the caller must meet.
 * - `scopes` of API keys that open it, or why it needs a person (`personOnly`); `publicAs`: why it needs no session.
 * - `readBy`: who reads the text that it accepts, if no `age` rule keeps children from writing it.
 * - `namesOpen`: why every signed-in user can address what its path identifies (`NAMES_OPEN`). All other endpoints answer a stranger as if nothing
 *   existed.
 * - `opensNothing`: why it opens no account to others, although it looks as if it did (`contract/openings.test.ts`).
 * - `link`: what it does once the account behind it is gone.
 * - `example`: a valid body. The route walk sends it, and the document shows it. It contains the ids that its schema requires, which the walk replaces.
 * - `marks`: its response holds the marks of students, which are told to people only: a key or a connected app gets none, or cannot call it.
 * - `proven`: the caller must have verified the email address, because the call adds or keeps a sign-in method besides the password.
 * - `responses` by status. An undeclared status is a bug and throws outside production.
 * - `errors`: its error codes besides those that its other declarations imply (`contract/platform/declared-codes.ts`). Any other code fails its test.
 * - `media`: the success body is a file of this type, streamed (`fileBody`), instead of JSON.
 * - `event`: the success body is a stream of these events (`eventsBody`), sent as server-sent events.
 * - `constant`: the response is the same for everyone while the process runs: it is made for the first caller and kept compressed.
 * - `upload`: the body is multipart/form-data with these files; `body` declares its fields.
 * - `apart`: fields of the JSON body that can be far longer than all others together and are never parsed: files, or accepted fields that are
 *   ignored. The maximum length of the other fields follows from the schema (`contract/platform/body-bytes.ts`).
 * - `offline`: what becomes of the change without a connection (`OfflineRule`); required of every change by a signed-in user.
 * - `turns`: expensive calls take turns per account: one runs and three wait; further calls get `limits.rate`. Callers without a sign-in take
 *   turns by their networks; when too many of them wait, the newest of the largest network is refused.
 *   Applies to every call, or to calls with one of these query fields. A search by words must declare its field (`contract/platform/turns.test.ts`).
 * - A call that costs tokens (with `tokens.insufficient` among its errors) respects `Max-Price`: a higher price is refused with `price.changed`.
 * - `headers`: the `CHOSEN_HEADERS` that the handler reads; the guard removes all others.
 * - `socket`: the connection becomes a socket (`socketBody`, status 101) once it has passed every check required for a change.
 */
export interface Endpoint {
  readonly name: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly summary: string;
  readonly auth: 'public' | 'user' | 'operator' | 'launch';
  readonly scopes?: ScopesRule;
  readonly personOnly?: PersonOnly;
  readonly publicAs?: PublicAs;
  readonly link?: LinkRule;
  readonly age?: AgeRule;
  readonly readBy?: TextReader;
  readonly opensNothing?: string;
  readonly namesOpen?: NamesOpen;
  readonly marks?: 'people';
  readonly proven?: true;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly headers?: readonly ChosenHeader[];
  readonly body?: z.ZodMiniType;
  readonly example?: object;
  readonly responses: Readonly<Record<number, z.ZodMiniType>>;
  readonly errors: readonly ErrorCode[];
  readonly media?: string;
  readonly event?: z.ZodMiniType;
  readonly constant?: true;
  readonly upload?: Readonly<Record<string, UploadRule>>;
  readonly offline?: OfflineRule;
  readonly turns?: 'always' | readonly string[];
  readonly socket?: true;
  readonly apart?: Readonly<Record<string, ApartRule>>;
  /** Maximum size of the JSON body in bytes, if the schema allows more than is ever sent, or if more than 256 KB are sent. */
  readonly bodyBytes?: number;
  /** The row of the limits table that counts its calls; default: `default`. */
  readonly limit?: string;
}

/** The rules for an uploaded file. */
export interface UploadRule {
  /** Media types, without parameters. */
  readonly types: readonly string[];
  readonly bytes: number;
  /** Maximum number of files with this name; default: one. */
  readonly most?: number;
  readonly isOptional?: true;
}

/** A top-level field of a JSON body that is never parsed. */
export interface ApartRule {
  /**
   * `file`: a data URL, decoded to the disk as it arrives; the handler gets it among its files, and the URL up to its comma in the body.
   * `nothing`: accepted but not read; the parsed body has null there.
   */
  readonly as: 'file' | 'nothing';
  /** Maximum size; for a file, its decoded size. */
  readonly bytes: number;
}

/** The declarations that an endpoint of this kind needs besides its shape. A missing declaration does not compile. */
export type Decisions<E extends Endpoint> = OfCaller<E> & OfText<E> & OfBody<E> & OfLink<E> & OfConnection<E>;

type OfCaller<E extends Endpoint> = E extends { auth: 'public' }
  ? { readonly publicAs: PublicAs; readonly scopes?: never; readonly personOnly?: never }
  : { readonly publicAs?: never } & (E extends { personOnly: string } ? { readonly scopes?: never } : { readonly scopes: ScopesRule });

/** Requires `readBy` without an age rule: others may read the text, and a child must not write to everybody. */
type OfText<E extends Endpoint> = E extends { auth: 'user'; method: Exclude<HttpMethod, 'GET'> } & ({ body: object } | { upload: object })
  ? E extends { age: AgeRule }
    ? unknown
    : { readonly readBy: TextReader }
  : { readonly readBy?: never };

/** Requires `offline` of a change by a signed-in user, who may have no connection. */
type OfConnection<E extends Endpoint> = E extends { auth: 'user'; method: Exclude<HttpMethod, 'GET'> }
  ? { readonly offline: OfflineRule }
  : { readonly offline?: never };

type OfBody<E extends Endpoint> = E extends { body: object } ? { readonly example: object } : { readonly example?: never };

/** Requires `link` if a public endpoint takes input, which may be a secret that opens something of an account. */
type OfLink<E extends Endpoint> = E extends { auth: 'public' } & ({ params: object } | { query: object } | { body: object })
  ? { readonly link: LinkRule }
  : { readonly link?: never };

/**
 * Declares an endpoint and preserves its literal types for the guard and the client. Declarations that only servers and tests read are not sent to
 * browsers (`frontend/vite-plugins/declared-for-servers.ts`).
 */
export function defineEndpoint<const E extends Endpoint>(endpoint: E & Decisions<E>): E {
  const { headers = [], errors } = endpoint;
  const isQueued = endpoint.offline === 'queued';
  const isPaid = errors.includes('tokens.insufficient');
  if (!isQueued && !isPaid) return endpoint;
  return {
    ...endpoint,
    headers: [...headers, ...(isPaid ? (['Max-Price'] as const) : []), ...(isQueued ? ACT_HEADERS : [])],
    errors: [
      ...errors,
      ...(isPaid ? (['price.changed'] as const) : []),
      ...(isQueued ? (['act.applied', 'validation.failed'] as const) : []),
    ],
  };
}

/** Whether the caller pays tokens for it; an operator who repeats a user's work does not. */
export type IsPaidByCaller<E extends Endpoint> = E['auth'] extends 'operator'
  ? false
  : 'tokens.insufficient' extends E['errors'][number]
    ? true
    : false;

type Parsed<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodMiniType ? z.output<E[K]> : undefined;
export type ParamsOf<E extends Endpoint> = Parsed<E, 'params'>;
export type QueryOf<E extends Endpoint> = Parsed<E, 'query'>;
export type BodyOf<E extends Endpoint> = Parsed<E, 'body'>;
/** The input type of a client, before defaults are applied. */
export type BodyInputOf<E extends Endpoint> = E['body'] extends z.ZodMiniType ? z.input<E['body']> : undefined;
/** Union of all declared success bodies. */
export type AnswerOf<E extends Endpoint> = z.output<E['responses'][keyof E['responses']]>;
