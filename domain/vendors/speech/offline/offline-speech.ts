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

const PROGRAM = fileURLToPath(new URL('moonshine-process.mjs', import.meta.url));
/** Some 300 MB that a quiet hour needs not. */
const IDLE_MS = 60_000;
const answerSchema = z.object({ id: z.string(), text: z.string() });

const folder = (): string => path.join(config().dataDir, 'offline-speech');

/** Whether `npm run offline-speech` was run here. */
export const hasOfflineSpeech = (): boolean => existsSync(path.join(folder(), 'node_modules/@moonshine-ai/moonshine-js/package.json'));

let running: { child: ChildProcess; idle: ReturnType<typeof setTimeout> | null } | null = null;
/** One at a time: a part takes both processors for a second or two. */
const turn = pLimit(1);

/** The process, begun on first use and ended when it was idle for a minute. */
async function theProcess(): Promise<ChildProcess> {
  if (running) {
    if (running.idle) clearTimeout(running.idle);
    running.idle = null;
    return running.child;
  }
  const child = fork(PROGRAM, [folder()], { stdio: 'ignore', execArgv: [] });
  running = { child, idle: null };
  child.once('exit', () => (running = null));
  await messageOf(child);
  return child;
}

/** The next thing it says. @throws Error when it ends before; the signal's reason */
async function messageOf(child: ChildProcess, signal?: AbortSignal): Promise<unknown> {
  const over = new AbortController();
  const ended = once(child, 'exit', { signal: over.signal }).then(() => {
    throw new Error('the offline speech process has ended');
  });
  try {
    const said = once(child, 'message', { signal: signal ? AbortSignal.any([signal, over.signal]) : over.signal });
    return (await Promise.race([said, ended]))[0];
  } finally {
    over.abort();
  }
}

/** What is said in a WAV file of 16 kHz, in English. @throws Error when the process ends or cannot do it; the signal's reason */
export function hearOffline(sound: Uint8Array, signal: AbortSignal): Promise<string> {
  return turn(async () => {
    signal.throwIfAborted();
    const id = randomUUID();
    const file = path.join(os.tmpdir(), `coursewright-heard-${id}.wav`);
    await writeFile(file, sound);
    try {
      const child = await theProcess();
      const answer = messageOf(child, signal);
      child.send({ id, sound: file });
      return answerSchema.parse(await answer).text;
    } catch (error) {
      // what it would still say must not be taken for the answer to the next
      running?.child.kill();
      running = null;
      throw error;
    } finally {
      await rm(file, { force: true });
      if (running) running.idle = setTimeout(() => running?.child.kill(), IDLE_MS).unref();
    }
  });
}
