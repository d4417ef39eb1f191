// One hostile account at work until it is killed, in a separate process: hostile-process.ts <url> <account and part as JSON>.
import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { existsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { HOSTILE_LESSONS } from '#domain/courses/text/hostile-lessons.factory.ts';
import { COURSE_SHAPES, courseZip } from '../largest-inputs/course-files.ts';
import { filesFor, formOf } from '../largest-inputs/upload-files.ts';
import { noteOf } from './long-recordings.ts';
import { openSession, type Sent, type Session } from './session.ts';
import { networks, unsignedTokens, type KnownConnection } from './strangers.ts';

/** The attack of the process, and the state on which it depends. */
export interface HostilePart {
  readonly part: keyof typeof PARTS;
  readonly email: string;
  readonly password: string;
  /** The address from which it sends. */
  readonly from: string;
  /** A large course owned by the account. */
  readonly courseId: string;
  readonly lessonId: string;
  /** Paths of long recordings. */
  readonly recordings: readonly string[];
  /** A connection of its organisation; for the part that needs one. */
  readonly connection?: KnownConnection;
}

const [url = '', given = '{}'] = process.argv.slice(2);
const hostile = JSON.parse(given) as HostilePart;
const AT_ONCE = 16;
/** Number of keys of one account, each with its own limit per minute. */
const KEYS = 20;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Number of answers by status, reported once a second to the parent process. */
const answers: Record<number, number> = {};
setInterval(() => process.send?.(answers), 1_000).unref();

/** Sends requests for ever, with this many in flight; immediate refusals are repeated after a pause. */
async function flood(session: Session, next: (at: number) => Sent | Promise<Sent>, atOnce = AT_ONCE): Promise<never> {
  let at = 0;
  const one = async (): Promise<never> => {
    for (;;) {
      const { status } = await session.send(await next((at += 1)));
      answers[status] = (answers[status] ?? 0) + 1;
      if (status === 429 || status === 0) await pause(50);
    }
  };
  return Promise.race(Array.from({ length: atOnce }, one));
}

async function imports(session: Session): Promise<never> {
  const rule = { types: [], bytes: 10_000_000 };
  const cards = await Promise.all(
    filesFor('importFlashCards', rule)
      .filter(({ description }) => /800,000|gaps|HTML/.test(description))
      .map(async ({ name = '', type, bytes }) => formOf({ deck: 'Bees' }, [{ name: 'file', filename: name, type, bytes: await bytes() }])),
  );
  const courses = COURSE_SHAPES.slice(1, 4).map(({ most, content }) =>
    formOf({}, [{ name: 'file', filename: 'c.zip', type: 'application/zip', bytes: courseZip(content(most)) }]),
  );
  return flood(session, (at) =>
    at % 3 === 0
      ? { method: 'POST', address: '/api/course-imports', ...courses[at % courses.length]! }
      : { method: 'POST', address: '/api/flash-card-file', ...cards[at % cards.length]! },
  );
}

/** Exports flash cards and courses, and saves texts that are slow to read. */
async function exports(session: Session): Promise<never> {
  const formats = ['pdf', 'epub', 'markdown', 'scorm'];
  const body = (content: object) => ({ body: JSON.stringify(content), type: 'application/json' });
  return flood(session, (at) => {
    if (at % 4 === 0) return { method: 'GET', address: '/api/flash-card-file?format=apkg' };
    if (at % 4 === 1) return { method: 'GET', address: '/api/flash-card-file?format=csv' };
    const format = formats[(at >> 2) % formats.length];
    if (at % 4 === 2) return { method: 'POST', address: '/api/course-exports', ...body({ course_id: hostile.courseId, format }) };
    const { text } = HOSTILE_LESSONS[(at >> 2) % HOSTILE_LESSONS.length]!;
    const edit = { base_version: 1, edit_session: randomUUID(), content: text };
    return { method: 'PATCH', address: `/api/courses/${hostile.courseId}/lessons/${hostile.lessonId}`, ...body(edit) };
  });
}

/** Opens sockets that send one-byte frames and empty pongs, and connections that request much and read nothing. */
async function sockets(session: Session): Promise<never> {
  const frame = (head: number, content: Buffer) => Buffer.concat([Buffer.from([head, 0x80 | content.length]), Buffer.alloc(4), content]);
  const burst = Buffer.concat(
    Array.from({ length: 20_000 }, (_, at) => (at % 4 ? frame(0x81, Buffer.from('x')) : frame(0x8a, Buffer.alloc(0)))),
  );
  const chatter = async (): Promise<never> => {
    for (;;) {
      const { ticket } = await session.json<{ ticket: string }>('POST', '/api/live/ticket').catch(() => ({ ticket: '' }));
      const { promise, resolve } = Promise.withResolvers<void>();
      const headers = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'x-forwarded-for': hostile.from,
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
        'sec-websocket-protocol': `coursewright, ticket.${ticket}`,
      };
      const asked = request(`${url}/ws/${session.userId}`, { headers });
      asked.once('upgrade', (_, socket: Socket) => {
        const write = () => {
          while (!socket.destroyed && socket.write(burst));
        };
        socket
          .on('drain', write)
          .once('close', resolve)
          .on('error', () => {})
          .resume();
        write();
      });
      asked.once('response', (answer) => answer.resume().once('close', resolve)).once('error', () => resolve());
      asked.end();
      await promise;
      await pause(50);
    }
  };
  const slowReader = async (): Promise<never> => {
    for (;;) {
      const socket = connect(Number(new URL(url).port), new URL(url).hostname);
      const head = `Host: x\r\nX-Forwarded-For: ${hostile.from}\r\nAuthorization: Bearer ${session.token()}\r\n\r\n`;
      socket.on('error', () => {}).write(`GET /api/flash-card-file?format=csv HTTP/1.1\r\n${head}`);
      socket.pause();
      await Promise.race([new Promise((resolve) => socket.once('close', resolve)), pause(20_000)]);
    }
  };
  return Promise.race([...Array.from({ length: 4 }, chatter), ...Array.from({ length: 8 }, slowReader)]);
}

/** Reads a large course, and searches everything that can be searched. */
async function reads(session: Session): Promise<never> {
  const words = ['qzxj', 'e', 'bees dawn', 'a b c d e f g h'];
  const addresses = [
    `/api/courses/${session.userId}/${hostile.courseId}`,
    `/api/courses/${session.userId}`,
    '/api/flash-cards?q=',
    '/api/notes?q=',
    '/api/voice-notes/' + session.userId + '?q=',
    '/api/market/courses?q=',
    '/api/search?q=',
    '/api/discussions?q=',
  ];
  return flood(session, (at) => {
    const address = addresses[at % addresses.length]!;
    return { method: 'GET', address: address.endsWith('=') ? address + encodeURIComponent(words[at % words.length]!) : address };
  });
}

/** Sends API keys of every kind as fast as they are answered: valid ones, a revoked one, and invented ones. */
async function keys(session: Session): Promise<never> {
  const wanted = { scopes: ['courses:read', 'learn'], days: 30, day_budget: 0, password: hostile.password };
  const made: { key: { api_key_id: string }; secret: string }[] = [];
  for (let n = 0; n < KEYS; n += 1) made.push(await session.json('POST', '/api/keys/account', { ...wanted, name: `Bees ${n}` }));
  await session.json('DELETE', `/api/keys/account/${made[0]!.key.api_key_id}`);
  const addresses = ['/api/caller', `/api/courses/${session.userId}`, '/api/notes?q=e'];
  return flood(session, (at) => {
    const { secret } = made[at % made.length]!;
    // a letter more or less in the middle, so that the checksum is wrong
    const sent = at % 5 === 0 ? `${secret.slice(0, 20)}x${secret.slice(21)}` : secret;
    return { method: 'GET', address: addresses[at % addresses.length]!, headers: { authorization: `Bearer ${sent}` } };
  });
}

/** Sends long bodies that are read and discarded: two loops that save courses, with numbers, texts and brackets. */
async function saves(session: Session): Promise<never> {
  const MOST = 1_800_000;
  const contents = [
    `[${'0,'.repeat(MOST / 2)}0]`,
    `"${'x'.repeat(MOST)}"`,
    `{${Array.from({ length: MOST / 14 }, (_, at) => `"${String(at).padStart(8, 'k')}":0`).join(',')}}`,
    '['.repeat(MOST / 2) + ']'.repeat(MOST / 2),
  ];
  const bodies = contents.map((content) => `{"course_id":"${randomUUID()}","user_id":"${session.userId}","course_data":${content}}`);
  return flood(
    session,
    (at) => ({ method: 'POST', address: '/api/courses/save', body: bodies[at % bodies.length], type: 'application/json' }),
    2,
  );
}

/** Sends an agent's messages that are deep, wide or long, with a key of the account. */
async function agents(session: Session): Promise<never> {
  const wanted = { name: 'Bees', scopes: ['courses:read', 'learn'], days: 30, day_budget: 0, password: hostile.password };
  const { secret } = await session.json<{ secret: string }>('POST', '/api/keys/account', wanted);
  const initialize = (experimental: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","clientInfo":{"name":"a","version":"1"},"capabilities":{"experimental":${experimental}}}}`;
  const call = (name: string, given: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });
  const bodies = [
    initialize(`{${Array.from({ length: 22 }, (_, at) => `"a${at}":${'{"a":'.repeat(1_700)}{}${'}'.repeat(1_700)}`).join(',')}}`),
    initialize(`{${Array.from({ length: 20_000 }, (_, at) => `"a${at}":{}`).join(',')}}`),
    initialize(`{${Array.from({ length: 1_900 }, (_, at) => `"a${at}":{}`).join(',')}}`),
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}',
    call('search', { query: 'e '.repeat(100) }),
    call('list_courses', {}),
  ];
  const headers = { authorization: `Bearer ${secret}`, accept: 'application/json, text/event-stream' };
  return flood(session, (at) => ({ method: 'POST', address: '/mcp', body: bodies[at % bodies.length], type: 'application/json', headers }));
}

/** Simulates a directory that sends groups of ten thousand members, and changes of that size. */
async function directories(session: Session): Promise<never> {
  const { token } = await session.json<{ token: string }>('POST', '/api/organisation/provisioning/tokens');
  const headers = { authorization: `Bearer ${token}` };
  const type = 'application/scim+json';
  const send = (method: string, address: string, content: object): Sent => ({
    method,
    address: `/scim/v2/${address}`,
    body: JSON.stringify(content),
    type,
    headers,
  });
  const group = (name: string, members: object[]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: name,
    members,
  });
  const made = await session.send(send('POST', 'Groups', group(`Bees ${randomUUID()}`, [])));
  if (made.status !== 201) throw new Error(`group: ${made.status} ${made.text()}`);
  const { id } = JSON.parse(made.text()) as { id: string };
  const members = Array.from({ length: 10_000 }, () => ({ value: randomUUID() }));
  const patch = (Operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });
  const changes = [
    send('POST', 'Groups', group('Bees of all', members)),
    send('PATCH', `Groups/${id}`, patch([{ op: 'add', path: 'members', value: members }])),
    send('PATCH', `Groups/${id}`, patch(members.map(({ value }) => ({ op: 'remove', path: `members[value eq "${value}"]` })))),
    { method: 'GET', address: `/scim/v2/Users?count=1000&filter=${encodeURIComponent('userName sw "a"')}`, headers },
  ];
  return flood(session, (at) => changes[at % changes.length]!);
}

/** Simulates apps that register and request tokens, without an account. */
async function programs(session: Session): Promise<never> {
  const form = 'application/x-www-form-urlencoded';
  const registration = JSON.stringify({
    client_name: 'Bees',
    redirect_uris: Array.from({ length: 10 }, (_, at) => `https://bees.example/${at}/${'a'.repeat(1_500)}`),
    scope: 'learn '.repeat(100),
  });
  const asked: Sent[] = [
    { method: 'POST', address: '/oauth/register', body: registration, type: 'application/json' },
    {
      method: 'POST',
      address: '/oauth/token',
      body: `grant_type=refresh_token&client_id=a&refresh_token=${'a'.repeat(15_000)}`,
      type: form,
    },
    { method: 'GET', address: `/oauth/authorize?client_id=a&response_type=code&state=${'a'.repeat(6_000)}` },
    { method: 'POST', address: '/sign-in/apple', body: `state=${'a'.repeat(15_000)}`, type: form },
  ];
  return flood(session, (at) => asked[at % asked.length]!);
}

/** Sends long recordings, as many as the limit of the account allows. */
async function recordings(session: Session): Promise<never> {
  const bodies = hostile.recordings.map((file) => noteOf(session.userId, file));
  return flood(session, (at) => ({
    method: 'POST',
    address: '/api/voice-notes',
    body: bodies[at % bodies.length],
    type: 'application/json',
  }));
}

// real attackers have their own machines: their load here must not take processor time from the answering processes
os.setPriority(os.constants.priority.PRIORITY_LOW);
// Linux gives each session a share, whatever the priorities within it
if (existsSync('/proc/self/autogroup')) writeFileSync('/proc/self/autogroup', '19');
const loops = { url, count: ({ status }: { readonly status: number }) => void (answers[status] = (answers[status] ?? 0) + 1) };
const PARTS = {
  imports,
  exports,
  sockets,
  reads,
  keys,
  saves,
  agents,
  directories,
  programs,
  recordings,
  networks: () => networks(loops, hostile),
  'unsigned-tokens': () => unsignedTokens(loops, hostile.connection!),
};
await PARTS[hostile.part](await openSession(url, hostile));
