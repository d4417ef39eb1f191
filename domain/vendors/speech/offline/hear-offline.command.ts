import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { config } from '#domain/platform/config.ts';
import type { ChildOf } from '#domain/platform/restricted/child-turns.ts';
import { restricted } from '#domain/platform/restricted/restricted-process.ts';
import type { HearingRequest } from './hear-offline.task.ts';

const folder = (): string => path.join(config().dataDir, 'offline-speech');

/** Tells whether `npm run offline-speech` was run on this machine. */
export const hasOfflineSpeech = (): boolean => existsSync(path.join(folder(), 'node_modules/@moonshine-ai/moonshine-js/package.json'));

/** Half a minute of speech takes seconds on both processors, and half of this memory, so that no two are heard at once. */
const hear = restricted({
  module: new URL('hear-offline.task.ts', import.meta.url),
  heapMb: 512,
  memoryBytes: 2_000_000_000,
  cpuMs: 120_000,
  withinMs: 300_000,
  answerBytes: 0,
  processes: 1,
  mostLong: 0,
  isLong: true,
  isFresh: false,
  mayLoadNative: true,
  reads: folder,
});

/** Transcribes a 16 kHz WAV file in English. @throws RestrictedFailure; the signal's reason */
export async function hearOffline({ sound, ...whose }: ChildOf & { readonly sound: Uint8Array }): Promise<string> {
  const value: HearingRequest = { folder: path.resolve(folder()) };
  return z.string().parse((await hear({ ...whose, value, bytes: [sound] })).value);
}
