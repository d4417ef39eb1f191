import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import createClient, { type Client } from 'openapi-fetch';
// Not in the repository: `npm run client` makes it from the OpenAPI document, as do `npm run dev`, `npm test` and `npm run check`.
import type { components, paths } from './schema.ts';

/** Calls the operations that programs may call: their paths, parameters, bodies and answers are checked by the compiler. */
export type ApiClient = Client<paths>;
export type Problem = components['schemas']['Problem'];

/** Thrown when the server has refused a call. `code` is stable, `message` is a sentence for people. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  /** Null: the answer was no problem document. */
  readonly problem: Problem | null;
  /** When to come back, in seconds; null: the server does not say. */
  readonly retryAfterS: number | null;

  constructor(response: Response, body: unknown) {
    const problem = isProblem(body) ? body : null;
    super(problem?.detail ?? `${response.status} ${response.statusText}`.trim());
    this.name = 'ApiProblem';
    this.status = response.status;
    this.code = problem?.code ?? 'unknown';
    this.problem = problem;
    this.retryAfterS = Number(response.headers.get('retry-after')) || null;
  }
}

const isProblem = (body: unknown): body is Problem => typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;

export interface Connection {
  /** Where the installation is, such as `https://learn.example.com`. */
  readonly url: string;
  /** An API key, or the access token of a session; a function is called before every call. Absent: only public endpoints. */
  readonly key?: string | (() => string);
  /** Called once for a call that is answered 401; `true` repeats it with the current key. */
  readonly renew?: () => Promise<boolean>;
}

/** Opens a client of an installation. Its calls are `client.GET('/api/…', { params, body, headers })`; `answerOf` returns their answers. */
export function connect({ url, key, renew }: Connection): ApiClient {
  const send = (request: Request): Promise<Response> => {
    const bearer = typeof key === 'function' ? key() : key;
    if (bearer !== undefined) request.headers.set('authorization', `Bearer ${bearer}`);
    return fetch(request);
  };
  return createClient<paths>({
    baseUrl: url.replace(/\/+$/, ''),
    async fetch(request) {
      if (!renew) return send(request);
      const again = request.clone();
      const response = await send(request);
      return response.status === 401 && (await renew()) ? send(again) : response;
    },
  });
}

/** Returns the answer of a call. @throws ApiProblem when the server refused it; the error of `fetch` without an answer */
export async function answerOf<Data>(call: Promise<{ data?: Data; error?: unknown; response: Response }>): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok || data === undefined) throw new ApiProblem(response, error);
  return data;
}

/** Headers of a call that is to have one effect however often it is sent: keep them for its repetitions. */
export const onlyOnce = (key: string = randomUUID()): { readonly 'Idempotency-Key': string } => ({ 'Idempotency-Key': key });

interface Pollable {
  /** 0: it has ended, or waits for its owner. */
  readonly poll_after_ms: number;
}

/** Reads a run at the server's pace until it has ended or waits for its owner. @param seen gets each state */
export async function endOfRun<Run extends Pollable>(
  read: () => Promise<Run>,
  { seen, signal }: { readonly seen?: (run: Run) => void; readonly signal?: AbortSignal } = {},
): Promise<Run> {
  for (;;) {
    const run = await read();
    seen?.(run);
    if (run.poll_after_ms === 0) return run;
    await sleep(run.poll_after_ms, undefined, { signal });
  }
}

/** Reads all pages of a list. @param read gets the cursor of the page before; undefined for the first. @param next returns that of a page, if another follows */
export async function* pagesOf<Page>(
  read: (cursor: string | undefined) => Promise<Page>,
  next: (page: Page) => string | null | undefined,
): AsyncGenerator<Page> {
  let cursor: string | null | undefined;
  do {
    const page = await read(cursor ?? undefined);
    yield page;
    cursor = next(page);
  } while (cursor);
}
