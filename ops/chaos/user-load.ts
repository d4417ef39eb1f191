import { WebSocket } from 'ws';
import { knownTopic } from '../testing/known-topic.ts';

const PASSWORD = 'correct horse battery';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Person {
  readonly userId: string;
  readonly token: string;
}

export interface WrittenCourse {
  readonly topic: string;
  readonly taskId: string;
  readonly status: string;
}

interface Load {
  /** Address of the installation, without a trailing slash. */
  readonly url: string;
  readonly users: number;
  /** Number of users who write a course. */
  readonly runs: number;
  /** Number of users with an open socket. */
  readonly sockets: number;
  /** Mean pause between two requests of a user, in ms. */
  readonly thinkMs: number;
}

export interface RunningLoad {
  /** Ends when every course has ended. */
  readonly written: Promise<WrittenCourse[]>;
  /** Lets the users finish, and ends the load. */
  stop(): Promise<void>;
  /** Requests that were not answered as expected. */
  readonly failures: readonly string[];
  requests(): number;
  slowestMs(): number;
  /** Codes with which the server closed sockets. */
  readonly closed: readonly number[];
}

/** Registers users who read and write like active ones, some with a socket and some with a course being written, until stopped. */
export async function startLoad({ url, users, runs, sockets, thinkMs }: Load): Promise<RunningLoad> {
  const failures: string[] = [];
  const closed: number[] = [];
  let requests = 0;
  let slowestMs = 0;
  let isOn = true;

  async function call(person: Person | null, method: string, address: string, body?: object, headers: object = {}) {
    const from = performance.now();
    requests += 1;
    try {
      const answer = await fetch(url + address, {
        method,
        headers: {
          ...(person && { authorization: `Bearer ${person.token}` }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) failures.push(`${method} ${address}: ${answer.status} ${text.slice(0, 200)}`);
      return text ? JSON.parse(text) : null;
    } catch (error) {
      failures.push(`${method} ${address}: ${String((error as Error).cause ?? error)}`);
      return null;
    } finally {
      slowestMs = Math.max(slowestMs, performance.now() - from);
    }
  }

  async function register(number: number): Promise<Person> {
    const body = {
      email: `load-${Date.now()}-${number}@example.com`,
      password: PASSWORD,
      first_name: 'R',
      last_name: String(number),
      terms_accepted: true,
    };
    const session = await call(null, 'POST', '/api/auth/register', body);
    if (!session?.user) throw new Error(`a user could not be registered: ${failures.at(-1)}`);
    return { userId: session.user.user_id, token: session.access_token };
  }

  /** Reads and writes like an active user; no proxy repeats a write. */
  async function use(person: Person): Promise<void> {
    for (let turn = 0; isOn; turn += 1) {
      await pause(Math.random() * thinkMs * 2);
      if (turn % 4 === 3) {
        await call(person, 'POST', '/api/user/settings', { user_id: person.userId, theme: turn % 8 === 3 ? 'dark' : 'light' });
      } else await call(person, 'GET', turn % 2 === 0 ? '/api/runs' : `/api/courses/${person.userId}`);
    }
  }

  /** Keeps a socket open like a browser, reopening it when it ends. */
  async function listen(person: Person): Promise<void> {
    while (isOn) {
      const ticket = await call(person, 'POST', '/api/live/ticket', {});
      if (!ticket) return;
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/${person.userId}`, ['coursewright', `ticket.${ticket.ticket}`]);
      socket.on('error', (error) => failures.push(`socket: ${error.message}`));
      const ended = new Promise<number>((resolve) => socket.once('close', resolve));
      const ending = setInterval(() => !isOn && socket.close(), 200);
      const code = await ended;
      clearInterval(ending);
      if (!isOn) return;
      closed.push(code);
      await pause(500);
    }
  }

  async function write(person: Person, number: number): Promise<WrittenCourse> {
    const topic = knownTopic(`Tides, coast ${number}`);
    const form = { user_id: person.userId, age: 30, topic, learning_goals: 'Know how they work' };
    const headers = { prefer: 'respond-async', 'idempotency-key': `load-${number}` };
    const started = await call(person, 'POST', '/api/generate-course', form, headers);
    const taskId = started.task_id as string;
    for (;;) {
      await pause(1_000);
      const envelope = await call(person, 'GET', `/api/generate-course/status/${taskId}`);
      if (envelope && ['completed', 'failed', 'cancelled'].includes(envelope.status)) return { topic, taskId, status: envelope.status };
    }
  }

  const people: Person[] = [];
  for (let number = 0; number < users; number += 10)
    people.push(...(await Promise.all(Array.from({ length: Math.min(10, users - number) }, (_, at) => register(number + at)))));
  const others = [...people.map(use), ...people.slice(0, sockets).map(listen)];
  return {
    written: Promise.all(people.slice(0, runs).map(write)),
    async stop() {
      isOn = false;
      await Promise.all(others);
    },
    failures,
    requests: () => requests,
    slowestMs: () => slowestMs,
    closed,
  };
}
