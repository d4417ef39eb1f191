import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeMedia } from './made-media.factory.ts';

/** Deterministic numbers from 0 to 1 (mulberry32), so that a failure can be reproduced. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SINE = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2'];
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=duration=2:size=160x90:rate=10'];
/** Formats that browsers record, and that clips have. */
const SOUND = {
  webm: [...SINE, '-c:a', 'libopus'],
  m4a: [...SINE, '-c:a', 'aac'],
  wav: [...SINE, '-c:a', 'pcm_s16le'],
  mp4: [...PICTURE, ...SINE, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest'],
};

export interface MalformedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Cuts and flips bits of a sound file. */
function damaged(name: string, bytes: Buffer, seed: number): MalformedFile[] {
  const next = random(seed);
  const cut = (share: number) => bytes.subarray(0, Math.floor(bytes.length * share));
  const flipped = (times: number, within: number) => {
    const copy = Buffer.from(bytes);
    for (let n = 0; n < times; n += 1) {
      const at = Math.floor(next() * Math.min(within, copy.length));
      copy[at] = copy[at]! ^ (1 << Math.floor(next() * 8));
    }
    return copy;
  };
  return [
    { name: `${name}, cut in its head`, bytes: cut(next() * 0.1) },
    { name: `${name}, cut later`, bytes: cut(0.3 + next() * 0.6) },
    { name: `${name}, bits flipped in its head`, bytes: flipped(40, 600) },
    { name: `${name}, bits flipped everywhere`, bytes: flipped(400, Infinity) },
  ];
}

/** Overwrites the bytes after a marker. */
function patched(bytes: Buffer, marker: string, offset: number, value: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(marker, 0, 'latin1');
  if (at < 0) throw new Error(`there is no ${marker}`);
  value.copy(copy, at + offset);
  return copy;
}
const ones = (length: number): Buffer => Buffer.alloc(length, 0xff);

/** Files whose headers claim sizes, durations, channels and pictures that they do not have. */
const lying = ({ m4a, wav, webm, mp4 }: Record<keyof typeof SOUND, Buffer>): MalformedFile[] => [
  { name: 'mp4 of an endless index', bytes: patched(m4a, 'moov', -4, Buffer.from([0x7f, 0xff, 0xff, 0xff])) },
  { name: 'mp4 of four billion samples', bytes: patched(m4a, 'stsz', 12, ones(4)) },
  { name: 'mp4 of a hundred years', bytes: patched(m4a, 'mvhd', 20, ones(4)) },
  { name: 'mp4 of 65535 × 65535 pixels', bytes: patched(mp4, 'avc1', 28, ones(4)) },
  { name: 'wav without end', bytes: patched(wav, 'data', 4, ones(4)) },
  { name: 'wav of 65535 channels', bytes: patched(wav, 'fmt ', 10, ones(2)) },
  { name: 'wav of 4 GHz', bytes: patched(wav, 'fmt ', 12, ones(4)) },
  {
    name: 'webm of one endless element',
    bytes: Buffer.concat([webm.subarray(0, 40), Buffer.from('18538067', 'hex'), ones(8), webm.subarray(60)]),
  },
];

/** Files that try to read another file, or an address. */
const nosy = (secret: string, address: string): MalformedFile[] =>
  [
    { name: 'HLS of a file', text: `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://${secret}\n#EXT-X-ENDLIST\n` },
    { name: 'HLS of an address', text: `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${address}/a.ts\n#EXT-X-ENDLIST\n` },
    {
      name: 'HLS of a file and an address joined',
      text: `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nconcat:${address}/?|file://${secret}\n`,
    },
    { name: 'HLS with a key from an address', text: `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${address}/key"\n#EXTINF:1,\na.ts\n` },
    { name: 'a list of files', text: `ffconcat version 1.0\nfile '${secret}'\n` },
    { name: 'a list of addresses', text: `ffconcat version 1.0\nfile '${address}/a.mp4'\n` },
    { name: 'DASH', text: `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>${address}/</BaseURL></MPD>` },
    { name: 'SDP', text: 'v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n' },
  ].map(({ name, text }) => ({ name, bytes: Buffer.from(text) }));

/**
 * Builds malformed media files, the same for the same seed.
 * @param folder for the sound files that are damaged
 * @param secret path of a file that none of them may read
 * @param address origin that none of them may reach
 */
export async function malformedFiles(folder: string, { secret, address, seed }: { secret: string; address: string; seed: number }) {
  const sound = {} as Record<keyof typeof SOUND, Buffer>;
  for (const [suffix, args] of Object.entries(SOUND)) {
    const file = path.join(folder, `whole.${suffix}`);
    await makeMedia([...args, file]);
    sound[suffix as keyof typeof SOUND] = await readFile(file);
  }
  const files = [
    ...Object.entries(sound).flatMap(([suffix, bytes], n) => damaged(suffix, bytes, seed + n)),
    ...lying(sound),
    ...nosy(secret, address),
  ];
  return Promise.all(
    files.map(async ({ name, bytes }, n) => {
      const file = path.join(folder, `malformed-${n}`);
      await writeFile(file, bytes);
      return { name, file };
    }),
  );
}
