import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program until it ends. @returns its output. @throws with the end of its output if it fails or does not exist */
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

/** Tells whether a program exists and accepts these arguments. */
export const answers = (program: string, args: readonly string[]): Promise<boolean> =>
  runCommand(program, args).then(
    () => true,
    () => false,
  );
