import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import * as z from 'zod/mini';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FROM_OUR_PAGE, send } from '#api/testing/test-api.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { deviceCookieOf, payerOf } from '#domain/identity/devices/device-cookie.ts';
import { callerOfRequest } from '#domain/platform/connection-share.ts';
import { newToken } from '#domain/platform/links/secret-link.ts';
import type { Caller } from '#domain/platform/turns/fair-line.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { createApiRouter, type RequestState } from './api-router.ts';
import { FOR_ANYBODY, openDoor } from './doors.ts';
import { serve } from './guard.ts';
import { openLimits } from './limits.ts';
import { requestId } from './request-log.ts';

useTestDatabase();

const ping = defineEndpoint({
  name: 'ping',
  method: 'GET',
  path: '/api/ping',
  summary: '',
  auth: 'public',
  publicAs: 'information',
  responses: { 200: z.object({}) },
  errors: [],
});
const seen: (Caller | null)[] = [];
const note = async () => void seen.push(callerOfRequest());
let server: Server;
let origin = '';
beforeAll(async () => {
  const limits = openLimits({ local: true });
  const router = createApiRouter({ limits, closing: new AbortController().signal });
  serve(router, ping, async () => {
    await note();
    return { status: 200, body: {} };
  });
  const door = openDoor(limits, { name: 'page', at: '/page', ...FOR_ANYBODY, takes: ({ path }) => path === '/page' }, async (ctx) => {
    await note();
    ctx.body = 'page';
  });
  const app = new Koa<RequestState>({ proxy: true, maxIpsCount: 1 });
  app.use(requestId).use(router.routes.listen).use(door.listen);
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Returns to whom the work of a request belongs. */
async function callerAt(path: string, ip: string, device?: string): Promise<Caller | null> {
  seen.length = 0;
  const headers = { ...FROM_OUR_PAGE, 'X-Forwarded-For': ip, ...(device !== undefined && { Cookie: `__Host-cw-3000-device=${device}` }) };
  expect((await send(origin, path, { headers })).status).toBe(200);
  expect(seen).toHaveLength(1);
  return seen[0]!;
}

it.each(['/api/ping', '/page'])('the work of a request to %s belongs to a stranger’s networks, the widest first', async (path) => {
  expect(await callerAt(path, '2001:db8:1:234::1')).toEqual({
    levels: ['2001:db8::/32', '2001:db8:1::/48', '2001:db8:1:200::/56', '2001:db8:1:234::/64'],
    isKnown: false,
  });
  expect(await callerAt(path, '192.0.2.7')).toEqual({ levels: ['192.0.2.0/24', '192.0.2.7'], isKnown: false });
});

it.each(['/api/ping', '/page'])('the work of a request to %s belongs to the account of a known device, wherever it is', async (path) => {
  const payer = payerOf('01920000-0000-7000-8000-000000000001');
  const known = { levels: [`device ${payer}`], isKnown: true };
  expect(await callerAt(path, '2001:db8::1', deviceCookieOf(newToken(), payer))).toEqual(known);
  expect(await callerAt(path, '192.0.2.7', deviceCookieOf(newToken(), payer))).toEqual(known);
});

it.each([
  ['unsigned', newToken()],
  ['forged', `${newToken()}.${'a'.repeat(16)}.${newToken()}`],
])('a cookie that is %s makes no device known', async (_, cookie) => {
  expect(await callerAt('/api/ping', '192.0.2.7', cookie)).toMatchObject({ isKnown: false });
});
