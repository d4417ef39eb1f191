import { Agent, request } from 'node:http';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';

export interface Sent {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  readonly body?: Uint8Array | string | undefined;
  readonly type?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Received {
  /** 0 if there was no answer. */
  readonly status: number;
  readonly ms: number;
  /** Size of the answer's body. */
  readonly bytes: number;
  /** The code of a problem document, or the connection's error. */
  readonly code: string;
  readonly cookies: readonly string[];
  readonly text: () => string;
}

/** A signed-in account whose requests are sent unchanged. */
export interface Session {
  readonly userId: string;
  send(sent: Sent): Promise<Received>;
  json<Body>(method: string, address: string, body?: unknown): Promise<Body>;
  token(): string;
}

/** A connection that is silent for this long has failed; so has an answer that never ends, such as a stream of events. */
const WITHIN_MS = 30_000;
const ENDS_WITHIN_MS = 110_000;

/** Sends one request on a connection of its own pool. Never throws: without an answer the status is 0. */
export function sendRaw(
  url: string,
  { method, address, body, type, headers = {} }: Sent,
  { agent }: { agent?: Agent } = {},
): Promise<Received> {
  const from = performance.now();
  const { promise, resolve } = Promise.withResolvers<Received>();
  const chunks: Buffer[] = [];
  const end = (status: number, problem: string | null, cookies: readonly string[] = []) => {
    const content = Buffer.concat(chunks);
    const code = problem ?? (status < 400 ? '' : (/"code":"([\w.]+)"/.exec(content.subarray(0, 4_000).toString())?.[1] ?? ''));
    resolve({ status, ms: performance.now() - from, bytes: content.length, code, cookies, text: () => content.toString() });
  };
  const sizes = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)), ...(type && { 'content-type': type }) };
  let answered = 0;
  const limits = { timeout: WITHIN_MS, signal: AbortSignal.timeout(ENDS_WITHIN_MS) };
  const outgoing = request(url + address, { method, agent, headers: { ...sizes, ...headers }, ...limits }, (answer) => {
    answered = answer.statusCode ?? 0;
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.once('error', () => undefined);
    answer.once('close', () => end(answered, answer.complete ? null : 'cut off', answer.headers['set-cookie']));
  });
  // an answer may arrive before the body has been sent, and end the connection
  outgoing.once('error', (error: NodeJS.ErrnoException) => end(answered, error.code ?? error.message));
  outgoing.once('timeout', () => outgoing.destroy(new Error('no answer')));
  outgoing.end(body);
  return promise;
}

/**
 * Signs in, and again whenever the session has ended.
 * @param account `from`: the address it sends from, for an installation that trusts one proxy
 * @throws if it cannot
 */
export async function openSession(
  url: string,
  { from, ...account }: { email: string; password: string; from?: string | undefined },
): Promise<Session> {
  const origin: Record<string, string> = from === undefined ? {} : { 'x-forwarded-for': from };
  const agent = new Agent({ keepAlive: true });
  async function logIn(): Promise<SessionAnswer> {
    const login = { method: 'POST', address: '/api/auth/login', body: JSON.stringify(account), type: 'application/json' };
    const answer = await sendRaw(url, { ...login, headers: origin });
    if (answer.status !== 200) throw new Error(`sign-in of ${account.email}: ${answer.status} ${answer.text()}`);
    return JSON.parse(answer.text()) as SessionAnswer;
  }
  let session = await logIn();
  const send = async (sent: Sent): Promise<Received> => {
    const once = () =>
      sendRaw(url, { ...sent, headers: { authorization: `Bearer ${session.access_token}`, ...origin, ...sent.headers } }, { agent });
    const answer = await once();
    if (answer.status !== 401 || !answer.code.startsWith('auth.token')) return answer;
    session = await logIn();
    return once();
  };
  return {
    userId: session.user.user_id,
    send,
    token: () => session.access_token,
    json: async (method, address, body) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' };
      const answer = await send({ method, address, ...sent });
      if (answer.status >= 300 || answer.status === 0)
        throw new Error(`${method} ${address}: ${answer.status} ${answer.text().slice(0, 300)}`);
      return JSON.parse(answer.text() || 'null');
    },
  };
}
