import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end. @returns what it wrote to its output. @throws with the end of what it wrote, when it fails or is not there */
export async function runCommand(program: string, args: readonly string[], { cwd, env = {} }: Options = {}): Promise<string> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${`${output}\n${errors}`.trim().slice(-2_000)}`);
  return output.trim();
}

/** Tells whether a program is there and answers to these arguments. */
export const answers = (program: string, args: readonly string[]): Promise<boolean> =>
  runCommand(program, args).then(
    () => true,
    () => false,
  );
