import { readMedia, type MediaObject } from '#domain/media/store-media.command.ts';
import { readRange } from './read-range.ts';

/** Sends a file to a player: all of it, or the part in `Range`. */
export function sendParts(file: MediaObject, rangeHeader: string, filename: string) {
  const range = readRange(rangeHeader, file.bytes);
  const headers = {
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, max-age=3600',
    'Content-Disposition': `inline; filename="${filename}"`,
    'Content-Length': String(range ? range.end - range.start + 1 : file.bytes),
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.bytes}` }),
  };
  return range ? { status: 206 as const, body: readMedia(file, range), headers } : { status: 200 as const, body: readMedia(file), headers };
}
