import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/**
 * Becomes the program, after starting a watch beside it: while the watch's pipe from us is open, the program works. At its end a line comes
 * through the pipe; if the pipe ends without one, our process is gone, however it ended, and the watch kills the program. The watch exists
 * before the program does, keeps no other pipe open, and survives what stops a whole group of processes. The variables that shells set
 * are removed.
 */
const ENDS_WITH_US = [
  "{ trap '' HUP INT TERM; read -r _ <&3 || kill -9 $$; } </dev/null >/dev/null 2>&1 &", //
  'exec /usr/bin/env -i "$@" 3<&-',
].join('\n');

interface Place {
  /** Standard input, output and errors. */
  readonly stdio: readonly [input: 'pipe' | 'ignore', output: 'pipe' | 'ignore', errors: 'pipe' | 'ignore'];
  readonly cwd?: string;
}

/**
 * Starts a program without our environment. It ends with our process, even if that is killed. Nothing else in the product starts programs
 * (`ops/checks/file-rules.mjs`); limits are those of `watchProcess`, turns those of `openChildTurns`.
 * @param program its full path
 */
export function startChild(program: string, args: readonly string[], { stdio, cwd }: Place): ChildProcess {
  const options = { env: {}, ...(cwd !== undefined && { cwd }) };
  // Windows ends the processes that Node.js has started together with it
  if (os.platform() === 'win32') return spawn(program, args, { ...options, stdio: [...stdio] });
  const watched: StdioOptions = [...stdio, 'pipe'];
  const child = spawn('/bin/sh', ['-c', ENDS_WITH_US, 'sh', program, ...args], { ...options, stdio: watched });
  const watch = child.stdio[3] as Socket;
  watch.unref();
  watch.on('error', () => undefined);
  child.once('exit', () => watch.write('\n', () => watch.destroy()));
  return child;
}

/** Returns a program's full path, because it is started without PATH; null when not found. */
export function findProgram(name: string): string | null {
  const [ask, args] = os.platform() === 'win32' ? ['where', [name]] : ['sh', ['-c', 'command -v "$1"', 'sh', name]];
  const [found = ''] = spawnSync(ask, args, { encoding: 'utf8' }).stdout?.split(/\r?\n/) ?? [];
  return path.isAbsolute(found) ? found : null;
}
