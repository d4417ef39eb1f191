// One hostile account at work until it is killed, in a process of its own: hostile-process.ts <url> <account and part as JSON>.
import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { existsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { HOSTILE_LESSONS } from '#domain/courses/text/hostile-lessons.factory.ts';
import { COURSE_SHAPES, courseZip } from '../largest-inputs/course-files.ts';
import { filesFor, formOf } from '../largest-inputs/upload-files.ts';
import { openSession, type Sent, type Session } from './session.ts';

/** What the process does, and the state it finds. */
export interface HostilePart {
  readonly part: keyof typeof PARTS;
  readonly email: string;
  readonly password: string;
  /** The address it comes from. */
  readonly from: string;
  /** A large course of the account. */
  readonly courseId: string;
  readonly lessonId: string;
}

const [url = '', given = '{}'] = process.argv.slice(2);
const hostile = JSON.parse(given) as HostilePart;
const AT_ONCE = 16;
/** Of one account: each may be called so often in a minute as any. */
const KEYS = 20;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends requests for ever, so many at once; what is refused at once is sent again a little later. */
async function flood(session: Session, next: (at: number) => Sent | Promise<Sent>, atOnce = AT_ONCE): Promise<never> {
  let at = 0;
  const one = async (): Promise<never> => {
    for (;;) {
      const { status } = await session.send(await next((at += 1)));
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

/** Exports of flash cards and courses, and saves of texts that are slow to read. */
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

/** Sockets that send one-byte frames and empty pongs, and connections that ask for much and read nothing. */
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

/** Reads of a large course, and searches. */
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

/** Keys of every sort, as fast as they are answered: some that work, one that has ended, and others that never were. */
async function keys(session: Session): Promise<never> {
  const wanted = { scopes: ['courses:read', 'learn'], days: 30, day_budget: 0, password: hostile.password };
  const made: { key: { api_key_id: string }; secret: string }[] = [];
  for (let n = 0; n < KEYS; n += 1) made.push(await session.json('POST', '/api/keys/account', { ...wanted, name: `Bees ${n}` }));
  await session.json('DELETE', `/api/keys/account/${made[0]!.key.api_key_id}`);
  const addresses = ['/api/caller', `/api/courses/${session.userId}`, '/api/notes?q=e'];
  return flood(session, (at) => {
    const { secret } = made[at % made.length]!;
    // one letter more or less in its middle: its checksum is wrong
    const sent = at % 5 === 0 ? `${secret.slice(0, 20)}x${secret.slice(21)}` : secret;
    return { method: 'GET', address: addresses[at % addresses.length]!, headers: { authorization: `Bearer ${sent}` } };
  });
}

// strangers have machines of their own: what they send from here must not take the processor from those who answer
os.setPriority(os.constants.priority.PRIORITY_LOW);
// Linux gives each session its share, whatever the priorities in it
if (existsSync('/proc/self/autogroup')) writeFileSync('/proc/self/autogroup', '19');
const PARTS = { imports, exports, sockets, reads, keys };
await PARTS[hostile.part](await openSession(url, hostile));
