import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ServerMessage } from '#contract/live/live.contract.ts';
import { stubServer } from '#frontend/testing/show-screen.tsx';
import { openLiveSocket, type LiveSocket } from './use-live.ts';
import { stubSockets, type FakeSocket } from './fake-socket.factory.ts';

let sockets: FakeSocket[];
let live: LiveSocket;
beforeEach(() => {
  vi.useFakeTimers();
  sockets = stubSockets();
  stubServer(() => ({ status: 201, body: { ticket: 'secret', expires_in: 30 } }));
  live = openLiveSocket('u1');
});
afterEach(() => {
  live.close();
});

it('CHAT-11 a broken socket is reconnected after 1, 2, 4, 8 and 16 s', async () => {
  sockets[0]!.open();
  sockets[0]!.drop();
  for (const [n, seconds] of [1, 2, 4, 8, 16].entries()) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(sockets).toHaveLength(n + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(n + 2);
    sockets.at(-1)!.drop();
  }
  // after five attempts, one per minute
  await vi.advanceTimersByTimeAsync(59_000);
  expect(sockets).toHaveLength(6);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets).toHaveLength(7);
});

it('CHAT-12 polling starts if the socket is not open after 5 s, and ends when it is', async () => {
  await vi.advanceTimersByTimeAsync(4_999);
  expect(live.status()).toEqual({ isLive: false, isPolling: false });
  await vi.advanceTimersByTimeAsync(1);
  expect(live.status()).toEqual({ isLive: false, isPolling: true });
  sockets[0]!.open();
  expect(live.status()).toEqual({ isLive: true, isPolling: false });
});

it('G21 is opened with the cookie, and with a ticket if that is refused; never with an address that is logged', async () => {
  expect([sockets[0]!.url, sockets[0]!.protocols]).toEqual(['ws://localhost:3000/ws/u1', ['coursewright']]);
  sockets[0]!.drop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([sockets[1]!.url, sockets[1]!.protocols]).toEqual(['ws://localhost:3000/ws/u1', ['coursewright', 'ticket.secret']]);
});

it('requests a resync whenever it connects, and reopens a silent connection', async () => {
  const heard: ServerMessage['type'][] = [];
  live.subscribe(({ type }) => heard.push(type));
  sockets[0]!.open();
  sockets[0]!.receive({ type: 'heartbeat' });
  expect(heard).toEqual(['resync', 'heartbeat']);
  await vi.advanceTimersByTimeAsync(41_000);
  sockets.at(-1)!.open();
  expect(heard.filter((type) => type === 'resync')).toHaveLength(2);
});

it('gives up when the session has ended: polling reports it', async () => {
  sockets[0]!.open();
  sockets[0]!.drop(4401);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sockets).toHaveLength(1);
  expect(live.status().isPolling).toBe(true);
});
