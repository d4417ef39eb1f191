import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { patience } from './slowness.ts';

/** A signed-in client of a running installation. */
export interface Client {
  readonly userId: string;
  request(method: string, address: string, body?: unknown, headers?: Record<string, string>): Promise<{ status: number; body: any }>;
  /** Starts a course and returns its run's envelope (202). */
  start(form: Record<string, unknown>, headers?: Record<string, string>): Promise<StatusEnvelope>;
  /** Polls until the run has ended, tolerating short outages of the store or the api. */
  finish(
    taskId: string,
    options?: { timeoutMs?: number; everyMs?: number; seen?: (envelope: StatusEnvelope) => void | Promise<void> },
  ): Promise<StatusEnvelope>;
}

export const SAMPLE = { email: 'learner@example.com', password: 'coursewright-demo' } as const;

/** Signs in and keeps the session alive: after the access token expires, it signs in again. */
export async function signIn(url: string, account: { email: string; password: string } = SAMPLE): Promise<Client> {
  let session = await logIn();

  async function logIn(): Promise<SessionAnswer> {
    const answer = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as SessionAnswer;
  }

  const request: Client['request'] = async (method, address, body, headers = {}) => {
    const send = () =>
      fetch(url + address, {
        method,
        headers: {
          authorization: `Bearer ${session.access_token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    let answer = await send();
    if (answer.status === 401) {
      session = await logIn();
      answer = await send();
    }
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : null };
  };

  return {
    userId: session.user.user_id,
    request,
    start: async (form, headers = {}) => {
      const { status, body } = await request(
        'POST',
        '/api/generate-course',
        { user_id: session.user.user_id, ...form },
        { prefer: 'respond-async', ...headers },
      );
      if (status !== 202) throw new Error(`generate-course: ${status} ${JSON.stringify(body)}`);
      return body;
    },
    finish: async (taskId, { timeoutMs = 120_000, everyMs = 250, seen } = {}) => {
      const deadline = Date.now() + patience(timeoutMs);
      for (;;) {
        const answer = await request('GET', `/api/generate-course/status/${taskId}`).catch((error: unknown) => ({
          status: 0,
          body: String(error),
        }));
        if (answer.status === 200) {
          await seen?.(answer.body);
          if (['completed', 'failed', 'cancelled'].includes(answer.body.status)) return answer.body;
        }
        if (Date.now() > deadline) throw new Error(`run ${taskId} has not ended: ${JSON.stringify(answer.body).slice(0, 2000)}`);
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    },
  };
}
