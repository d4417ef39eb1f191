import type * as z from 'zod/mini';
import { refresh } from '#contract/identity/identity.contract.ts';
import type { AnswerOf, BodyInputOf, Endpoint, IsPaidByCaller } from '#contract/platform/endpoint.ts';
import { askAboutPrice } from '#frontend/lib/accepted-price.ts';
import { networkError, notJsonError, problemError, tooLargeError, ApiError } from '#frontend/lib/api-error.ts';
import { noteAnswer, noteNoAnswer } from '#frontend/lib/connection.ts';
import { fileNameIn } from '#frontend/lib/save-file.ts';
import { readSession, clearSession, rereadSession, writeSession } from '#frontend/lib/session/token-store.ts';
import { t } from '#frontend/lib/text.ts';
import { clearNotices, toast } from '#frontend/lib/toast.ts';

type InputOf<E extends Endpoint, K extends 'params' | 'query'> = E[K] extends z.ZodMiniType ? z.input<E[K]> : undefined;

interface SharedOptions<E extends Endpoint> {
  /** Values of the `:name` parts of the path. */
  readonly params?: InputOf<E, 'params'>;
  readonly query?: InputOf<E, 'query'>;
  readonly body?: BodyInputOf<E>;
  /** Only for endpoints with `upload`: files sent next to the body's fields. */
  readonly files?: Readonly<Record<string, File>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Id of the account for which alone it may be sent, whoever has signed in since; null for none. */
  readonly asUser?: string | null;
  /** The page belongs to no session of this browser, so none is looked up. */
  readonly isAlone?: true;
  /** Shown when the server gives no explanation. */
  readonly fallback?: string;
}

/**
 * Required for calls that cost tokens: the price shown on the screen, in hundredths of a token. The server never takes more; if the price
 * has risen since, the user is asked whether to pay the new one. 0 when the plan covers it, when it has already been paid for, or when no
 * price is shown.
 */
interface Accepting {
  readonly acceptedPrice: number;
}

export type CallOptions<E extends Endpoint> = SharedOptions<E> &
  (IsPaidByCaller<E> extends true ? Accepting : { readonly acceptedPrice?: never });

/** The options of a call; required only when it costs tokens. What may wait on this device is done by `act` of `lib/outbox`, never called. */
export type Given<E extends Endpoint> = E extends { readonly offline: 'queued' }
  ? [never]
  : IsPaidByCaller<E> extends true
    ? [options: CallOptions<E>]
    : [options?: CallOptions<E>];

/** The options of any call. */
type AnyOptions = SharedOptions<Endpoint> & Partial<Accepting>;
const optionsOf = (given: readonly unknown[]): AnyOptions => (given[0] ?? {}) as AnyOptions;

/** Status and body together, for endpoints with several success statuses. */
export type StatusAndBody<E extends Endpoint> = {
  [S in keyof E['responses']]: { readonly status: S; readonly body: z.output<E['responses'][S]> };
}[keyof E['responses']];

/** The address of a call with its parameters. */
export function addressOf(endpoint: Endpoint, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, string>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${endpoint.name} needs the parameter '${name}'`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}

function bodyOf({ body, files }: AnyOptions): BodyInit | undefined {
  if (!files) return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...(body as object | undefined), ...files }))
    form.append(name, value instanceof File ? value : String(value));
  return form;
}

/** Rejects a file above the limit before the upload. @throws ApiError */
function refuseLarge({ upload }: Endpoint, { files }: AnyOptions): void {
  for (const [name, { size }] of Object.entries(files ?? {})) {
    const most = upload?.[name]?.bytes ?? Infinity;
    if (size > most) throw tooLargeError(most);
  }
}

async function send(endpoint: Endpoint, options: AnyOptions, token: string | null): Promise<Response> {
  const headers = new Headers(options.headers);
  headers.set('accept', endpoint.media === undefined ? 'application/json' : `${endpoint.media}, application/json`);
  const body = bodyOf(options);
  if (typeof body === 'string') headers.set('content-type', 'application/json');
  if (options.acceptedPrice !== undefined) headers.set('max-price', String(options.acceptedPrice / 100));
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  try {
    return await fetch(addressOf(endpoint, options.params, options.query), {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    noteNoAnswer();
    throw networkError();
  }
}

async function read(response: Response, fallback: string): Promise<unknown> {
  const text = await response.text().catch(() => {
    noteNoAnswer();
    throw networkError();
  });
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // the page of a captive portal, or of a proxy whose server is down
    noteNoAnswer();
    throw notJsonError(response, text);
  }
  noteAnswer(response.headers);
  if (!response.ok) throw problemError(response, body, fallback);
  return body;
}

/**
 * Sends the bearer token when there is one and renews it before it expires; a 401 of an authenticated call triggers one refresh and one retry
 * (AUTH-14).
 */
async function sendAsUser(endpoint: Endpoint, options: AnyOptions): Promise<Response> {
  // pages opened by a learning platform bring their own token
  if (options.isAlone) return send(endpoint, options, null);
  const token = endpoint.auth === 'public' ? readSession().accessToken : await currentToken();
  assertIsUser(options);
  const response = await send(endpoint, options, token);
  if (response.status !== 401 || token === null || endpoint.auth === 'public') return response;
  const renewed = await refreshAccessToken(token);
  assertIsUser(options);
  return send(endpoint, options, renewed);
}

/** @throws ApiError before the call of one account is sent with the token of another */
function assertIsUser({ asUser }: AnyOptions): void {
  if (asUser !== undefined && asUser !== null && readSession().user?.user_id !== asUser) throw networkError();
}

/**
 * Sends a call. If it would cost more than the user accepted, nothing has been started: the user is asked, and the call is sent again with
 * the new price.
 */
async function ask(endpoint: Endpoint, options: AnyOptions): Promise<Response> {
  refuseLarge(endpoint, options);
  for (let acceptedPrice = options.acceptedPrice; ;) {
    const response = await sendAsUser(endpoint, { ...options, acceptedPrice });
    if (acceptedPrice === undefined || response.status !== 409) return response;
    const { code, needed } = (await response
      .clone()
      .json()
      .catch(() => ({}))) as { code?: string; needed?: number };
    if (code !== 'price.changed' || needed === undefined) return response;
    if (!(await askAboutPrice({ needed, accepted: acceptedPrice / 100 }))) return response;
    acceptedPrice = Math.round(needed * 100);
  }
}

/**
 * Calls an endpoint and returns the status with the body. All calls share one refresh of an expired token.
 * @throws ApiError for refusals, for answers that are not JSON, and when there is no answer; the signal's reason when aborted
 */
export async function callWithStatus<const E extends Endpoint>(endpoint: E, ...given: Given<E>): Promise<StatusAndBody<E>> {
  const options = optionsOf(given);
  const response = await ask(endpoint, options);
  return { status: response.status, body: await read(response, options.fallback ?? t('The request failed.')) } as StatusAndBody<E>;
}

/**
 * Calls an endpoint that returns a file (`media`). Returns the whole file in memory and the name given by the server, or null for a file
 * without a name.
 * @throws ApiError as `callWithStatus` does, also when the connection breaks in the middle of the file
 */
export async function callForFile<const E extends Endpoint>(
  endpoint: E,
  ...given: Given<E>
): Promise<{ readonly file: Blob; readonly name: string | null }> {
  const options = optionsOf(given);
  const response = await ask(endpoint, options);
  if (!response.ok) await read(response, options.fallback ?? t('The request failed.'));
  const file = await response.blob().catch(() => {
    throw networkError();
  });
  return { file, name: fileNameIn(response.headers.get('content-disposition')) };
}

/**
 * Calls an endpoint that streams events (`event`) and yields them as they arrive.
 * @throws ApiError as `callWithStatus` does
 */
export async function callForStream<const E extends Endpoint>(endpoint: E, ...given: Given<E>): Promise<ReadableStream<Uint8Array>> {
  const options = optionsOf(given);
  const response = await ask(endpoint, options);
  if (!response.ok || !response.body) await read(response, options.fallback ?? t('The request failed.'));
  return response.body!;
}

/** Calls an endpoint and returns its body. The contract types the body and the server validates it; it is not validated again here. */
export async function call<const E extends Endpoint>(endpoint: E, ...given: Given<E>): Promise<AnswerOf<E>> {
  return (await callWithStatus(endpoint, ...given)).body as AnswerOf<E>;
}

/** One lock for all tabs of this origin; another installation on another port is another origin. */
const LOCK = 'session-refresh';

/** Clears a session that cannot be renewed, notifies the user, and returns the error to throw (AUTH-15). */
function endSession(): ApiError {
  const message = t('Authentication failed');
  const { wasRefused, accessToken, refreshToken } = readSession();
  // of several refused calls only the first says so; a call that was under way while the user signed out or deleted the account must not
  // replace that message
  const hasEnded = wasRefused || (accessToken === null && refreshToken === null);
  if (!hasEnded) {
    clearSession(true);
    clearNotices();
    toast('error', message);
  }
  return new ApiError({ status: 401, code: 'auth.refresh_invalid', message });
}

async function exchange(refreshToken: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(refresh.path, {
      method: refresh.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
      credentials: 'same-origin',
    });
  } catch {
    throw networkError();
  }
  if (response.status === 401 || response.status === 403) throw endSession();
  const answer = (await response.json().catch(() => null)) as { access_token?: string; refresh_token?: string } | null;
  // A server or proxy that is restarting, busy or broken has not rejected the session: it stays for the next attempt.
  if (!response.ok || !answer?.access_token) throw networkError();
  const life = lifeOf(answer.access_token);
  if (life) clockAheadMs = Date.now() - life.from;
  writeSession({ accessToken: answer.access_token, refreshToken: answer.refresh_token ?? refreshToken });
  return answer.access_token;
}

/** Refreshes the token under the lock, unless another tab or call has refreshed it since `refused` was sent. */
async function renew(refused: string): Promise<string> {
  const { accessToken, refreshToken } = rereadSession();
  if (accessToken !== null && accessToken !== refused) return accessToken;
  if (refreshToken === null) {
    throw endSession();
  }
  return exchange(refreshToken);
}

/** Time before expiry at which a token is renewed, in ms; at most a quarter of its lifetime. */
const EARLY_MS = 30_000;
/** How far this device's clock is ahead of the server's, in ms, measured when a token was last fetched here. */
let clockAheadMs = 0;

/** When a token was issued and when it expires, in the server's ms; null when the token does not say both. */
function lifeOf(token: string): { readonly from: number; readonly until: number } | null {
  try {
    const { iat, exp } = JSON.parse(atob(token.split('.')[1]!)) as { iat: number; exp: number };
    return { from: iat * 1000, until: exp * 1000 };
  } catch {
    return null;
  }
}

/** Returns the access token to send, renewed if it is about to expire, so that no call is refused for it. Null without a session. */
async function currentToken(): Promise<string | null> {
  const token = readSession().accessToken;
  const life = token === null ? null : lifeOf(token);
  if (token === null || life === null) return token;
  const leftMs = life.until - (Date.now() - clockAheadMs);
  if (leftMs <= Math.min(EARLY_MS, (life.until - life.from) / 4)) {
    return refreshAccessToken(token).catch((error: unknown) => {
      if (readSession().accessToken === null) throw error;
      // The old token may still be valid.
      return token;
    });
  }
  return token;
}

let underway: Promise<string> | null = null;

/**
 * Returns a new access token after `refused` was answered with 401. Concurrent calls and tabs share one request (G22).
 * @throws ApiError 'Authentication failed' with the session cleared, or a network error with the session kept.
 */
function refreshAccessToken(refused: string): Promise<string> {
  const now = readSession().accessToken;
  if (now !== null && now !== refused) return Promise.resolve(now);
  underway ??= (navigator.locks ? navigator.locks.request(LOCK, () => renew(refused)) : renew(refused)).finally(() => {
    underway = null;
  });
  return underway;
}
