import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ChildLines<Line> {
  readonly pid: number;
  /** Every JSON line the child has printed so far. */
  readonly lines: readonly Line[];
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
  kill(): Promise<void>;
}

/** Runs a TypeScript file as a child process and collects its JSON lines; other output is passed through. */
export function spawnLines<Line>(file: URL, args: readonly string[], env: NodeJS.ProcessEnv = process.env): ChildLines<Line> {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(file), ...args], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const lines: Line[] = [];
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) lines.push(JSON.parse(line) as Line);
    });
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    pid: child.pid as number,
    lines,
    signal: (name) => void child.kill(name),
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
