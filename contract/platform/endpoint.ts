import type * as z from 'zod/mini';
import type { AgeRule } from '#contract/platform/age-rules.ts';
import type { LinkRule, PersonOnly, PublicAs, ScopesRule, TextReader } from '#contract/platform/endpoint-rules.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Headers of a request that change what some calls do: `Idempotency-Key` names it, so that repeated it has no second effect; `Prefer: respond-async` answers at once; `Max-Price` is what its caller has accepted to pay. */
export const CHOSEN_HEADERS = ['Idempotency-Key', 'Prefer', 'Max-Price'] as const;
type ChosenHeader = (typeof CHOSEN_HEADERS)[number];

/**
 * One HTTP call, declared once: the guard enforces it, OpenAPI is generated from it, the client takes its types from it.
 *
 * - `path` uses `:name` parameters, e.g. `/api/courses/:user_id`.
 * - `auth`: `public` needs no session, `user` a signed-in user, `operator` a user with the operator or admin role, `launch` what an LMS has opened
 *   for one learner (its token opens nothing else).
 * - A `user_id` in `params`, `query` or `body` asserts the caller's own id: the guard compares it with the session (another id is 403), and it never
 *   selects anything. Whose row another id names is for the command or query to check (404 for another user's row).
 * - `age`: the rule of `age-rules.ts` that its caller must meet.
 * - `scopes` of API keys that open it, or why it needs a person (`personOnly`); `publicAs`: why it needs no session.
 * - `readBy`: who reads the text that it takes, where no `age` keeps children from writing it.
 * - `namesOpen`: its path names what every signed-in user may name (a published course, a post, a person), or something of the caller's alone. Any
 *   other answers a stranger as if there were nothing.
 * - `opensNothing`: why it opens no account to others, though it looks like one that does (`contract/openings.test.ts`).
 * - `link`: what becomes of what it shows when the account behind it goes.
 * - `example`: a good body. The route walk sends it, and the document shows it. It has the ids that its schema requires; the walk puts its own there.
 * - `proven`: the caller must have verified the email address, because the call adds or keeps a way to sign in besides the password.
 * - `responses` by status. Undeclared statuses are a bug and throw outside production.
 * - `errors`: its error codes besides those that its other declarations imply (`api/platform/openapi/openapi.ts`). Any other code fails its test.
 * - `media`: the success body is a file of that type, streamed (`fileBody`), instead of JSON.
 * - `event`: the success body is a stream of such events (`eventsBody`), sent as server-sent events.
 * - `constant`: its response is the same for everyone while the process runs: it is made for the first caller and kept compressed.
 * - `upload`: the body is multipart/form-data with these files; `body` declares its fields.
 * - `apart`: fields of its JSON body that can be far longer than all others together and are never parsed: a file, or an accepted field that is
 *   ignored. The length of the other fields follows from the schema (`contract/platform/body-bytes.ts`).
 * - `turns`: expensive calls take turns by account, or by network without a sign-in: one at a time and three waiting, then `limits.rate`. Either
 *   every call, or calls with one of these fields of the query. A search by words declares its own
 *   (`contract/platform/turns.test.ts`).
 * - A call that costs tokens (with `tokens.insufficient` among its errors) respects `Max-Price`: a higher price is refused with `price.changed`.
 * - `headers`: the `CHOSEN_HEADERS` that its handler reads; the guard removes the others.
 * - `socket`: the connection becomes a socket (`socketBody`, status 101) once it has passed every check that a change must pass.
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
  readonly namesOpen?: true;
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
  readonly turns?: 'always' | readonly string[];
  readonly socket?: true;
  readonly apart?: Readonly<Record<string, ApartRule>>;
  /** Maximum size of its JSON body in bytes, where its schema can hold more than is ever sent, or more than 256 KB are. */
  readonly bodyBytes?: number;
  /** Which row of the limits table counts calls of this endpoint; `default` when absent. */
  readonly limit?: string;
}

/** The rules for an uploaded file. */
export interface UploadRule {
  /** Media types, without parameters. */
  readonly types: readonly string[];
  readonly bytes: number;
  /** Maximum number of files of this name; one when absent. */
  readonly most?: number;
  readonly isOptional?: true;
}

/** A field at the top of a JSON body that is never parsed. */
export interface ApartRule {
  /**
   * `file`: a data URL, decoded to the disk while it comes; the handler finds it among its files, and the URL up to its comma in the body.
   * `nothing`: accepted and not read; the body has null there.
   */
  readonly as: 'file' | 'nothing';
  /** Maximum size: of a file, decoded. */
  readonly bytes: number;
}

/** The declarations that an endpoint needs besides its shape, by its kind. A missing one does not compile. */
export type Decisions<E extends Endpoint> = OfCaller<E> & OfText<E> & OfBody<E> & OfLink<E>;

type OfCaller<E extends Endpoint> = E extends { auth: 'public' }
  ? { readonly publicAs: PublicAs; readonly scopes?: never; readonly personOnly?: never }
  : { readonly publicAs?: never } & (E extends { personOnly: string } ? { readonly scopes?: never } : { readonly scopes: ScopesRule });

/** Others may read a text: a child must not write to everybody. */
type OfText<E extends Endpoint> = E extends { auth: 'user'; method: Exclude<HttpMethod, 'GET'> } & ({ body: object } | { upload: object })
  ? E extends { age: AgeRule }
    ? unknown
    : { readonly readBy: TextReader }
  : { readonly readBy?: never };

type OfBody<E extends Endpoint> = E extends { body: object } ? { readonly example: object } : { readonly example?: never };

/** Whatever is sent to a public endpoint may be a secret that opens something of an account. */
type OfLink<E extends Endpoint> = E extends { auth: 'public' } & ({ params: object } | { query: object } | { body: object })
  ? { readonly link: LinkRule }
  : { readonly link?: never };

/**
 * Declares an endpoint and preserves its literal types for the guard and the client. What only servers and tests read of it
 * (`frontend/vite-plugins/declared-for-servers.ts`) does not reach browsers.
 */
export function defineEndpoint<const E extends Endpoint>(endpoint: E & Decisions<E>): E {
  if (!endpoint.errors.includes('tokens.insufficient')) return endpoint;
  return { ...endpoint, headers: [...(endpoint.headers ?? []), 'Max-Price'], errors: [...endpoint.errors, 'price.changed'] };
}

/** Whether the caller pays tokens for it: an operator who repeats a user's work does not. */
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
