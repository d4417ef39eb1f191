import { randomBytes, randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import knexFactory, { type Knex } from 'knex';
import sharp from 'sharp';
import { grantByHand } from '#domain/billing/ledger/grant-by-hand.command.ts';
import { addMedia, storeMedia } from '#domain/media/store-media.command.ts';
import { config, readConfig, setConfig } from '#domain/platform/config.ts';
import { connectDatabase, disconnectDatabase } from '#domain/platform/database.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { listFiles } from '#domain/vendors/files/file-store.ts';
import { SAMPLE, signIn, type Client } from '../testing/client.ts';
import { startStack, type Stack } from '../testing/stack.ts';
import { line, median, spread } from './figures.ts';
import { residentMb } from './measure.ts';

const SAMPLE_MS = 20;
const BIG_MB = 200;
const CALL_MS = 1_000;
const COURSES = 5;

/**
 * Measures what media cost other work: the api's memory during 40 hostile uploads, none of which may be stored, and while it streams a large
 * object; and the time of a course with pictures and a clip against the same course without, when a picture takes as long as a text.
 */
export async function bench(): Promise<void> {
  const stack = await startStack({ SPEND_CAP_USER_CENTS: '0', SPEND_CAP_INSTALL_CENTS: '0' });
  const { databaseUrl, processes } = stack.record();
  const knex = knexFactory({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 2 } });
  try {
    const read = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: stack.dataDir, LOG_LEVEL: 'silent' });
    setConfig({ ...read, google: { ...read.google, ...sandboxGoogle(stack.sandboxUrl) } });
    connectDatabase(config().databaseUrl, { poolMax: 2 });
    await grantByHand({ email: SAMPLE.email, tokens: 100_000, actor: 'script:bench', cause: 'Bench' });
    await hostileUploads(stack, knex, processes.api!.pid);
    const client = await signIn(stack.url);
    await bigObject(stack, knex, client, processes.api!.pid);
    await courseWall(stack, knex, client);
  } finally {
    await disconnectDatabase();
    await knex.destroy();
    await stack.stop();
  }
}

/** Runs work. @returns a process's resident memory before it and its peak during it, in MB */
async function memoryDuring(pid: number, work: () => Promise<void>): Promise<{ before: number; most: number }> {
  const before = residentMb(pid);
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, residentMb(pid))), SAMPLE_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return { before, most: Math.max(most, residentMb(pid)) };
}

const memoryLine = (name: string, { before, most }: { before: number; most: number }) =>
  line(name, `${before.toFixed(0)} → ${most.toFixed(0)} MB, ${(most - before).toFixed(0)} more`);

async function hostileUploads(stack: Stack, knex: Knex, pid: number): Promise<void> {
  const png = await picture(64, 64);
  const upload = await uploaders(stack.url);
  // warms up the decoder, which loads on its first picture: these are damaged only at their end
  const cut = (await noise()).subarray(0, -30);
  for (let n = 0; n < 6; n += 1) await upload(n, cut, 'image/png');
  const stored = async () =>
    [Number((await knex('media_object').count({ n: '*' }))[0]!['n']), await filesIn()].join(' rows, ') + ' objects';
  const before = await stored();
  const files = await hostileFiles(png);
  const codes: string[] = [];
  const memory = await memoryDuring(pid, async () => {
    for (let at = 0; at < files.length; at += 4)
      codes.push(...(await Promise.all(files.slice(at, at + 4).map(([bytes, type], next) => upload(at + next, bytes, type)))));
  });
  const counts = Object.entries(Object.groupBy(codes, (code) => code)).map(([code, all]) => `${all!.length} ${code}`);
  line(`${files.length} hostile uploads`, counts.join(', '));
  line('  stored before and after (target: the same)', `${before}; ${await stored()}`);
  memoryLine('  memory of the api (target ≤ 60 MB more)', memory);
}

const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#268' }, limitInputPixels: false })
    .png()
    .toBuffer();

/** A picture as large as a typical camera's: about 6 MB. */
const noise = async (): Promise<Buffer> =>
  sharp(randomBytes(1_920 * 1_080 * 3), { raw: { width: 1_920, height: 1_080, channels: 3 } })
    .png()
    .toBuffer();

async function filesIn(): Promise<number> {
  let count = 0;
  for await (const files of listFiles('media/')) count += files.length;
  return count;
}

/** @returns a function that uploads a picture and returns the status with the error's code; it alternates users, because uploads are rate-limited */
async function uploaders(url: string): Promise<(nth: number, bytes: Uint8Array, type: string) => Promise<string>> {
  const tokens = await Promise.all(
    [1, 2, 3].map(async (n) => {
      const body = { email: `upload-${n}-${Date.now()}@example.com`, password: 'a long enough password', first_name: 'A', last_name: 'B' };
      const answer = await fetch(`${url}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, terms_accepted: true }),
      });
      return ((await answer.json()) as { access_token: string }).access_token;
    }),
  );
  return async (nth, bytes, type) => {
    const form = new FormData();
    form.append('prompt', 'A bee');
    form.append('file', new File([new Uint8Array(bytes)], 'picture.png', { type }));
    const headers = { authorization: `Bearer ${tokens[nth % tokens.length]}` };
    const answer = await fetch(`${url}/api/vertex-ai/veo3/generate-from-image`, { method: 'POST', headers, body: form });
    const { code } = (await answer.json()) as { code?: string };
    return `${answer.status} ${code}`;
  };
}

type Hostile = readonly [bytes: Uint8Array, type: string];

/** 40 files: of another type than declared, truncated, damaged, with a second format inside, or far larger once decoded. */
async function hostileFiles(png: Buffer): Promise<Hostile[]> {
  const text = (said: string, type = 'image/png'): Hostile => [Buffer.from(said, 'latin1'), type];
  const flipped = (at: number) => Buffer.concat([png.subarray(0, at), Buffer.from([~png[at]! & 255]), png.subarray(at + 1)]);
  const data = png.indexOf('IDAT');
  const bombs = await Promise.all([9_000, 12_000, 15_000].map((side) => picture(side, side)));
  return [
    text('hello'),
    text('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    text('<!doctype html><script>alert(1)</script>', 'image/jpeg'),
    text('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;'),
    text('%PDF-1.7\n', 'image/webp'),
    text('PK\u0003\u0004'),
    text('BM\u0000\u0000', 'image/jpeg'),
    text('II*\u0000\u0008\u0000\u0000\u0000'),
    text('RIFF\u0000\u0000\u0000\u0000WEBPVP8 ', 'image/webp'),
    text('\u00ff\u00d8\u00ff\u00e0', 'image/jpeg'),
    text('MZ\u0090\u0000'),
    text('\u007fELF\u0002'),
    text('#!/bin/sh\nid\n'),
    text('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><svg>&b;</svg>', 'image/webp'),
    text(''),
    text('push graphic-context\nimage over 0,0 0,0 "|id"', 'image/png'),
    [png, 'text/plain'],
    [png, 'application/octet-stream'],
    [png, 'image/svg+xml'],
    [png.subarray(0, 8), 'image/png'],
    [png.subarray(0, 33), 'image/png'],
    [png.subarray(0, png.length / 2), 'image/png'],
    [png.subarray(1), 'image/png'],
    [deflateRawSync(Buffer.alloc(50_000_000)), 'image/png'],
    [Buffer.alloc(9_900_000), 'image/png'],
    [Buffer.alloc(10_100_001), 'image/png'],
    [Buffer.concat([Buffer.from('<script>1</script>'), png]), 'image/png'],
    [Buffer.concat([png.subarray(0, 60), Buffer.alloc(9_000_000, 1)]), 'image/png'],
    ...[16, 18, 20, 24, 25, 29, 30, data + 4, data + 8].map((at): Hostile => [flipped(at), 'image/png']),
    ...bombs.map((bomb): Hostile => [bomb, 'image/png']),
  ];
}

/** Streams an object as its owner's player does, slowly at first, and counts the received bytes. */
async function bigObject(stack: Stack, knex: Knex, client: Client, pid: number): Promise<void> {
  const { body } = await client.request('POST', '/api/vertex-ai/veo3/generate-video', { prompt: 'A harbour', duration: 5 });
  const chunk = Buffer.alloc(1_000_000, 7);
  const source = (async function* () {
    for (let n = 0; n < BIG_MB; n += 1) yield chunk;
  })();
  const big = await storeMedia({ id: randomUUID(), accountId: client.userId, kind: 'video', type: 'video/mp4', source });
  await addMedia(knex, big);
  await knex('video_clip').where({ run_id: body.task_id }).update({ video_id: big.id });
  const link = await client.request('POST', `/api/vertex-ai/veo3/videos/${body.task_id}/link`);
  let arrived = 0;
  const memory = await memoryDuring(pid, async () => {
    const answer = await fetch(stack.url + link.body.path);
    for await (const part of answer.body!) {
      arrived += part.length;
      if (arrived < 20_000_000) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  line(`an object of ${BIG_MB} MB`, `${(arrived / 1e6).toFixed(0)} MB arrived`);
  memoryLine('  memory of the api (target ≤ 60 MB more)', memory);
}

async function courseWall(stack: Stack, knex: Knex, client: Client): Promise<void> {
  const latency = (body: object) => fetch(`${stack.sandboxUrl}/control/latency`, { method: 'PUT', body: JSON.stringify(body) });
  const write = async (topic: string, isOn: boolean): Promise<number> => {
    const ai_components = { veo3_enabled: isOn, imagen_enabled: isOn, genie3_enabled: false, vortex_enabled: false };
    const { task_id } = await client.start({ age: 30, topic, learning_goals: `Understand and use ${topic}`, ai_components });
    const end = await client.finish(task_id);
    if (end.status !== 'completed') throw new Error(`the run ended as ${end.status}: ${JSON.stringify(end.error)}`);
    // the clip is filmed after the course and must not delay the next one
    while ((await knex('run').whereIn('status', ['queued', 'running'])).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 200));
    return Date.parse(end.finished_at!) - Date.parse(end.created_at);
  };
  await latency({ ms: 0 });
  await write('Warming up an engine', true);
  await latency({ ms: CALL_MS, first_chunk_ms: 200 });
  const walls: { on: number[]; off: number[] } = { on: [], off: [] };
  for (let n = 0; n < COURSES; n += 1) {
    walls.off.push(await write(`Orchard care in words, part ${n}`, false));
    walls.on.push(await write(`Orchard care in pictures, part ${n}`, true));
  }
  line('a course without media', spread(walls.off, 'ms', 0));
  line('a course with pictures and a clip', spread(walls.on, 'ms', 0));
  line('  ÷ without (target ≤ 1.05)', (median(walls.on) / median(walls.off)).toFixed(3));
}
