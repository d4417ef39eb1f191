import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import * as z from 'zod';
import { config } from '#domain/platform/config.ts';
import { watchProcess } from '#domain/platform/restricted/watch-process.ts';

const PROGRAM = fileURLToPath(new URL('moonshine-process.mjs', import.meta.url));
/** Idle time after which the process ends, which frees some 300 MB. */
const IDLE_MS = 60_000;
/** Limits of one part: half a minute of speech takes seconds, and half of this memory. */
const LIMITS = { withinMs: 120_000, memoryBytes: 2_000_000_000 };
const answerSchema = z.object({ id: z.string(), text: z.string() });

const folder = (): string => path.join(config().dataDir, 'offline-speech');

/** Tells whether `npm run offline-speech` was run on this machine. */
export const hasOfflineSpeech = (): boolean => existsSync(path.join(folder(), 'node_modules/@moonshine-ai/moonshine-js/package.json'));

let running: { child: ChildProcess; idle: ReturnType<typeof setTimeout> | null } | null = null;
/** One transcription at a time: each uses both processors for a second or two. */
const turn = pLimit(1);

/** Returns the process, started on first use and ended after a minute of idling. */
async function theProcess(): Promise<ChildProcess> {
  if (running) {
    if (running.idle) clearTimeout(running.idle);
    running.idle = null;
    return running.child;
  }
  const child = fork(PROGRAM, [folder()], { stdio: 'ignore', execArgv: [], env: {} });
  running = { child, idle: null };
  child.once('exit', () => (running = null));
  await messageOf(child);
  return child;
}

/** Waits for the process's next message. @throws Error when the process ends first; the signal's reason */
async function messageOf(child: ChildProcess, signal?: AbortSignal): Promise<unknown> {
  const over = new AbortController();
  const ended = once(child, 'exit', { signal: over.signal }).then(() => {
    throw new Error('the offline speech process has ended');
  });
  try {
    const message = once(child, 'message', { signal: signal ? AbortSignal.any([signal, over.signal]) : over.signal });
    return (await Promise.race([message, ended]))[0];
  } finally {
    over.abort();
  }
}

/** Transcribes a 16 kHz WAV file in English. @throws Error when the process ends or fails; the signal's reason */
export function transcribeOffline(sound: Uint8Array, signal: AbortSignal): Promise<string> {
  return turn(async () => {
    signal.throwIfAborted();
    const id = randomUUID();
    const file = path.join(os.tmpdir(), `coursewright-heard-${id}.wav`);
    await writeFile(file, sound);
    try {
      const child = await theProcess();
      const watched = watchProcess(child, LIMITS);
      const answer = messageOf(child, signal).finally(watched.end);
      child.send({ id, sound: file });
      return answerSchema.parse(await answer).text;
    } catch (error) {
      // a late answer must not be taken for the answer to the next request
      running?.child.kill();
      running = null;
      throw error;
    } finally {
      await rm(file, { force: true });
      if (running) running.idle = setTimeout(() => running?.child.kill(), IDLE_MS).unref();
    }
  });
}
