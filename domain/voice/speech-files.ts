import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readMedia } from '#domain/media/store-media.command.ts';

/** Copies a stored recording into a folder. @returns its path */
export async function fetchRecording(audioId: string, folder: string, signal: AbortSignal): Promise<string> {
  const file = path.join(folder, 'recording');
  await pipeline(Readable.from(readMedia({ id: audioId })), createWriteStream(file), { signal });
  return file;
}
