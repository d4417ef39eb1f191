import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { PART_BYTES } from '#contract/voice/voice.contract.ts';
import { startEngine } from '#domain/kinds.ts';
import { sweepMedia } from '#domain/media/store-media.command.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { makeMedia } from '#domain/platform/media/made-media.factory.ts';
import { listFiles, removeFile } from '#domain/vendors/files/file-store.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';

const api = useTestApi();
let sandbox: Sandbox;
let ines: Person;
let folder: string;
const sounds: Record<'webm' | 'mp4' | 'movie' | 'long', Buffer> = Object.create(null);
startEngine();

/** Encodes a tone of this many seconds in a file with that name. */
async function tone(name: string, seconds: number, ...encode: string[]): Promise<Buffer> {
  const file = path.join(folder, name);
  await makeMedia(['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, ...encode, file]);
  return readFileSync(file);
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'voice-routes-'));
  sandbox = await startSandbox({ port: 0 });
  ines = await api.givenPerson('ines@example.com');
  const opus = ['-c:a', 'libopus', '-b:a', '16k'];
  sounds.webm = await tone('a.webm', 2, ...opus, '-metadata', 'title=where I live');
  sounds.mp4 = await tone('a.mp4', 2, '-c:a', 'aac');
  await tone('minute.webm', 60, '-c:a', 'libopus', '-b:a', '64k');
  const long = path.join(folder, 'long.webm');
  await makeMedia(['-stream_loop', '30', '-i', path.join(folder, 'minute.webm'), '-c', 'copy', long]);
  sounds.long = readFileSync(long);
  sounds.movie = await tone('movie.webm', 1, '-f', 'lavfi', '-i', 'color=size=16x16:duration=1', ...opus, '-c:v', 'libvpx');
});
beforeEach(() => setConfig({ ...config(), google: { ...config().google, ...sandboxGoogle(sandbox.url) } }));
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

const dataUrl = (bytes: Uint8Array, type = 'audio/webm;codecs=opus') => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const save = (body: object, person = ines) =>
  api.call('/api/voice-notes', { method: 'POST', body: { user_id: person.userId, title: 'Bees', ...body }, bearer: person.accessToken });
const as = (person: Person, method: string, address: string, body?: object) =>
  api.call(`/api/voice-notes/${address}`, { method, bearer: person.accessToken, ...(body && { body }) });
const rows = () => api.database.knex('media_object').count('* as n').first();

async function sendPart(uploadId: string, part: number, bytes: Uint8Array): Promise<Response> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], 'part', { type: 'application/octet-stream' }));
  const headers = { authorization: `Bearer ${ines.accessToken}` };
  return fetch(`${api.origin}/api/voice-notes/uploads/${uploadId}/${part}`, { method: 'PUT', body: form, headers });
}

describe('saving a voice note', () => {
  it('VOX-04 VOX-05 VOX-07 accepts a data URL of WebM with Opus, with the cookie alone, and measures its length', async () => {
    const body = {
      user_id: ines.userId,
      title: 'Bees',
      audio_data: dataUrl(sounds.webm),
      duration: 99,
      transcription: '',
      created_at: '2026-11-20T10:00:00Z',
    };
    const { status, json } = await api.call('/api/voice-notes', {
      method: 'POST',
      body,
      cookie: ines.cookie,
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
    expect([status, json.voice_note]).toMatchObject([
      200,
      {
        id: expect.any(String),
        user_id: ines.userId,
        title: 'Bees',
        audio_data: expect.stringContaining('/audio'),
        type: 'audio/webm',
        transcription: '',
        transcription_status: 'transcribing',
        created_at: '2026-11-20T10:00:00.000Z',
      },
    ]);
    expect(json.voice_note.duration).toBeCloseTo(2, 0);
    const sound = await as(ines, 'GET', `${json.voice_note.id}/audio`);
    expect([sound.status, sound.headers['content-type']]).toEqual([200, 'audio/webm']);
    expect(sound.text).not.toContain('where I live');
    const part = await api.call(`/api/voice-notes/${json.voice_note.id}/audio`, {
      bearer: ines.accessToken,
      headers: { range: 'bytes=0-9' },
    });
    expect(part.status).toBe(206);
  });

  it('answers 404 if the stored bytes are missing, completely or partly, and never cuts the connection', async () => {
    const { json } = await save({ audio_data: dataUrl(sounds.webm) });
    const { audio_id } = (await api.database.knex('voice_note').where({ id: json.voice_note.id }).first('audio_id'))!;
    await removeFile(`media/${audio_id}`);
    const address = `/api/voice-notes/${json.voice_note.id}/audio`;
    for (const headers of [{}, { range: 'bytes=0-9' }] as Record<string, string>[]) {
      const { status, json: problem, headers: sent } = await api.call(address, { bearer: ines.accessToken, headers });
      expect([status, problem.code, sent['content-type']]).toEqual([404, 'not_found', expect.stringContaining('json')]);
    }
  });

  it('G53 VOX-06 accepts MP4 with AAC, names it by its time, and keeps a text that the user sends', async () => {
    const { json } = await save({ title: '', audio_data: dataUrl(sounds.mp4, 'audio/mp4'), transcription: 'My own words' });
    expect(json.voice_note).toMatchObject({ type: 'audio/mp4', transcription: 'My own words', transcription_status: 'ready' });
    expect(json.voice_note.title).toMatch(/^Voice Note \d/);
    const fallback = await save({ audio_data: dataUrl(sounds.mp4, 'audio/mp4'), transcription: 'Auto-transcription not available' });
    expect(fallback.json.voice_note.transcription_status).toBe('transcribing');
  });

  it('VOX-09 requires a recording and a session; repeating its id creates one note', async () => {
    expect((await save({})).json.code).toBe('validation.failed');
    expect((await api.call('/api/voice-notes', { method: 'POST', body: { audio_data: dataUrl(sounds.webm) } })).status).toBe(401);
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => save({ id, audio_data: dataUrl(sounds.webm) })));
    expect(answers.map(({ json }) => json.voice_note.id)).toEqual([id, id, id]);
    expect(await api.database.knex('voice_note').where({ id })).toHaveLength(1);
  });

  it('accepts parts in any order and after a break, and refuses an upload with a gap', async () => {
    const [uploadId, id] = [randomUUID(), randomUUID()];
    const bytes = sounds.long.subarray(0, PART_BYTES + 1000);
    expect((await sendPart(uploadId, 1, bytes.subarray(PART_BYTES))).status).toBe(200);
    expect((await save({ id, upload_id: uploadId })).json.code).toBe('voice.upload_incomplete');
    expect((await as(ines, 'GET', `uploads/${uploadId}`)).json).toEqual({ parts: [1] });
    for (const _ of [1, 2]) expect((await sendPart(uploadId, 0, bytes.subarray(0, PART_BYTES))).status).toBe(200);
    expect((await sendPart(uploadId, 2, Buffer.alloc(PART_BYTES + 1))).status).toBe(413);
    expect((await sendPart(uploadId, 25, Buffer.alloc(1))).status).toBe(400);
    const { json } = await save({ id, upload_id: uploadId });
    expect(json.voice_note.duration).toBeGreaterThan(60);
    expect(await api.database.knex('voice_upload_part').where({ upload_id: uploadId })).toEqual([]);
  });

  it.each(['wav', 'mp3', 'ogg', 'flac', 'aac', 'aiff'])(
    'accepts a common audio file (%s), and stores its sound as a recording',
    async (suffix) => {
      const file = await tone(`usual.${suffix}`, 2, ...(suffix === 'ogg' ? ['-c:a', 'libvorbis'] : []), '-metadata', 'title=where I live');
      const { status, json } = await save({ audio_data: dataUrl(file, `audio/${suffix}`) });
      expect([status, json.voice_note?.type]).toEqual([200, 'audio/webm']);
      expect(json.voice_note.duration).toBeCloseTo(2, 0);
      expect((await as(ines, 'GET', `${json.voice_note.id}/audio`)).text).not.toContain('where I live');
    },
  );

  it('reads its recording as it comes, and parses no more of the body than its other fields need', async () => {
    const sent = { title: 'Bees', audio_data: dataUrl(sounds.webm) };
    const escaped = JSON.stringify(sent)
      .replaceAll('/', String.raw`\/`)
      .replaceAll('+', String.raw`\u002b`);
    const raw = (rawBody: string, headers = {}) =>
      api.call('/api/voice-notes', {
        method: 'POST',
        rawBody,
        bearer: ines.accessToken,
        headers: { 'Content-Type': 'application/json', ...headers },
      });
    expect((await raw(escaped)).json.voice_note).toMatchObject({ type: 'audio/webm' });
    const refusals: [string, number, string][] = [
      [JSON.stringify({ audio_data: Array.from({ length: 50_000 }, () => 1) }), 400, 'The body has too many values.'],
      [JSON.stringify({ audio_data: Array.from({ length: 10_000 }, () => 1) }), 400, 'Audio data: must be text.'],
      [`{"audio_data":${'['.repeat(10_000)}`, 400, 'The body is nested too deeply.'],
      [JSON.stringify({ ...sent, other: 'x'.repeat(300_000) }), 413, 'The body may be at most 256 KB.'],
      ['{"audio_data":5}', 400, 'Audio data: must be text.'],
      ['"data:audio/webm;base64,AAAA"', 400, 'Body: must be a JSON object.'],
      [escaped.slice(0, -5), 400, 'The body is not valid JSON'],
      [`{"audio_data":"data:,","audio_data":"data:,"}`, 400, 'The body is not valid JSON'],
      [`{"__proto__":{"title":"x"},"audio_data":"data:,"}`, 400, 'The body is not valid JSON'],
    ];
    for (const [body, status, detail] of refusals) {
      const { status: answered, json } = await raw(body);
      expect([answered, json.detail], body.slice(0, 60)).toEqual([status, detail]);
    }
    expect((await raw(escaped, { 'Content-Encoding': 'gzip' })).status).toBe(415);
  });

  it.each<[what: string, code: string, args: string[], change?: (bytes: Buffer) => void]>([
    ['655,340 Hz and 8 channels', 'voice.bad_audio', ['-ar', '655340', '-ac', '8', '-c:a', 'flac', '-f', 'flac']],
    ['ADPCM', 'voice.bad_audio', ['-c:a', 'adpcm_ms', '-f', 'wav']],
    // the number of samples in the head, of 36 bits
    ['four hours', 'voice.too_long', ['-ar', '48000', '-c:a', 'flac', '-f', 'flac'], (bytes) => bytes.writeUInt32BE(48_000 * 14_400, 22)],
  ])('refuses a recording by what it declares: %s', async (what, code, args, change = () => {}) => {
    const file = Buffer.from(await tone(`declared-${what.length}`, 1, ...args));
    change(file);
    const before = await rows();
    expect((await save({ audio_data: dataUrl(file, 'audio/flac') })).json.code).toBe(code);
    expect(await rows()).toEqual(before);
  });

  it.runIf(existsSync('/proc/self/stat'))('ends its conversion with its request', { tags: 'slow' }, async () => {
    const silence = path.join(folder, 'silence.flac');
    await makeMedia(['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=mono', '-t', '1790', '-c:a', 'flac', silence]);
    const conversions = () =>
      readdirSync('/proc').filter((pid) => {
        try {
          return /^\d+$/.test(pid) && /kept[.]webm/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
        } catch {
          return false;
        }
      });
    const gone = new AbortController();
    const asked = fetch(`${api.origin}/api/voice-notes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ines.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: ines.userId, title: 'Gone', audio_data: dataUrl(readFileSync(silence)) }),
      signal: gone.signal,
    });
    await vi.waitUntil(() => conversions().length > 0);
    gone.abort();
    await expect(asked).rejects.toThrow();
    await vi.waitUntil(() => conversions().length === 0);
    expect(await api.database.knex('voice_note').where({ title: 'Gone' })).toEqual([]);
  });

  it('names the accepted files when it refuses one', async () => {
    const { json } = await save({ audio_data: dataUrl(Buffer.from('hello')) });
    expect(json).toMatchObject({ code: 'voice.bad_audio', detail: expect.stringContaining('WAV, MP3') });
  });

  it('G53 refuses 40 hostile recordings by their bytes, and stores nothing', { tags: 'slow' }, async () => {
    const before = await rows();
    const { webm, mp4, movie } = sounds;
    const flipped = (at: number) => Buffer.concat([webm.subarray(0, at), Buffer.from([~webm[at]! & 255]), webm.subarray(at + 1)]);
    const hostile: [what: string, bytes: Uint8Array, type?: string][] = [
      ['nothing', Buffer.alloc(0)],
      ['text', Buffer.from('hello')],
      ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
      ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')],
      ['a concat script', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
      ['a PDF', Buffer.from('%PDF-1.7\n')],
      ['a zip', Buffer.from('PK\u0003\u0004')],
      ['a deflated bomb', deflateRawSync(Buffer.alloc(5_000_000))],
      ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;')],
      ['MP3 without sound', Buffer.concat([Buffer.from('ID3\u0004'), Buffer.alloc(200)])],
      ['a playlist behind the head of WAV', Buffer.from('RIFF\u0024\u0000\u0000\u0000WAVE\n#EXTM3U\nfile:///etc/passwd\n')],
      ['a film', movie],
      ['a film called sound', movie, 'audio/webm'],
      ['the head of WebM alone', webm.subarray(0, 40)],
      ['the head of MP4 alone', mp4.subarray(0, 40)],
      ['MP4 without its index', mp4.subarray(0, 900)],
      ['a head and noise', Buffer.concat([webm.subarray(0, 60), randomBytes(4_000)])],
      ['an MP4 head and noise', Buffer.concat([mp4.subarray(0, 32), randomBytes(4_000)])],
      ['WebM behind a page', Buffer.concat([Buffer.from('<html>'), webm])],
      ['MP4 behind a page', Buffer.concat([Buffer.from('<html>'), mp4])],
      ['a broken magic', flipped(0)],
      ['WAV', Buffer.concat([Buffer.from('RIFF\u0024\u0000\u0000\u0000WAVEfmt '), Buffer.alloc(200)])],
      ['Ogg', Buffer.concat([Buffer.from('OggS\u0000\u0002'), Buffer.alloc(200)])],
      ['FLAC', Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(200)])],
      ['AVI', Buffer.concat([Buffer.from('RIFF\u0024\u0000\u0000\u0000AVI LIST'), Buffer.alloc(200)])],
      ['a program', Buffer.concat([Buffer.from('\u007fELF'), Buffer.alloc(200)])],
      ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n')],
      ['JSON', Buffer.from('{"audio":true}')],
      ['XML', Buffer.from('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>')],
      ...[16, 64, 256, 1024].map((size): [string, Buffer] => [`${size} random bytes`, randomBytes(size)]),
      ...[16, 64, 256, 1024].map((size): [string, Buffer] => [`${size} zeros`, Buffer.alloc(size)]),
    ];
    for (const [what, bytes, type] of hostile)
      expect(await save({ audio_data: dataUrl(bytes, type) }), what).toMatchObject({ status: 400, json: { code: 'voice.bad_audio' } });
    const addresses = ['https://example.com/a.webm', 'data:text/html;base64,AAAA', 'data:audio/webm,AAAA', 'file:///etc/passwd'];
    for (const address of addresses) expect((await save({ audio_data: address })).json.code, address).toBe('voice.bad_audio');
    expect(hostile.length + addresses.length).toBeGreaterThanOrEqual(40);
    expect((await save({ audio_data: dataUrl(sounds.long) })).json.code).toBe('voice.too_long');
    expect((await save({ audio_data: dataUrl(Buffer.alloc(25_100_000)) })).status).toBe(413);
    expect(await rows()).toEqual(before);
  });
});

describe('a voice note', () => {
  it('VOX-08 is listed newest first, searched, renamed, corrected and deleted with its bytes; another person gets 404', async () => {
    const owner = await api.givenPerson('owner@example.com');
    const first = (await save({ audio_data: dataUrl(sounds.webm), title: 'Hive', created_at: '2026-11-19T10:00:00Z' }, owner)).json
      .voice_note;
    const second = (await save({ audio_data: dataUrl(sounds.webm), title: 'Frost', transcription: 'winter is near' }, owner)).json
      .voice_note;
    const titles = async (query = '') =>
      (await as(owner, 'GET', `${owner.userId}${query}`)).json.voice_notes.map(({ title }: { title: string }) => title);
    expect(await titles()).toEqual(['Frost', 'Hive']);
    expect(await titles('?q=WINTER')).toEqual(['Frost']);
    expect(await titles('?limit=1')).toEqual(['Frost']);
    const { next } = (await as(owner, 'GET', `${owner.userId}?limit=1`)).json;
    expect(await titles(`?limit=1&after=${next}`)).toEqual(['Hive']);
    expect((await as(owner, 'PATCH', first.id, { title: 'The hive', transcription: 'Bees at rest' })).json.voice_note).toMatchObject({
      title: 'The hive',
      transcription: 'Bees at rest',
    });
    for (const [method, address] of [
      ['GET', `${first.id}/audio`],
      ['GET', `${first.id}/words`],
      ['GET', `${first.id}/captions`],
      ['PATCH', first.id],
      ['POST', `${first.id}/transcription`],
      ['DELETE', first.id],
    ] as const)
      expect((await as(ines, method, address, method === 'PATCH' ? { title: 'Mine' } : undefined)).status, address).toBe(404);
    expect((await as(ines, 'GET', owner.userId)).status).toBe(403);

    for (const { id } of [first, second]) expect((await as(owner, 'DELETE', id)).json).toEqual({ id });
    expect((await as(owner, 'DELETE', first.id)).status).toBe(404);
    await api.database.knex('voice_note').delete();
    await api.database.knex('media_object').update({ deleted_at: new Date() });
    await sweepMedia();
    const keys: string[] = [];
    for await (const files of listFiles('media/')) keys.push(...files.map(({ key }) => key));
    expect(keys).toEqual([]);
  });

  it('VOX-06 shows the fallback text without a service, and in the sandbox, whose stand-in would invent a text', async () => {
    setConfig({ ...config(), services: { ...config().services, speech: false } });
    const { json } = await save({ audio_data: dataUrl(sounds.webm) });
    expect(json.voice_note).toMatchObject({ transcription: 'Auto-transcription not available', transcription_status: 'none' });
    expect((await api.call('/api/about')).json.transcribes).toBe(false);
  });
});
