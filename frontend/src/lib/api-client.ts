import type * as z from 'zod/mini';
import type { AnswerOf, BodyInputOf, Endpoint } from '#contract/platform/endpoint.ts';
import { networkError, notJsonError, problemError, tooLargeError } from '#frontend/lib/api-error.ts';
import { fileNameIn } from '#frontend/lib/save-file.ts';
import { currentToken, refreshAccessToken } from '#frontend/lib/session/refresh-session.ts';
import { readSession } from '#frontend/lib/session/token-store.ts';
import { t } from '#frontend/lib/text.ts';

type InputOf<E extends Endpoint, K extends 'params' | 'query'> = E[K] extends z.ZodMiniType ? z.input<E[K]> : undefined;

export interface CallOptions<E extends Endpoint> {
  /** Values of the `:name` parts of the path. */
  readonly params?: InputOf<E, 'params'>;
  readonly query?: InputOf<E, 'query'>;
  readonly body?: BodyInputOf<E>;
  /** Only for endpoints with `upload`: files sent next to the body's fields. */
  readonly files?: Readonly<Record<string, File>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Shown when the server gives no explanation. */
  readonly fallback?: string;
}

/** Status and body together, for endpoints with several success statuses. */
export type StatusAndBody<E extends Endpoint> = {
  [S in keyof E['responses']]: { readonly status: S; readonly body: z.output<E['responses'][S]> };
}[keyof E['responses']];

function addressOf(endpoint: Endpoint, params: unknown, query: unknown): string {
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

function bodyOf({ body, files }: CallOptions<Endpoint>): BodyInit | undefined {
  if (!files) return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...(body as object | undefined), ...files }))
    form.append(name, value instanceof File ? value : String(value));
  return form;
}

/** Rejects a file above the limit before the upload. @throws ApiError */
function refuseLarge({ upload }: Endpoint, { files }: CallOptions<Endpoint>): void {
  for (const [name, { size }] of Object.entries(files ?? {})) {
    const most = upload?.[name]?.bytes ?? Infinity;
    if (size > most) throw tooLargeError(most);
  }
}

async function send(endpoint: Endpoint, options: CallOptions<Endpoint>, token: string | null): Promise<Response> {
  const headers = new Headers(options.headers);
  headers.set('accept', endpoint.media === undefined ? 'application/json' : `${endpoint.media}, application/json`);
  const body = bodyOf(options);
  if (typeof body === 'string') headers.set('content-type', 'application/json');
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
    throw networkError();
  }
}

async function read(response: Response, fallback: string): Promise<unknown> {
  const text = await response.text().catch(() => {
    throw networkError();
  });
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw notJsonError(response, text);
  }
  if (!response.ok) throw problemError(response, body, fallback);
  return body;
}

/**
 * Sends the bearer token when there is one and renews it before it expires; a 401 of an authenticated call triggers one refresh and one retry
 * (AUTH-14).
 */
async function ask(endpoint: Endpoint, options: CallOptions<Endpoint>): Promise<Response> {
  refuseLarge(endpoint, options);
  const token = endpoint.auth === 'public' ? readSession().accessToken : await currentToken();
  const response = await send(endpoint, options, token);
  if (response.status !== 401 || token === null || endpoint.auth === 'public') return response;
  return send(endpoint, options, await refreshAccessToken(token));
}

/**
 * Calls an endpoint and returns the status with the body. All calls share one refresh of an expired token.
 * @throws ApiError for refusals, for answers that are not JSON, and when no answer came; the signal's reason when aborted.
 */
export async function callWithStatus<const E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<StatusAndBody<E>> {
  const response = await ask(endpoint, options as unknown as CallOptions<Endpoint>);
  return { status: response.status, body: await read(response, options.fallback ?? t('The request failed.')) } as StatusAndBody<E>;
}

/**
 * Calls an endpoint that returns a file (`media`). Returns the whole file in memory and its name from the server; null when it has none.
 * @throws ApiError as `callWithStatus` does, also when the connection breaks in the middle of the file.
 */
export async function callForFile<const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<{ readonly file: Blob; readonly name: string | null }> {
  const response = await ask(endpoint, options as unknown as CallOptions<Endpoint>);
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
export async function callForStream<const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<ReadableStream<Uint8Array>> {
  const response = await ask(endpoint, options as unknown as CallOptions<Endpoint>);
  if (!response.ok || !response.body) await read(response, options.fallback ?? t('The request failed.'));
  return response.body!;
}

/** Calls an endpoint and returns its body. The contract types the body and the server validates it; it is not validated again here. */
export async function call<const E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<AnswerOf<E>> {
  return (await callWithStatus(endpoint, options)).body as AnswerOf<E>;
}
