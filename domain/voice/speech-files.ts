import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readMedia } from '#domain/media/store-media.command.ts';

/** Runs `work` in a temporary folder, which is removed afterwards. */
export async function inVoiceFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'coursewright-voice-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies a stored recording into a folder. @returns its path */
export async function fetchRecording(audioId: string, folder: string, signal: AbortSignal): Promise<string> {
  const file = path.join(folder, 'recording');
  await pipeline(Readable.from(readMedia({ id: audioId })), createWriteStream(file), { signal });
  return file;
}
