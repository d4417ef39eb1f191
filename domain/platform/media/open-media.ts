import path from 'node:path';
import { lookup } from '#contract/platform/lookup.ts';
import { MediaFailure, type MediaTurn } from './run-ffmpeg.ts';

/** What a file may declare: more than any device records. */
const MOST = { streams: 16, rate: 192_000, channels: 8, pixels: 7_680 * 4_320, seconds: 3 * 3_600 } as const;
const FORMATS = 'matroska,mov,wav,aiff,ogg,mp3,aac,flac';
const PCM_CODECS = ['u8', 's16le', 's16be', 's24le', 's24be', 's32le', 'f32le', 'alaw', 'mulaw'].map((name) => `pcm_${name}`);
const SOUND_CODECS = ['opus', 'vorbis', 'aac', 'mp3', 'flac', ...PCM_CODECS];
const PICTURE_CODECS = ['h264', 'hevc', 'vp8', 'vp9', 'av1'];
/** Decoders by other names than their codec's. */
const DECODERS = ['libopus', 'mp3float', 'libvpx', 'libvpx-vp9', 'libdav1d'];
/** Size limit of a description; longer ones are those of files with long texts in them. */
const DESCRIPTION_CHARACTERS = 200_000;

/** Options for an untrusted file. It must not reference an address or another file, so playlists are not among the formats. */
const STRANGERS = [
  ['-protocol_whitelist', 'file,pipe'],
  ['-format_whitelist', FORMATS],
  ['-codec_whitelist', [...SOUND_CODECS, ...PICTURE_CODECS, ...DECODERS].join(',')],
  ['-max_pixels', String(MOST.pixels)],
  ['-max_streams', String(MOST.streams)],
].flat();

declare const checked: unique symbol;

/** A file that declares nothing beyond the bounds; only `openMedia` makes one, and everything that decodes takes one. */
export interface MediaFile {
  readonly [checked]: true;
  readonly path: string;
  readonly format: string | undefined;
  /** Null when the file does not say. */
  readonly seconds: number | null;
  readonly sounds: readonly { readonly codec: string }[];
  /** Videos; covers of music are none, and never decoded. */
  readonly pictures: readonly { readonly codec: string }[];
}

/** Returns ffmpeg's options for reading a file, which is all that may stand before `-i`. */
export const inputOf = ({ path: file, format }: Pick<MediaFile, 'path' | 'format'>): string[] => [
  ...STRANGERS,
  ...(format === undefined ? [] : ['-f', format]),
  '-i',
  file,
];

/**
 * Reads what a file declares, before anything in it is decoded.
 * @param format ffmpeg's name of the file's format; undefined: ffmpeg finds it
 * @param mostSeconds the longest duration it may declare
 * @throws MediaFailure if it is no media file, or declares more than the bounds; the signal's reason
 */
export async function openMedia(
  media: MediaTurn,
  file: string,
  { format, mostSeconds = MOST.seconds }: { format?: string; mostSeconds?: number } = {},
): Promise<MediaFile> {
  const given = { path: file, format };
  // a copy without content: ffmpeg prints the output's streams like the input's, but without texts of the file among them
  const copy = ['-map', '0:a?', '-map', '0:V?', '-map_metadata', '-1', '-map_metadata:s', '-1', '-c', 'copy', '-t', '0', '-f', 'framecrc'];
  const { printed, isWhole } = await media.run([...inputOf(given), ...copy, 'pipe:2'], DESCRIPTION_CHARACTERS);
  const [read = '', described, ...more] = printed.split(/^Output #0, framecrc, to /m);
  const name = path.basename(file);
  if (!isWhole || described === undefined || more.length > 0) throw new MediaFailure('unreadable', `${name} is not a media file`);
  const streams = described.split('\n').filter((line) => /^ +Stream #0:\d+[^ ]*: /.test(line));
  const sounds = streams.flatMap((line) => soundOf(line) ?? []);
  const pictures = streams.flatMap((line) => pictureOf(line) ?? []);
  if (streams.length === 0 || sounds.length + pictures.length < streams.length)
    throw new MediaFailure('unreadable', `${name} has a stream without a rate or size`);
  const refused = [...sounds, ...pictures].find(({ codec }) => !SOUND_CODECS.includes(codec) && !PICTURE_CODECS.includes(codec));
  if (refused) throw new MediaFailure('codec', `${name} is of the codec ${refused.codec}`);
  if (sounds.some(({ rate, channels }) => rate > MOST.rate || channels > MOST.channels))
    throw new MediaFailure('size', `${name} declares more than ${MOST.rate} Hz or ${MOST.channels} channels`);
  if (pictures.some(({ pixels }) => pixels > MOST.pixels))
    throw new MediaFailure('size', `${name} declares more than ${MOST.pixels} pixels`);
  const seconds = declaredSeconds(read);
  // an estimate from the first bytes may be many times too long; who decodes cuts
  if ((seconds ?? 0) > mostSeconds && !/Estimating duration/.test(read))
    throw new MediaFailure('length', `${name} declares more than ${mostSeconds} s`);
  return { ...given, seconds, sounds, pictures } as unknown as MediaFile;
}

/** Returns a file's duration in seconds. @throws MediaFailure if it does not say */
export function lengthOf({ path: file, seconds }: MediaFile): number {
  if (seconds === null) throw new MediaFailure('length', `${path.basename(file)} does not say how long it is`);
  return seconds;
}

/** The longest of what may be durations, since a file's texts may contain more. */
function declaredSeconds(read: string): number | null {
  const durations = [...read.matchAll(/^ +Duration: (\d+):(\d\d):(\d\d\.\d+)/gm)];
  const seconds = Math.max(0, ...durations.map(([, hours, minutes, rest]) => Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)));
  return seconds > 0 ? seconds : null;
}

function soundOf(line: string): { codec: string; rate: number; channels: number } | null {
  const [, codec, rate, layout] = /: Audio: (\w+)[^,]*, (\d+) Hz, ([^,]+)/.exec(line) ?? [];
  return codec === undefined ? null : { codec, rate: Number(rate), channels: channelsOf(layout!) };
}

function pictureOf(line: string): { codec: string; pixels: number } | null {
  const [, codec, width, height] = /: Video: (\w+).*?, (\d+)x(\d+)\b/.exec(line) ?? [];
  return codec === undefined ? null : { codec, pixels: Number(width) * Number(height) };
}

/** Layouts whose names are no sums. */
const LAYOUTS: Readonly<Record<string, number>> = lookup({ mono: 1, stereo: 2, downmix: 2, quad: 4, hexagonal: 6, octagonal: 8 });

/** Returns the channels of ffmpeg's name of a layout, such as stereo, 5.1(side), 7.1.4 or 12 channels; Infinity for others. */
function channelsOf(layout: string): number {
  const name = layout.trim();
  const counted = /^(\d+) channels/.exec(name)?.[1];
  if (counted !== undefined) return Number(counted);
  const summed = /^\d+(?:\.\d+)+/.exec(name)?.[0];
  if (summed !== undefined) return summed.split('.').reduce((sum, part) => sum + Number(part), 0);
  return LAYOUTS[/^\w*/.exec(name)![0]] ?? Infinity;
}
