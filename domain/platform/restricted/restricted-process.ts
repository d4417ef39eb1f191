import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import type { Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as z from 'zod';
import { startChild } from './child-process.ts';
import { openChildTurns, type ChildOf, type ChildTurn } from './child-turns.ts';
import { framesOf, messagesIn, type Message } from './message-frames.ts';
import { readTaskBundles, TASK_BUNDLES } from './task-bundles.mjs';
import { watchProcess, type Priority } from './watch-process.ts';

/** The `work` export of a task's module, which runs in the restricted process. An error's `code` reaches the caller. */
export type RestrictedWork = (value: unknown, bytes: Uint8Array) => Promise<Done> | Done;
interface Done {
  readonly value?: unknown;
  readonly bytes?: Uint8Array;
}

export interface RestrictedLimits {
  /**
   * Milliseconds for one input, without the process's start: processor time (Linux), so that a busy machine rejects nothing, and total
   * time.
   */
  readonly cpuMs?: number;
  readonly withinMs: number;
  /** Total memory of the process. */
  readonly memoryBytes: number;
}

/** Work on untrusted input, done in a process without permissions. */
export interface RestrictedTask extends RestrictedLimits {
  /** The module that does the work: `new URL('./<name>.task.ts', import.meta.url)`. */
  readonly module: URL;
  readonly heapMb: number;
  /** Size limit of the answer's bytes; its JSON has at most `JSON_BYTES`. */
  readonly answerBytes: number;
  /** Concurrent processes, for each of our own; further inputs wait, in turns by account. */
  readonly processes: number;
  /** Concurrent processes beside those that take longer than a turn; default: those of `openTurns`. */
  readonly mostLong?: number;
  /** Whether every input takes long, so that its processes have a low priority for all accounts, and are used again. */
  readonly isLong?: boolean;
  /** Whether a process ends after each input, so that one input cannot affect the next, at the cost of a start. */
  readonly isFresh: boolean;
  /** Whether it may load native libraries, which the permissions do not restrict. */
  readonly mayLoadNative?: boolean;
  /** Returns a folder outside of our code that it may read. */
  readonly reads?: () => string;
}

export interface RestrictedInput extends ChildOf {
  readonly value?: unknown;
  readonly bytes?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Why there is no answer: a limit, a failure of the work with its `code` if it has one, or no process, which is not the input's fault. */
export class RestrictedFailure extends Error {
  readonly reason: 'too_slow' | 'too_much' | 'failed' | 'unavailable';
  readonly code: string | null;
  constructor(reason: RestrictedFailure['reason'], { code = null, detail = reason }: { code?: string | null; detail?: string } = {}) {
    super(detail);
    this.name = 'RestrictedFailure';
    this.reason = reason;
    this.code = code;
  }
}

/** Tells whether work failed because of its input. A missing process does not count: the same input may succeed later. */
export const isInputFailure = (
  error: unknown,
): error is RestrictedFailure & { readonly reason: Exclude<RestrictedFailure['reason'], 'unavailable'> } =>
  error instanceof RestrictedFailure && error.reason !== 'unavailable';

const PROGRAM = new URL('restricted-program.ts', import.meta.url);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Time allowed for a start, even on a busy machine. */
const START_MS = 60_000;
/** Size limit of an answer's JSON, which is parsed at once; longer content is sent as bytes, such as lines (`answer-lines.ts`). */
const JSON_BYTES = 500_000;
/**
 * A process is ended after this long without work, and when it holds more than this share of its memory or has worked for long: the next
 * input needs the full limits.
 */
const REST_MS = 60_000;
const REUSED_BELOW = 0.5;
const answerSchema = z.union([
  z.object({ value: z.unknown() }),
  z.object({ problem: z.object({ code: z.string().nullable(), detail: z.string() }) }),
]);

/** Returns Node's flags for a restricted process. Its only permission is to read its own code and libraries. */
export async function restrictedFlags({
  heapMb,
  mayLoadNative = false,
  reads,
}: Pick<RestrictedTask, 'heapMb' | 'mayLoadNative' | 'reads'>): Promise<string[]> {
  const modules = await realpath(`${ROOT}node_modules`);
  const folder = reads && (await realpath(reads()));
  const readable = [
    `${ROOT}${TASK_BUNDLES}/`,
    `${ROOT}domain/`,
    `${ROOT}contract/`,
    `${ROOT}package.json`,
    `${ROOT}node_modules`,
    `${modules}/`,
    ...(folder === undefined ? [] : [`${folder}/`]),
  ];
  return [
    '--permission',
    ...readable.map((place) => `--allow-fs-read=${place}`),
    ...(mayLoadNative ? ['--allow-addons'] : []),
    `--max-old-space-size=${heapMb}`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
  ];
}

let bundles: ReadonlyMap<string, string> | null = null;

/** Returns the bundle of a module if its sources were bundled: bundles load in a fifth of the processor time. */
function programOf(module: URL): URL {
  bundles ??= readTaskBundles(ROOT);
  const bundled = bundles.get(path.relative(ROOT, fileURLToPath(module)).replaceAll(path.sep, '/'));
  return bundled === undefined ? module : pathToFileURL(bundled);
}

async function start(task: RestrictedTask, isLow: boolean) {
  const program = fileURLToPath(programOf(PROGRAM));
  const args = [...(await restrictedFlags(task)), program, programOf(task.module).href];
  const child = startChild(process.execPath, args, { cwd: ROOT, stdio: ['pipe', 'pipe', 'ignore'] });
  const [stdin, stdout] = [child.stdin!, child.stdout!];
  const gone = new AbortController();
  child.once('close', () => gone.abort());
  // a failed start ends its output, which is noticed there
  child.on('error', () => undefined);
  stdin.on('error', () => undefined);
  const handles = [child, stdin as Socket, stdout as Socket];
  const answers = messagesIn(stdout as AsyncIterable<Uint8Array>, {
    jsonBytes: JSON_BYTES,
    bytes: task.answerBytes,
  });
  const watched = watchProcess(child, { withinMs: START_MS, memoryBytes: task.memoryBytes, priority: isLow ? 'low' : 'ours' });
  let chargedMs = 0;
  // the start's time is charged to nobody
  const ready = answers.next().finally(async () => {
    watched.end();
    chargedMs = await watched.usedMs();
  });
  let resting: NodeJS.Timeout | undefined;
  return {
    child,
    answers,
    /** Charges the processor time used since the last charge. */
    charge(own: ChildTurn, usedMs: number) {
      own.charge(Math.max(0, usedMs - chargedMs));
      chargedMs = Math.max(chargedMs, usedMs);
    },
    /** Sends the input. Throws when the process ended before it took everything. */
    async feed(frames: AsyncIterable<Uint8Array>): Promise<void> {
      for await (const frame of frames) if (!stdin.write(frame)) await once(stdin, 'drain', { signal: gone.signal });
    },
    /** Throws when the process could not start. */
    async isReady(): Promise<void> {
      if ((await ready).done) throw new RestrictedFailure('unavailable', { detail: 'the process did not start' });
    },
    /** Keeps our process alive while this one works; a waiting one does not. */
    hold() {
      clearTimeout(resting);
      for (const handle of handles) handle.ref();
    },
    rest() {
      resting = setTimeout(() => child.kill('SIGKILL'), REST_MS).unref();
      for (const handle of handles) handle.unref();
    },
    end: () => void child.kill('SIGKILL'),
    /** Whether its priority is low, which cannot be undone: it then works only for accounts that have used much. */
    isLow: () => isLow,
    lowered: () => void (isLow = true),
    /** False once it was killed, even if its end has not been noticed yet. */
    isAlive: () => !child.killed && child.exitCode === null && child.signalCode === null,
  };
}
type Started = Awaited<ReturnType<typeof start>>;

/**
 * Returns a function that does the task in a process that cannot write or connect, has no environment, sees no other files, and is killed
 * when it exceeds its limits. Output of a failed task is never used. Accounts take turns (`openChildTurns`).
 * @throws RestrictedFailure; ProductError limits.rate, limits.superseded; the signal's reason; what reading the input throws
 */
export function restricted(task: RestrictedTask) {
  const { mostLong, isLong = false } = task;
  const inTurn = openChildTurns({ atOnce: task.processes, ...(mostLong !== undefined && { mostLong }) });
  const waiting = new Set<Started>();

  function keep(one: Started): void {
    one.rest();
    waiting.add(one);
  }

  const waits = (isLow: boolean): Started | undefined => [...waiting].find((one) => one.isAlive() && one.isLow() === isLow);

  /** Takes a waiting process, or starts one. An account that has used much leaves those of ordinary priority to others. */
  function taken(isLow: boolean): Started | Promise<Started> {
    const one = waits(isLow);
    if (!one) return start(task, isLow);
    waiting.delete(one);
    return one;
  }

  let isStarting = false;
  /**
   * Starts a process ahead, so that the next input does not wait for a start, which takes longest on a busy machine. If this fails, the
   * next input tries again.
   */
  function startAhead(): void {
    for (const one of waiting) if (!one.isAlive()) waiting.delete(one);
    if (isStarting || waits(isLong)) return;
    isStarting = true;
    void start(task, isLong)
      .then(keep, () => undefined)
      .finally(() => (isStarting = false));
  }

  async function done(input: RestrictedInput, limits: Partial<RestrictedLimits>, own: ChildTurn): Promise<Message> {
    input.signal?.throwIfAborted();
    const isLow = isLong || own.isHeavy;
    const used = await taken(isLow);
    used.hold();
    let isReused = false;
    try {
      const { message, watched } = await answered(used, input, { limits: { ...task, ...limits, priority: isLow ? 'low' : 'usual' }, own });
      if (watched.isLow()) used.lowered();
      isReused = watched.heldBytes() < task.memoryBytes * REUSED_BELOW;
      const answer = answerSchema.parse(message.value);
      if ('problem' in answer) throw new RestrictedFailure('failed', answer.problem);
      return { value: answer.value, chunks: message.chunks };
    } finally {
      if (isReused && !task.isFresh) keep(used);
      else used.end();
      startAhead();
    }
  }

  return (input: RestrictedInput, limits: Partial<RestrictedLimits> = {}): Promise<Message> =>
    inTurn(input, (own) => done(input, limits, own));
}

async function answered(
  { child, answers, isReady, feed, charge }: Started,
  { signal, value = null, bytes = [] }: RestrictedInput,
  { limits, own }: { limits: RestrictedLimits & { priority: Priority }; own: ChildTurn },
): Promise<{ message: Message; watched: ReturnType<typeof watchProcess> }> {
  await isReady();
  // during the start: an aborted signal does not notify listeners added later
  signal?.throwIfAborted();
  const watched = watchProcess(child, { ...limits, signal });
  let unread: unknown = null;
  // distinguished from a process that ends before it has read everything
  async function* input() {
    try {
      yield* bytes;
    } catch (error) {
      unread = error;
      child.kill('SIGKILL');
    }
  }
  try {
    const fed = feed(framesOf(value, input())).catch(() => undefined);
    // an answer that is too long counts as none
    const message = await answers.next().catch(() => ({ done: true as const, value: undefined }));
    if (message.done) child.kill('SIGKILL');
    await fed;
    signal?.throwIfAborted();
    if (unread) throw unread;
    // with a full heap the process ends without an answer
    if (message.done) throw new RestrictedFailure(watched.reason() ?? 'too_much');
    return { message: message.value, watched };
  } finally {
    watched.end();
    charge(own, await watched.usedMs());
  }
}
