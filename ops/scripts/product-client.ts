import type { Endpoint, AnswerOf } from '#contract/platform/endpoint.ts';
import { problemSchema } from '#contract/platform/errors.ts';
import { login, refresh } from '#contract/identity/identity.contract.ts';
import { ScriptError } from './run-script.ts';

/** The server is unreachable at the moment. */
export class ServerUnreachable extends ScriptError {}

export interface CallOptions {
  params?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ProductClient {
  readonly userId: string;
  /**
   * Calls an endpoint as the signed-in user; an expired access token is renewed once.
   * @throws ServerUnreachable when nothing answers; ScriptError with the server's message for every other failure
   */
  call<E extends Endpoint>(endpoint: E, options?: CallOptions): Promise<AnswerOf<E>>;
}

/**
 * Signs in over HTTP without cookies: the tokens last as long as this process.
 * @throws ServerUnreachable, or ScriptError for a wrong password
 */
export async function signIn(url: string, credentials: { email: string; password: string }): Promise<ProductClient> {
  const first = await send(url, login, { body: credentials });
  if (first.status === 401) throw new ScriptError(`Signing in as ${credentials.email} failed: ${first.detail}.`);
  const session = answerOf(login, first);
  if ('second_factor' in session) throw new ScriptError(`${credentials.email} signs in in two steps: use an account for programs.`);
  let { access_token: access, refresh_token: renewal } = session;

  const authorized = (endpoint: Endpoint, options: CallOptions) =>
    send(url, endpoint, { ...options, headers: { ...options.headers, authorization: `Bearer ${access}` } });
  return {
    userId: session.user.user_id,
    async call(endpoint, options = {}) {
      let answer = await authorized(endpoint, options);
      if (answer.status === 401) {
        ({ access_token: access, refresh_token: renewal } = answerOf(
          refresh,
          await send(url, refresh, { body: { refresh_token: renewal } }),
        ));
        answer = await authorized(endpoint, options);
      }
      return answerOf(endpoint, answer);
    },
  };
}

interface Answer {
  status: number;
  body: unknown;
  /** The server's message about a failure, without the final full stop. */
  detail: string;
}

async function send(url: string, endpoint: Endpoint, { params = {}, body, headers = {} }: CallOptions): Promise<Answer> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}${path}`, {
      method: endpoint.method,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch (error) {
    throw new ServerUnreachable(
      `No answer from ${url}: is the server running? Start it with 'npm start', or name another one with --url.`,
      {
        cause: error,
      },
    );
  }
  const parsed = parseJson(text);
  return {
    status: response.status,
    body: parsed,
    detail: detailOf(parsed) ?? `${response.statusText}: ${text.slice(0, 100)}`.replace(/\s+/g, ' ').trim(),
  };
}

function answerOf<E extends Endpoint>(endpoint: E, answer: Answer): AnswerOf<E> {
  const schema = endpoint.responses[answer.status];
  if (!schema) {
    const Kind = answer.status === 502 || answer.status === 503 || answer.status === 504 ? ServerUnreachable : ScriptError;
    throw new Kind(`The server answered ${answer.status}: ${answer.detail}.`);
  }
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success)
    throw new ScriptError(
      `The server answered ${endpoint.method} ${endpoint.path} in a shape this version does not know; are both the same version?`,
    );
  return parsed.data as AnswerOf<E>;
}

function detailOf(body: unknown): string | null {
  const problem = problemSchema.safeParse(body);
  if (!problem.success) return null;
  const fields = problem.data.errors?.map((field) => `${field.path}: ${withoutStop(field.message)}`).join('; ');
  // the detail of a rejected request repeats the first of its fields
  return fields ? `${withoutStop(problem.data.title)} (${withoutStop(fields)})` : withoutStop(problem.data.detail);
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
