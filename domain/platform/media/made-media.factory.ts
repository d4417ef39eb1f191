import { INSTALLATION } from '#domain/platform/turns/turns.ts';
import { openMedia, type MediaFile } from './open-media.ts';
import { ffmpeg, inMediaTurn, type MediaTurn } from './run-ffmpeg.ts';

/** Works with ffmpeg as the installation, one call at a time: a call within another would wait for itself. */
export const withMedia = <T>(work: (media: MediaTurn) => Promise<T>): Promise<T> =>
  inMediaTurn({ decoded: 'sound', turn: INSTALLATION, signal: null }, work);

/** Makes a media file with ffmpeg's options. */
export const makeMedia = (args: readonly string[]): Promise<void> => withMedia((media) => ffmpeg(media, args));

/** Works with a file that somebody has sent. */
export const withFile = <T>(file: string, work: (media: MediaTurn, opened: MediaFile) => Promise<T>): Promise<T> =>
  withMedia(async (media) => work(media, await openMedia(media, file)));
