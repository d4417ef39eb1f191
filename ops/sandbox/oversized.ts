import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Wire, WireReply } from './wire/wire.ts';

/** Answers that no vendor should give, and that must not harm the client. */
export const OVERSIZED_MODES = ['long-line', 'long-error', 'gzip-bomb', 'trickle'] as const;
export type OversizedMode = (typeof OVERSIZED_MODES)[number];

const MB = 1024 * 1024;
/** Size of an endless line, and of an error's body. */
const FLOOD_BYTES = 600 * MB;
/** Size after decompression: 128 members of 16 MB. */
const BOMB = { members: 128, bytes: 16 * MB };
const TRICKLE_EVERY_MS = 100;

/** Sends one of them until it is complete or the client disconnects; the slow stream never completes. */
export async function sendOversized(res: ServerResponse, mode: OversizedMode, wire: Wire, reply: WireReply): Promise<void> {
  const stream = { 'content-type': 'text/event-stream; charset=utf-8' };
  switch (mode) {
    case 'long-line':
      res.writeHead(200, stream);
      res.write('data: ');
      return pour(res, Buffer.alloc(64 * 1024, 'x'), FLOOD_BYTES / (64 * 1024));
    case 'long-error':
      res.writeHead(500, { 'content-type': 'application/json' });
      return pour(res, Buffer.alloc(64 * 1024, ' '), FLOOD_BYTES / (64 * 1024));
    case 'gzip-bomb':
      res.writeHead(200, { ...stream, 'content-encoding': 'gzip' });
      return pour(res, gzipSync(Buffer.alloc(BOMB.bytes, 'x')), BOMB.members);
    case 'trickle':
      res.writeHead(200, stream);
      res.write(wire.opening(reply));
      while (!res.destroyed) {
        res.write(wire.delta(reply, ' '));
        await pause(TRICKLE_EVERY_MS);
      }
  }
}

/** Writes a piece repeatedly, at the reader's speed. */
async function pour(res: ServerResponse, piece: Buffer, times: number): Promise<void> {
  const closed = once(res, 'close');
  for (let count = 0; count < times && !res.destroyed; count += 1)
    if (!res.write(piece)) await Promise.race([once(res, 'drain').catch(() => undefined), closed]);
  res.end();
}
