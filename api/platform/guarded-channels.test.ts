import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import Koa from 'koa';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { eventsBody, socketBody } from '#contract/platform/file-body.ts';
import { registerAccount } from '#domain/identity/accounts/account.commands.ts';
import { forgetSessions, revokeSessionsOf } from '#domain/identity/sessions/session.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { SentFile } from '#domain/platform/storage/sent-file.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { createApiRouter, type RequestState } from './api-router.ts';
import { problems } from './errors.ts';
import { serve, eventStream } from './guard.ts';
import { openLimits } from './limits.ts';
import { requestId } from './request-log.ts';
import { acceptUpgrades, type Upgrade } from './upgrades.ts';

useTestDatabase();

const upload = defineEndpoint({
  name: 'upload',
  method: 'POST',
  path: '/api/upload',
  summary: '',
  auth: 'user',
  offline: 'never',
  personOnly: 'own_word',
  readBy: 'sender',
  body: z.object({ user_id: z.optional(z.string()), note: z.string().check(z.maxLength(20)) }),
  example: { note: 'a bee' },
  upload: { sound: { types: ['audio/webm'], bytes: 50_000 }, picture: { types: ['image/png'], bytes: 10, isOptional: true } },
  responses: { 200: z.object({ said: z.string() }) },
  errors: [],
});
const events = defineEndpoint({
  name: 'events',
  method: 'GET',
  path: '/api/events',
  summary: '',
  auth: 'user',
  personOnly: 'own_word',
  event: z.object({ n: z.int() }),
  responses: { 200: eventsBody },
  errors: [],
});
const talk = defineEndpoint({
  name: 'talk',
  method: 'GET',
  path: '/ws/:user_id',
  summary: '',
  auth: 'user',
  personOnly: 'own_word',
  params: z.object({ user_id: z.string() }),
  socket: true,
  responses: { 101: socketBody },
  errors: [],
});

const closing = new AbortController();
let server: Server;
let origin: string;
let ada: { userId: string; accessToken: string; cookie: string };
let ended = 0;
let emit: (n: unknown) => void = () => undefined;
let handled = 0;
let handedOver: SentFile[] = [];

async function* happening(): AsyncGenerator<unknown> {
  try {
    for (;;) yield await new Promise((resolve) => (emit = resolve));
  } finally {
    ended += 1;
  }
}

beforeAll(async () => {
  const router = createApiRouter({ limits: openLimits({ local: true }), closing: closing.signal });
  serve(router, upload, async ({ body, files }) => {
    handled += 1;
    const [sound] = files.sound!;
    handedOver = [...handedOver, sound!];
    return { status: 200, body: { said: `${body.note}: ${sound!.name} of ${(await sound!.bytes()).length}` } };
  });
  serve(router, events, async () => ({ status: 200, body: happening() }));
  serve(router, talk, async ({ user, header }) => {
    if (header('x-full')) throw new ProductError('service.unavailable');
    const take = ({ socket }: Upgrade) => {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`);
      socket.on('data', (said: Buffer) => socket.write(`${user.userId === ada.userId ? 'Ada' : '?'} says ${String(said)}`));
    };
    return { status: 101, body: take as (upgrade: never) => void };
  });
  const app = new Koa<RequestState>();
  app.use(requestId).use(problems).use(router.routes.listen);
  const handle = app.callback();
  server = createServer(handle).listen(0, '127.0.0.1');
  acceptUpgrades(server, handle);
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const opened = await registerAccount({
    email: 'ada@example.com',
    password: 'correct horse',
    firstName: 'A',
    lastName: 'B',
    marketingConsent: false,
    userAgent: '',
  });
  ada = { userId: opened.accountId, accessToken: opened.accessToken, cookie: opened.cookie };
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const bearer = () => ({ Authorization: `Bearer ${ada.accessToken}` });

describe('an upload', () => {
  const formOf = (parts: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(parts)) form.append(name, value);
    return form;
  };
  const sound = (bytes = 3, type = 'audio/webm;codecs=opus') => new File([new Uint8Array(bytes)], 'note.webm', { type });
  const send = async (body: FormData | string, headers: Record<string, string> = bearer()) => {
    const answer = await fetch(`${origin}/api/upload`, { method: 'POST', body, headers });
    return [answer.status, ((await answer.json()) as { said?: string; code?: string }).said ?? 'refused'];
  };

  it('has its fields checked like any body, and its files handed over', async () => {
    expect(await send(formOf({ note: 'Today', sound: sound() }))).toEqual([200, 'Today: note.webm of 3']);
  });

  it.each<[string, number, () => FormData | string]>([
    ['a field that is too long', 400, () => formOf({ note: 'x'.repeat(21), sound: sound() })],
    ['a file that is missing', 400, () => formOf({ note: 'Today' })],
    ['an undeclared file', 400, () => formOf({ note: 'Today', sound: sound(), other: sound() })],
    ['a type that is not declared', 415, () => formOf({ note: 'Today', sound: sound(3, 'text/html') })],
    [
      'a file that is too large',
      413,
      () => formOf({ note: 'Today', sound: sound(), picture: new File(['12345678901'], 'p', { type: 'image/png' }) }),
    ],
    ['a body that is too large', 413, () => formOf({ note: 'Today', sound: sound(400_000) })],
    ['a body that is no form', 415, () => '{}'],
    [
      'more fields than any form has',
      400,
      () => formOf({ note: 'Today', ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`n${n}`, ''])), sound: sound() }),
    ],
    ['fields that are longer than they need to be', 413, () => formOf({ note: 'Today', other: 'x'.repeat(20_000), sound: sound() })],
    ['another user’s id', 403, () => formOf({ note: 'Today', user_id: 'somebody', sound: sound() })],
  ])('is refused for %s', async (_, status, body) => {
    const before = handled;
    expect(await send(body())).toEqual([status, 'refused']);
    expect(handled).toBe(before);
  });

  it('has its files on the disk, where none remains after the response', async () => {
    const kept = handedOver;
    expect(await send(formOf({ note: 'Today', sound: sound(50_000) }))).toEqual([200, 'Today: note.webm of 50000']);
    const [file] = handedOver.slice(kept.length);
    await expect(file!.bytes()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is refused while four others of the account are in progress', async () => {
    const parts = ['--cut\r\nContent-Disposition: form-data; name="note"\r\n\r\nToday\r\n', '--cut--\r\n'] as const;
    const headers = { ...bearer(), 'Content-Type': 'multipart/form-data; boundary=cut' };
    const begun = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const asked = httpRequest(`${origin}/api/upload`, { method: 'POST', headers: { ...headers, Expect: '100-continue' } });
        asked.flushHeaders();
        await once(asked, 'continue');
        asked.write(parts[0]);
        return asked;
      }),
    );
    await expect.poll(() => send(formOf({ note: 'Today', sound: sound() }))).toEqual([429, 'refused']);
    for (const asked of begun) {
      asked.end(parts[1]);
      await once(asked, 'response').then(([answer]) => (answer as IncomingMessage).resume());
    }
    await expect.poll(() => send(formOf({ note: 'Today', sound: sound() }))).toEqual([200, 'Today: note.webm of 3']);
  });

  it.each([
    ['with its length', (bytes: Uint8Array<ArrayBuffer>): RequestInit => ({ body: bytes })],
    [
      'piece by piece',
      (bytes: Uint8Array<ArrayBuffer>): RequestInit => ({ body: new Blob([bytes]).stream(), duplex: 'half' }) as RequestInit,
    ],
  ])('that is far too large is rejected while the client is still sending, %s, and the connection stays open', async (_, sent) => {
    const body = new Uint8Array(12_000_000);
    for (let n = 0; n < 2; n += 1) {
      const headers = { ...bearer(), 'Content-Type': 'multipart/form-data; boundary=x' };
      const answer = await fetch(`${origin}/api/upload`, { method: 'POST', headers, ...sent(body) });
      expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([413, 'A file can be at most 0.05 MB.']);
    }
  });

  it('is refused unread without credentials, and from other sites', async () => {
    expect((await send(formOf({ note: 'Today', sound: sound() }), {}))[0]).toBe(401);
    const byCookie = { Cookie: `__Host-cw-3000=${ada.cookie}`, Origin: 'https://elsewhere.example' };
    expect((await send(formOf({ note: 'Today', sound: sound() }), byCookie))[0]).toBe(403);
  });
});

describe('a stream of events', () => {
  it('is sent as they happen, each as declared, and ends its source when the caller leaves', async () => {
    const gone = new AbortController();
    const answer = await fetch(`${origin}/api/events`, { headers: bearer(), signal: gone.signal });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe(': still here\n\n');
    emit({ n: 1, secret: 'never told' });
    expect((await reader.read()).value).toBe('data: {"n":1}\n\n');
    const before = ended;
    gone.abort();
    // a waiting generator returns only at its next event
    await expect.poll(() => (emit({ n: 2 }), ended)).toBe(before + 1);
  });

  it('sends signs of life while nothing happens, and ends when the process stops', async () => {
    const stop = new AbortController();
    const stream = eventStream(happening(), { schema: z.object({}), signal: stop.signal, everyMs: 1 });
    for (let n = 0; n < 3; n += 1) expect((await stream.next()).value).toBe(': still here\n\n');
    stop.abort();
    expect((await stream.next()).done).toBe(true);
  });

  it('ends with the session that listens: when it signs out, itself or from elsewhere', async () => {
    const { accountId, accessToken } = await registerAccount({
      email: 'eve@example.com',
      password: 'correct horse',
      firstName: 'E',
      lastName: 'V',
      marketingConsent: false,
      userAgent: '',
    });
    const answer = await fetch(`${origin}/api/events`, { headers: { Authorization: `Bearer ${accessToken}` } });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    forgetSessions(await transact((trx) => revokeSessionsOf(trx, { accountId }, 'ended-by-owner')));
    let read: { done: boolean };
    do read = await reader.read();
    while (!read.done);
    expect(read.done).toBe(true);
  });

  it('is closed without credentials', async () => {
    expect((await fetch(`${origin}/api/events`)).status).toBe(401);
  });
});

describe('a socket', () => {
  const ask = async (userId: string, headers: Record<string, string>): Promise<number | Duplex> => {
    const asked = httpRequest(`${origin}/ws/${userId}`, { headers: { Connection: 'Upgrade', Upgrade: 'websocket', ...headers } });
    asked.end();
    const refused = once(asked, 'response').then(([answer]) => {
      (answer as IncomingMessage).resume();
      return (answer as IncomingMessage).statusCode!;
    });
    return Promise.race([refused, once(asked, 'upgrade').then(([, socket]) => socket as Duplex)]);
  };

  it('is opened for its user, also by the cookie of our own pages', async () => {
    const byCookie = { Cookie: `__Host-cw-3000=${ada.cookie}`, Origin: origin };
    for (const headers of [bearer(), byCookie]) {
      const socket = (await ask(ada.userId, headers)) as Duplex;
      socket.write('hello');
      expect(String((await once(socket, 'data'))[0])).toBe('Ada says hello');
      socket.destroy();
    }
  });

  it.each<[string, number, () => [string, Record<string, string>]]>([
    ['without credentials', 401, () => [ada.userId, {}]],
    ['under another user’s id', 403, () => ['somebody', bearer()]],
    [
      'by the cookie from another site',
      403,
      () => [ada.userId, { Cookie: `__Host-cw-3000=${ada.cookie}`, Origin: 'https://elsewhere.example' }],
    ],
    ['by the cookie of an unknown session', 403, () => [ada.userId, { Cookie: `__Host-cw-3000=${ada.cookie}` }]],
    ['when its handler refuses', 503, () => [ada.userId, { ...bearer(), 'x-full': '1' }]],
  ])('is refused %s', async (_, status, given) => {
    expect(await ask(...given())).toBe(status);
  });

  it('does not exist for a plain request', async () => {
    expect((await fetch(`${origin}/ws/${ada.userId}`, { headers: bearer() })).status).toBe(405);
  });
});
