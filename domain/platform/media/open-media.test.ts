import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { makeMedia, withFile, withMedia } from './made-media.factory.ts';
import { ffmpeg, inMediaTurn, MediaTurn } from './run-ffmpeg.ts';
import { convertToOpus } from './ffmpeg.ts';
import { openMedia } from './open-media.ts';

// media settings are read from the database
useTestDatabase();

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(os.tmpdir(), 'coursewright-open-media-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const silence = (rate: number, layout = 'mono') => ['-f', 'lavfi', '-i', `anullsrc=r=${rate}:cl=${layout}`, '-t', '1'];
/** Makes a file of that name. @returns its path */
async function made(name: string, args: readonly string[]): Promise<string> {
  const file = path.join(folder, name);
  await makeMedia([...args, file]);
  return file;
}
const opened = (file: string, how = {}) => withMedia((media) => openMedia(media, file, how));
const patched = (file: string, change: (bytes: Buffer) => void): string => {
  const bytes = readFileSync(file);
  change(bytes);
  writeFileSync(file, bytes);
  return file;
};

describe('what a file declares', () => {
  it('is read: codecs, channels by each name of a layout, and duration', async () => {
    for (const layout of ['mono', 'stereo', '2.1', 'quad', '5.1', 'hexagonal', '7.1'])
      expect(await opened(await made(`${layout}.wav`, silence(48_000, layout))), layout).toMatchObject({
        seconds: 1,
        sounds: [{ codec: 'pcm_s16le' }],
        pictures: [],
      });
    const film = ['-f', 'lavfi', '-i', 'testsrc=duration=1:size=160x90:rate=10', ...silence(48_000), '-pix_fmt', 'yuv420p'];
    expect(await opened(await made('film.mp4', film))).toMatchObject({ sounds: [{ codec: 'aac' }], pictures: [{ codec: 'h264' }] });
  });

  it('may be unknown: a recorder does not know how long it will record', async () => {
    const file = await made('live.webm', [...silence(48_000), '-c:a', 'libopus', '-live', '1']);
    expect((await opened(file)).sounds).toMatchObject([{ codec: 'opus' }]);
  });

  it.each<[what: string, reason: string, file: () => Promise<string>]>([
    ['655,340 Hz and 8 channels', 'size', () => made('fast.flac', silence(655_340, '7.1'))],
    ['16 channels', 'size', () => made('wide.wav', silence(48_000, 'hexadecagonal'))],
    ['ADPCM', 'codec', () => made('adpcm.wav', [...silence(44_100), '-c:a', 'adpcm_ms'])],
    ['AC-3 in a film', 'codec', () => made('ac3.mkv', [...silence(48_000), '-c:a', 'ac3'])],
    [
      'more pixels than 8K',
      // an old ffmpeg does not repeat what is beyond its own bound
      'size|unreadable',
      async () =>
        patched(await made('large.webm', ['-f', 'lavfi', '-i', 'color=size=320x300:rate=1:duration=1', '-c:v', 'libvpx']), (bytes) => {
          // width and height of the track, then those of the first picture
          bytes.writeUInt16BE(8_192, bytes.indexOf(Buffer.of(0xb0, 0x82, 320 >> 8, 320 & 0xff)) + 2);
          bytes.writeUInt16BE(4_352, bytes.indexOf(Buffer.of(0xba, 0x82, 300 >> 8, 300 & 0xff)) + 2);
          const picture = bytes.indexOf(Buffer.of(0x9d, 0x01, 0x2a)) + 3;
          bytes.writeUInt16LE(8_192, picture);
          bytes.writeUInt16LE(4_352, picture + 2);
        }),
    ],
    [
      '17 streams',
      'unreadable',
      () => made('many.mkv', [...silence(8_000), ...Array.from({ length: 17 }, () => ['-map', '0']).flat(), '-c:a', 'flac']),
    ],
    [
      'four hours',
      'length',
      async () =>
        // the number of samples in the head, of 36 bits
        patched(await made('long.flac', silence(48_000)), (bytes) => bytes.writeUInt32BE(48_000 * 4 * 3_600, 22)),
    ],
    ['nothing at all', 'unreadable', async () => patched(await made('none.wav', silence(48_000)), (bytes) => bytes.fill(0))],
    ['a page', 'unreadable', async () => patched(await made('page.wav', silence(48_000)), (bytes) => bytes.write('<!doctype html>'))],
  ])('is refused before it is decoded: %s', async (_, reason, file) => {
    await expect(opened(await file())).rejects.toMatchObject({
      name: 'MediaFailure',
      reason: expect.stringMatching(`^(?:${reason})$`),
    });
  });

  it('may be as long as the caller allows', async () => {
    const file = await made('short.flac', silence(48_000));
    expect(await opened(file, { mostSeconds: 1 })).toMatchObject({ seconds: 1 });
    await expect(opened(file, { mostSeconds: 0.5 })).rejects.toMatchObject({ reason: 'length' });
  });

  it('is not what its texts say', async () => {
    const says = '    Stream #0:0: Audio: opus, 48000 Hz, mono, fltp';
    const flac = [...silence(96_000, '7.1'), '-c:a', 'flac'];
    const titled = await made('titled.mkv', [...flac, '-metadata', `title=bees\n${says}`]);
    const spoken = await made('spoken.mkv', [...flac, '-metadata:s:a', `language=x): Audio: opus, 48000 Hz, mono, fltp\n${says}`]);
    const ending = await made('ending.mkv', [...flac, '-metadata', `title=\nOutput #0, framecrc, to 'pipe:2':\n${says}`]);
    for (const file of [titled, spoken, ending])
      expect((await opened(file)).sounds).toMatchObject([{ codec: 'flac', rate: 96_000, channels: 8 }]);
  });

  it('is hidden by no length of its texts', async () => {
    const withLines = (lines: number) =>
      made(`lines-${lines}.mkv`, [...silence(48_000), '-c:a', 'flac', '-metadata', `title=${'bees\n'.repeat(lines)}`]);
    expect((await opened(await withLines(1_000))).sounds).toHaveLength(1);
    await expect(opened(await withLines(20_000))).rejects.toMatchObject({ reason: 'unreadable' });
  });
});

describe('work with ffmpeg', () => {
  const endless = ['-re', '-f', 'lavfi', '-i', 'anullsrc', '-f', 'null', '-'];

  it('has a codec that is listed, also where the caller names the format', async () => {
    const file = await made('listed.wav', [...silence(44_100), '-c:a', 'adpcm_ima_wav']);
    const other = await made('other.wav', silence(44_100));
    // as if it had been replaced after it was opened
    const convert = withFile(other, (media, checked) => convertToOpus(media, { ...checked, path: file, format: 'wav' }, `${file}.webm`, 9));
    await expect(convert).rejects.toThrow(/not on whitelist/);
  });

  it('ends with what it is for, running or waiting, and others are served', async () => {
    const cancel = new AbortController();
    const of = { decoded: 'picture', turn: { accountId: 'ines' }, signal: cancel.signal } as const;
    const tried = Promise.allSettled([1, 2].map(() => inMediaTurn(of, (media) => ffmpeg(media, endless))));
    cancel.abort(new Error('not wanted'));
    for (const one of await tried) expect(one).toMatchObject({ status: 'rejected', reason: { message: 'not wanted' } });
    await inMediaTurn({ ...of, signal: null }, (media) => ffmpeg(media, [...silence(8_000), '-f', 'null', '-']));
  });

  it('ends when it is cancelled at work', async () => {
    const media = new MediaTurn({ isHeavy: false, charge: () => {} }, AbortSignal.timeout(200), 'sound');
    await expect(media.run(endless)).rejects.toThrow('timeout');
  });

  it('is charged to its account', async () => {
    let charged = 0;
    const media = new MediaTurn({ isHeavy: false, charge: (ms) => (charged += ms) }, null, 'sound');
    await media.run(['-f', 'lavfi', '-i', 'anullsrc=r=48000', '-t', '60', '-c:a', 'libopus', '-f', 'null', '-']);
    expect(charged).toBeGreaterThan(40);
  });

  it('of one account waits in its line, of which the fifth piece is refused, and nobody else’s', async () => {
    const turnOf = (accountId: string) => ({ decoded: 'sound', turn: { accountId }, signal: null }) as const;
    const { promise: free, resolve } = Promise.withResolvers<void>();
    const held = [1, 2, 3, 4].map(() => inMediaTurn(turnOf('omar'), () => free));
    await expect(inMediaTurn(turnOf('omar'), () => free)).rejects.toMatchObject({ code: 'limits.rate' });
    await inMediaTurn(turnOf('ines'), async () => {});
    resolve();
    await Promise.all(held);
  });

  it('reads a file only through what was checked', async () => {
    const file = await made('whole.wav', silence(8_000));
    const out = `${file}.webm`;
    await withFile(file, (media, one) => convertToOpus(media, one, out, 0.5));
    expect((await opened(out)).seconds).toBeCloseTo(0.5, 1);
  });
});
