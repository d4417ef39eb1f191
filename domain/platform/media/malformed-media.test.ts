import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { patience } from '#ops/testing/slowness.ts';
import { convertToOpus, playThrough, posterOf, rewrapSound, soundPart } from './ffmpeg.ts';
import { makeMedia, withFile } from './made-media.factory.ts';
import { malformedFiles } from './malformed-media.factory.ts';

// media settings are read from the database
useTestDatabase();

const SEED = 20_261_124;
const SECRET = 'a-password-of-this-machine';
let folder: string;
let server: Server;
let address: string;
let asked = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'coursewright-malformed-'));
  server = createServer((_, response) => {
    asked += 1;
    response.end(SECRET);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a media file of a stranger', () => {
  it(
    'that is malformed is refused or read within its limits, reads no other file and reaches no address',
    { tags: 'slow', timeout: patience(240_000) },
    async () => {
      const secret = path.join(folder, 'secret.txt');
      await writeFile(secret, SECRET);
      const files = await malformedFiles(folder, { secret, address, seed: SEED });
      expect(files.length).toBeGreaterThanOrEqual(30);
      const turn = pLimit(2);
      const slowest = { name: '', ms: 0 };
      await Promise.all(
        files.map(({ name, file }) =>
          turn(async () => {
            const outs = ['webm', 'mp4', 'wav', 'jpg'].map((suffix) => `${file}.out.${suffix}`) as [string, string, string, string];
            const from = performance.now();
            const tries: readonly (() => Promise<unknown>)[] = [
              () => withFile(file, (media, opened) => rewrapSound(media, opened, outs[0])),
              () => withFile(file, (media, opened) => rewrapSound(media, opened, outs[1])),
              () => withFile(file, (media, opened) => soundPart(media, opened, { from: 0, to: 30 }, outs[2])),
              () => withFile(file, (media, opened) => convertToOpus(media, opened, outs[0], 30)),
              () => withFile(file, (media, opened) => posterOf(media, opened, 0, outs[3])),
              () => withFile(file, (media, opened) => playThrough(media, opened)),
            ];
            for (const one of tries) {
              const message = await one().catch((error: Error) => {
                // distinguished from a file that hit one of our limits, or crashed
                expect(error.message, name).not.toMatch(/ended: too_|ended with null/);
                return error.message;
              });
              expect(JSON.stringify(message ?? null), name).not.toContain(SECRET);
            }
            for (const out of outs) if (existsSync(out)) expect((await readFile(out)).includes(SECRET), name).toBe(false);
            const ms = performance.now() - from;
            if (ms > slowest.ms) Object.assign(slowest, { name, ms });
          }),
        ),
      );
      expect(asked).toBe(0);
      expect(slowest.ms, slowest.name).toBeLessThan(30_000);
    },
  );

  it('is read without our environment', async () => {
    const report = path.join(folder, 'report.log');
    process.env['FFREPORT'] = `file=${report}:level=32`;
    await makeMedia(['-f', 'lavfi', '-i', 'sine=duration=0.1', '-f', 'null', '-']);
    delete process.env['FFREPORT'];
    expect(existsSync(report)).toBe(false);
  });
});
