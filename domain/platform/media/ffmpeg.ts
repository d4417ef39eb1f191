import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { config } from '#domain/platform/config.ts';

const require = createRequire(import.meta.url);
/** Longer than any clip of ours takes to be joined. */
const PATIENCE_MS = 120_000;
const PRINTED_CHARACTERS = 8_000;
/** Of the longest recording, with a pause a second. */
const SILENCES_CHARACTERS = 1_000_000;

/**
 * The program's path: from the environment, else the system's, else the static build from npm (GPL; its decoders are of 2018, so the system's
 * is preferred). Null where there is none.
 */
function find(): string | null {
  const { ffmpegPath } = config();
  if (ffmpegPath) return ffmpegPath;
  if (spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0) return 'ffmpeg';
  try {
    return (require('@ffmpeg-installer/ffmpeg') as { path: string }).path;
  } catch {
    return null;
  }
}

let found: { program: string | null } | null = null;
const program = (): string | null => (found ??= { program: find() }).program;

/** Whether clips can be joined and cut on this machine. */
export const hasFfmpeg = (): boolean => program() !== null;

/** Each takes a processor and some hundred MB: clips that end together take their turn. */
const MOST_AT_ONCE = Math.max(2, os.availableParallelism());
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // its place goes to who waits longest
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

interface Ran {
  readonly code: number | null;
  /** The end of what it printed. */
  readonly printed: string;
}

const spawnFfmpeg = (args: readonly string[], signal?: AbortSignal, kept = PRINTED_CHARACTERS): Promise<Ran> =>
  inTurn(() => spawnNow(args, signal, kept));

async function spawnNow(args: readonly string[], signal: AbortSignal | undefined, kept: number): Promise<Ran> {
  const file = program();
  if (!file) throw new Error('ffmpeg is not installed');
  const child = spawn(file, ['-nostdin', '-hide_banner', '-y', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: PATIENCE_MS,
    ...(signal && { signal }),
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-kept)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, printed };
}

/** @throws Error with the end of what it printed, when it fails; the signal's reason */
export async function ffmpeg(args: readonly string[], signal?: AbortSignal): Promise<void> {
  const { code, printed } = await spawnFfmpeg(['-loglevel', 'error', ...args], signal);
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${printed}`);
}

/** What a media file holds. ffmpeg tells it when it is given nothing to do, and then ends with an error of its own. */
export async function describeMedia(file: string): Promise<{ seconds: number; hasSound: boolean }> {
  const { printed } = await spawnFfmpeg(['-i', file]);
  const [, hours, minutes, rest] = /Duration: (\d+):(\d\d):(\d\d\.\d+)/.exec(printed) ?? [];
  const seconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
  if (!(seconds > 0)) throw new Error(`${path.basename(file)} is no media file`);
  return { seconds, hasSound: /Stream .*Audio:/.test(printed) };
}

/** Seconds of a media file. @throws Error for a file that is none */
export const durationOf = async (file: string): Promise<number> => (await describeMedia(file)).seconds;

/** Decodes a media file to its end. @throws Error for half a file, or one that is none */
export const playThrough = (file: string): Promise<void> => ffmpeg(['-xerror', '-i', file, '-f', 'null', '-']);

/** What sound a file has, and whether it is nothing but that. `codec` is null without sound. */
export async function describeSound(file: string): Promise<{ codec: string | null; hasPicture: boolean }> {
  const { printed } = await spawnFfmpeg(['-i', file]);
  return { codec: /Stream .*Audio: (\w+)/.exec(printed)?.[1] ?? null, hasPicture: /Stream .*Video:/.test(printed) };
}

/**
 * Writes the first sound of a file anew, without decoding it: with an index to seek by, and without anything else the file held.
 * @param out its name says which container: .webm or .mp4
 */
export const rewrapSound = (file: string, out: string): Promise<void> =>
  ffmpeg(['-i', file, '-map', '0:a:0', '-c', 'copy', '-map_metadata', '-1', '-fflags', '+bitexact', ...mp4Index(out), out]);

const mp4Index = (out: string): string[] => (out.endsWith('.mp4') ? ['-movflags', '+faststart'] : []);

/** Stretches of at least 0.35 s in which nobody speaks, in their order, in seconds. */
export async function silencesOf(file: string, signal?: AbortSignal): Promise<{ from: number; to: number }[]> {
  const { printed } = await spawnFfmpeg(
    ['-i', file, '-af', 'silencedetect=noise=-35dB:d=0.35', '-f', 'null', '-'],
    signal,
    SILENCES_CHARACTERS,
  );
  return [...printed.matchAll(/silence_end: ([\d.]+) \| silence_duration: ([\d.]+)/g)].map(([, end, duration]) => ({
    from: Number(end) - Number(duration),
    to: Number(end),
  }));
}

/** Writes a part of a recording as WAV: one channel, 16 kHz, 16 bits, which every speech service takes. */
export const soundPart = (file: string, { from, to }: { from: number; to: number }, out: string, signal?: AbortSignal): Promise<void> =>
  ffmpeg(
    ['-ss', String(from), '-t', String(to - from), '-i', file, '-map', '0:a:0', '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', out],
    signal,
  );

/** Writes the last frame of a video as PNG. */
export const lastFrame = (video: string, image: string): Promise<void> =>
  ffmpeg(['-sseof', '-0.2', '-i', video, '-update', '1', '-frames:v', '1', image]);

/** Joins videos in their order and cuts the whole to `seconds`; what they have of sound stays. */
export async function joinVideos(videos: readonly string[], seconds: number, out: string, signal?: AbortSignal): Promise<void> {
  const inputs = videos.flatMap((video) => ['-i', video]);
  const sound = (await Promise.all(videos.map(describeMedia))).every(({ hasSound }) => hasSound);
  const streams = videos.map((_, index) => `[${index}:v:0]${sound ? `[${index}:a:0]` : ''}`).join('');
  const filter = `${streams}concat=n=${videos.length}:v=1:a=${sound ? 1 : 0}[v]${sound ? '[a]' : ''}`;
  const encode = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', ...(sound ? ['-c:a', 'aac'] : [])];
  const maps = ['-map', '[v]', ...(sound ? ['-map', '[a]'] : [])];
  await ffmpeg([...inputs, '-filter_complex', filter, ...maps, '-t', String(seconds), ...encode, '-movflags', '+faststart', out], signal);
}

/** The frame at a second as JPEG, at most 640 pixels wide. */
export const posterOf = (video: string, atSecond: number, image: string): Promise<void> =>
  ffmpeg(['-ss', String(atSecond), '-i', video, '-frames:v', '1', '-vf', "scale='min(640,iw)':-2", '-q:v', '4', image]);
