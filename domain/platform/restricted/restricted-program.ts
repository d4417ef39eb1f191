// Does the work of one task, input by input: messages on standard input, answers on standard output. `restricted-process.ts` starts it with
// no environment, no permission to write, connect, start other processes or read anything but this code, and with limits on memory and
// time.
import { once } from 'node:events';
import { Console } from 'node:console';
import { framesOf, messagesIn } from './message-frames.ts';
import type { RestrictedWork } from './restricted-process.ts';

// a library's output must not be taken for an answer
globalThis.console = new Console(process.stderr);

async function answer(value: unknown, bytes: Uint8Array = new Uint8Array()): Promise<void> {
  for await (const frame of framesOf(value, [bytes])) if (!process.stdout.write(frame)) await once(process.stdout, 'drain');
}

const { work } = (await import(process.argv[2]!)) as { work: RestrictedWork };
await answer('ready');
for await (const { value, chunks } of messagesIn(process.stdin)) {
  try {
    const done = await work(value, Buffer.concat(chunks));
    await answer({ value: done.value ?? null }, done.bytes);
  } catch (error) {
    // with the stack exhausted, only the error's text is certain
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
    await answer({ problem: { code, detail: String(error).slice(0, 500) } });
  }
}
