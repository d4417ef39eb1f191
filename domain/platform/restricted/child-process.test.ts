import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { findProgram, startChild } from './child-process.ts';

const CHILD_PROCESS = fileURLToPath(new URL('child-process.ts', import.meta.url));
const WITHOUT_OUTPUT = ['ignore', 'ignore', 'ignore'] as const;
/** Counts for ever, whatever it is asked, and looks at no pipe: like a decoder. */
const BUSY = "process.on('SIGTERM', () => {}); process.on('SIGINT', () => {}); for (;;);";

/** False for a process that has ended and was not collected yet, too. */
function isAtWork(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

/** Starts a process of ours that starts a busy child. @returns both */
async function givenFamily() {
  const code = `
    import { startChild } from ${JSON.stringify(CHILD_PROCESS)};
    const child = startChild(process.execPath, ['-e', ${JSON.stringify(BUSY)}], { stdio: ['ignore', 'ignore', 'ignore'] });
    console.log(child.pid);`;
  const parent = spawn(process.execPath, [...process.execArgv, '--input-type=module', '-e', code], { detached: true });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const child = Number(line.toString());
  await vi.waitUntil(() => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('for (;;)') && isAtWork(child));
  return { parent, child };
}

it.runIf(existsSync('/proc/self/stat'))('a program ends with the process that started it, even if that is killed', async () => {
  const { parent, child } = await givenFamily();
  parent.kill('SIGKILL');
  await vi.waitUntil(() => !isAtWork(child));
});

it.runIf(existsSync('/proc/self/stat'))('and if all its processes are told to stop, and only ours obeys', async () => {
  const { parent, child } = await givenFamily();
  process.kill(-parent.pid!, 'SIGTERM');
  await once(parent, 'exit');
  await vi.waitUntil(() => !isAtWork(child));
});

it('a program that has ended is noticed, with its code and output, and had no environment', async () => {
  const child = startChild(process.execPath, ['-e', 'console.log(Object.keys(process.env).join()); process.exit(7)'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const printed: Buffer[] = [];
  child.stdout!.on('data', (chunk: Buffer) => printed.push(chunk));
  expect(await once(child, 'close')).toEqual([7, null]);
  expect(Buffer.concat(printed).toString()).toBe('\n');
});

it('a program that is none ends at once', async () => {
  expect(await once(startChild('/none/such', [], { stdio: WITHOUT_OUTPUT }), 'close')).not.toEqual([0, null]);
});

it('a program is found by its name, or not', () => {
  expect([findProgram('no-such-program-at-all'), findProgram('node')]).toEqual([null, expect.stringContaining('node')]);
});
