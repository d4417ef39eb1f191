import { ffmpeg, type MediaTurn } from './run-ffmpeg.ts';
import { inputOf, type MediaFile } from './open-media.ts';

/** Output limit: the longest recording with one pause per second needs less. */
const SILENCES_CHARACTERS = 1_000_000;

/** Decodes a media file completely. @throws Error if it is truncated or not media */
export const playThrough = (media: MediaTurn, file: MediaFile): Promise<void> =>
  ffmpeg(media, ['-xerror', ...inputOf(file), '-f', 'null', '-']);

/**
 * Copies the first audio stream of a file without decoding it: adds an index for seeking and drops everything else.
 * @param out its extension decides the container: .webm or .mp4
 */
export const rewrapSound = (media: MediaTurn, file: MediaFile, out: string): Promise<void> =>
  ffmpeg(media, [...inputOf(file), '-map', '0:a:0', '-c', 'copy', '-map_metadata', '-1', '-fflags', '+bitexact', ...mp4Index(out), out]);

/**
 * Converts the first audio stream of a file to mono Opus in WebM.
 * @param seconds cuts longer streams, whatever they declare
 */
export const convertToOpus = (media: MediaTurn, file: MediaFile, out: string, seconds: number): Promise<void> => {
  const encode = ['-ac', '1', '-ar', '48000', '-c:a', 'libopus', '-b:a', '32k'];
  const cut = ['-map', '0:a:0', '-t', String(seconds)];
  return ffmpeg(media, [...inputOf(file), ...cut, ...encode, '-map_metadata', '-1', '-fflags', '+bitexact', out]);
};

const mp4Index = (out: string): string[] => (out.endsWith('.mp4') ? ['-movflags', '+faststart'] : []);

/** Returns pauses in speech of at least 0.35 s, in order, in seconds. */
export async function findSilences(media: MediaTurn, file: MediaFile): Promise<{ from: number; to: number }[]> {
  const args = [...inputOf(file), '-map', '0:a:0', '-af', 'silencedetect=noise=-35dB:d=0.35', '-f', 'null', '-'];
  const { printed } = await media.run(args, SILENCES_CHARACTERS);
  return [...printed.matchAll(/silence_end: ([\d.]+) \| silence_duration: ([\d.]+)/g)].map(([, end, duration]) => ({
    from: Number(end) - Number(duration),
    to: Number(end),
  }));
}

/** Extracts a part of a recording as WAV: mono, 16 kHz, 16 bits, which every speech service accepts. */
export const soundPart = (media: MediaTurn, file: MediaFile, { from, to }: { from: number; to: number }, out: string): Promise<void> => {
  const encode = ['-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le'];
  return ffmpeg(media, ['-ss', String(from), '-t', String(to - from), ...inputOf(file), '-map', '0:a:0', ...encode, out]);
};

/** Sample rate of joined speech, in Hz: that of the vendors' voices. */
export const VOICE_RATE = 24_000;

/** Decodes a sound into raw samples: mono, 24 kHz, 16 bits, little-endian. */
export const voiceSamples = (media: MediaTurn, file: MediaFile, out: string): Promise<void> =>
  ffmpeg(media, [...inputOf(file), '-map', '0:a:0', '-ac', '1', '-ar', String(VOICE_RATE), '-f', 's16le', out]);

/** Encodes raw samples of ours as MP3 at 64 kbit/s, which every podcast player accepts. */
export const encodeVoice = (media: MediaTurn, samples: string, out: string): Promise<void> => {
  const encode = ['-c:a', 'libmp3lame', '-b:a', '64k', '-fflags', '+bitexact'];
  return ffmpeg(media, ['-f', 's16le', '-ar', String(VOICE_RATE), '-ac', '1', '-i', samples, ...encode, out]);
};

/** Writes the last frame of a video as PNG. */
export const lastFrame = (media: MediaTurn, video: MediaFile, image: string): Promise<void> =>
  ffmpeg(media, ['-sseof', '-0.2', ...inputOf(video), '-update', '1', '-frames:v', '1', image]);

/** Joins videos in order and cuts the result to `seconds`; existing sound is preserved. */
export async function joinVideos(media: MediaTurn, videos: readonly MediaFile[], seconds: number, out: string): Promise<void> {
  const hasSound = videos.every(({ sounds }) => sounds.length > 0);
  const streams = videos.map((_, index) => `[${index}:v:0]${hasSound ? `[${index}:a:0]` : ''}`).join('');
  const filter = `${streams}concat=n=${videos.length}:v=1:a=${hasSound ? 1 : 0}[v]${hasSound ? '[a]' : ''}`;
  const encode = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', ...(hasSound ? ['-c:a', 'aac'] : [])];
  const maps = ['-map', '[v]', ...(hasSound ? ['-map', '[a]'] : []), '-t', String(seconds)];
  await ffmpeg(media, [...videos.flatMap(inputOf), '-filter_complex', filter, ...maps, ...encode, '-movflags', '+faststart', out]);
}

/** Extracts the frame at a time in seconds as JPEG, at most 640 pixels wide. */
export const posterOf = (media: MediaTurn, video: MediaFile, atSecond: number, image: string): Promise<void> =>
  ffmpeg(media, ['-ss', String(atSecond), ...inputOf(video), '-frames:v', '1', '-vf', "scale='min(640,iw)':-2", '-q:v', '4', image]);
