import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { config } from '#domain/platform/config.ts';
import { watchProcess } from '#domain/platform/restricted/watch-process.ts';

const require = createRequire(import.meta.url);
/** Timeout: joining our longest clip takes less. */
const PATIENCE_MS = 120_000;
/** Joining three clips of 1080p takes less than half of it. */
const MEMORY_BYTES = 1_500_000_000;
const PRINTED_CHARACTERS = 8_000;
/** Output limit: the longest recording with one pause per second needs less. */
const SILENCES_CHARACTERS = 1_000_000;

/** Returns a program's full path, because it is started without PATH; null when not found. */
function pathOf(name: string): string | null {
  const [ask, args] = os.platform() === 'win32' ? ['where', [name]] : ['sh', ['-c', 'command -v "$1"', 'sh', name]];
  const [found = ''] = spawnSync(ask, args, { encoding: 'utf8' }).stdout?.split(/\r?\n/) ?? [];
  return path.isAbsolute(found) ? found : null;
}

/**
 * Finds ffmpeg: from the settings, else the system's, else the static build from npm (GPL; its decoders date from 2018, so the system's is
 * preferred). Null when there is none.
 */
function find(): string | null {
  const { ffmpegPath } = config();
  if (ffmpegPath) return pathOf(ffmpegPath) ?? ffmpegPath;
  const installed = pathOf('ffmpeg');
  if (installed) return installed;
  try {
    return (require('@ffmpeg-installer/ffmpeg') as { path: string }).path;
  } catch {
    return null;
  }
}

let found: { program: string | null } | null = null;
const program = (): string | null => (found ??= { program: find() }).program;

/** Tells whether ffmpeg is available to join and cut clips. */
export const hasFfmpeg = (): boolean => program() !== null;

/** Each process uses a CPU and several hundred MB, so clips that end together take turns. */
const MOST_AT_ONCE = Math.max(2, os.availableParallelism());
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // the slot goes to the longest waiting caller
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

interface Ran {
  readonly code: number | null;
  /** Keeps the end of its output. */
  readonly printed: string;
}

/**
 * Options for an untrusted file. It must not reference an address or another file, so playlists are not among the formats, and no picture
 * in it may be larger than 8K.
 */
const STRANGERS = [
  ['-protocol_whitelist', 'file,pipe'],
  ['-format_whitelist', 'matroska,mov,wav,aiff,ogg,mp3,aac,flac'],
  [
    '-codec_whitelist',
    'opus,libopus,vorbis,aac,mp3,mp3float,flac,pcm_u8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_f32le,h264,hevc,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d',
  ],
  ['-max_pixels', String(7_680 * 4_320)],
].flat();
const inputOf = (file: string): string[] => [...STRANGERS, '-i', file];

const spawnFfmpeg = (args: readonly string[], signal?: AbortSignal, most = PRINTED_CHARACTERS): Promise<Ran> =>
  inTurn(() => spawnNow(args, signal, most));

async function spawnNow(args: readonly string[], signal: AbortSignal | undefined, most: number): Promise<Ran> {
  const file = program();
  if (!file) throw new Error('ffmpeg is not installed');
  const child = spawn(file, ['-nostdin', '-hide_banner', '-y', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // it does not need our secrets
    env: {},
    ...(signal && { signal }),
  });
  const watched = watchProcess(child, { withinMs: PATIENCE_MS, memoryBytes: MEMORY_BYTES });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-most)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(watched.end);
  const reason = watched.reason();
  return { code, printed: reason ? `${printed}\nended: ${reason}` : printed };
}

/** Runs ffmpeg. @throws Error with the end of its output when it fails; the signal's reason */
export async function ffmpeg(args: readonly string[], signal?: AbortSignal): Promise<void> {
  const { code, printed } = await spawnFfmpeg(['-loglevel', 'error', ...args], signal);
  if (code !== 0) throw new Error(`ffmpeg exited with ${code}: ${printed}`);
}

/** Returns the duration of a media file and whether it has sound. Run without an output, ffmpeg prints both and exits with an error. */
export async function describeMedia(file: string): Promise<{ seconds: number; hasSound: boolean }> {
  const { printed } = await spawnFfmpeg(inputOf(file));
  const [, hours, minutes, rest] = /Duration: (\d+):(\d\d):(\d\d\.\d+)/.exec(printed) ?? [];
  const seconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
  if (!(seconds > 0)) throw new Error(`${path.basename(file)} is not a media file`);
  return { seconds, hasSound: /Stream .*Audio:/.test(printed) };
}

/** Returns the duration of a media file in seconds. @throws Error for anything else */
export const durationOf = async (file: string): Promise<number> => (await describeMedia(file)).seconds;

/** Decodes a media file completely. @throws Error if it is truncated or not media */
export const playThrough = (file: string): Promise<void> => ffmpeg(['-xerror', ...inputOf(file), '-f', 'null', '-']);

/** Returns the audio codec of a file (null without sound), and whether it also has a picture. */
export async function describeSound(file: string): Promise<{ codec: string | null; hasPicture: boolean }> {
  const { printed } = await spawnFfmpeg(inputOf(file));
  return { codec: /Stream .*Audio: (\w+)/.exec(printed)?.[1] ?? null, hasPicture: /Stream .*Video:/.test(printed) };
}

/**
 * Copies the first audio stream of a file without decoding it: adds an index for seeking and drops everything else.
 * @param out its extension decides the container: .webm or .mp4
 */
export const rewrapSound = (file: string, out: string): Promise<void> =>
  ffmpeg([...inputOf(file), '-map', '0:a:0', '-c', 'copy', '-map_metadata', '-1', '-fflags', '+bitexact', ...mp4Index(out), out]);

/**
 * Converts the first audio stream of a file to mono Opus in WebM.
 * @param format ffmpeg's name of the file's format
 * @param seconds cuts longer streams, so that a crafted file cannot keep the decoder busy
 */
export const convertToOpus = (file: string, format: string, out: string, seconds: number): Promise<void> => {
  const encode = ['-ac', '1', '-ar', '48000', '-c:a', 'libopus', '-b:a', '32k'];
  return ffmpeg([
    '-f',
    format,
    '-i',
    file,
    '-map',
    '0:a:0',
    '-t',
    String(seconds),
    ...encode,
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    out,
  ]);
};

const mp4Index = (out: string): string[] => (out.endsWith('.mp4') ? ['-movflags', '+faststart'] : []);

/** Returns pauses in speech of at least 0.35 s, in order, in seconds. */
export async function findSilences(file: string, signal?: AbortSignal): Promise<{ from: number; to: number }[]> {
  const { printed } = await spawnFfmpeg(
    [...inputOf(file), '-af', 'silencedetect=noise=-35dB:d=0.35', '-f', 'null', '-'],
    signal,
    SILENCES_CHARACTERS,
  );
  return [...printed.matchAll(/silence_end: ([\d.]+) \| silence_duration: ([\d.]+)/g)].map(([, end, duration]) => ({
    from: Number(end) - Number(duration),
    to: Number(end),
  }));
}

/** Extracts a part of a recording as WAV: mono, 16 kHz, 16 bits, which every speech service accepts. */
export const soundPart = (file: string, { from, to }: { from: number; to: number }, out: string, signal?: AbortSignal): Promise<void> =>
  ffmpeg(
    ['-ss', String(from), '-t', String(to - from), ...inputOf(file), '-map', '0:a:0', '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', out],
    signal,
  );

/** Sample rate of joined speech, in Hz: that of the vendors' voices. */
export const VOICE_RATE = 24_000;

/** Decodes a sound into raw samples: mono, 24 kHz, 16 bits, little-endian. */
export const voiceSamples = (file: string, out: string, signal?: AbortSignal): Promise<void> =>
  ffmpeg([...inputOf(file), '-map', '0:a:0', '-ac', '1', '-ar', String(VOICE_RATE), '-f', 's16le', out], signal);

/** Encodes raw samples as MP3 at 64 kbit/s, which every podcast player accepts. */
export const encodeVoice = (samples: string, out: string, signal?: AbortSignal): Promise<void> =>
  ffmpeg(
    ['-f', 's16le', '-ar', String(VOICE_RATE), '-ac', '1', '-i', samples, '-c:a', 'libmp3lame', '-b:a', '64k', '-fflags', '+bitexact', out],
    signal,
  );

/** Writes the last frame of a video as PNG. */
export const lastFrame = (video: string, image: string): Promise<void> =>
  ffmpeg(['-sseof', '-0.2', ...inputOf(video), '-update', '1', '-frames:v', '1', image]);

/** Joins videos in order and cuts the result to `seconds`; existing sound is preserved. */
export async function joinVideos(videos: readonly string[], seconds: number, out: string, signal?: AbortSignal): Promise<void> {
  const inputs = videos.flatMap(inputOf);
  const sound = (await Promise.all(videos.map(describeMedia))).every(({ hasSound }) => hasSound);
  const streams = videos.map((_, index) => `[${index}:v:0]${sound ? `[${index}:a:0]` : ''}`).join('');
  const filter = `${streams}concat=n=${videos.length}:v=1:a=${sound ? 1 : 0}[v]${sound ? '[a]' : ''}`;
  const encode = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', ...(sound ? ['-c:a', 'aac'] : [])];
  const maps = ['-map', '[v]', ...(sound ? ['-map', '[a]'] : [])];
  await ffmpeg([...inputs, '-filter_complex', filter, ...maps, '-t', String(seconds), ...encode, '-movflags', '+faststart', out], signal);
}

/** Extracts the frame at a time in seconds as JPEG, at most 640 pixels wide. */
export const posterOf = (video: string, atSecond: number, image: string): Promise<void> =>
  ffmpeg(['-ss', String(atSecond), ...inputOf(video), '-frames:v', '1', '-vf', "scale='min(640,iw)':-2", '-q:v', '4', image]);
