import { spawn, type ChildProcess } from 'node:child_process';
import { readFile as readDisk, realpath } from 'node:fs/promises';
import os from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import * as z from 'zod';
import { ProductError } from '#domain/platform/errors.ts';
import type { SourceDocument } from './source-document.ts';

/** What the process is told to read. */
export const fileTypeSchema = z.enum(['pdf', 'docx', 'pptx', 'epub', 'markdown', 'text', 'html']);
export type FileType = z.infer<typeof fileTypeSchema>;

const PROGRAM = fileURLToPath(new URL('read-process.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Of the objects it makes, and of all it holds, which is looked at as often as this. */
const HEAP_MB = 384;
const MEMORY_BYTES = 700_000_000;
const LOOK_MS = 100;
const ANSWER_BYTES = 40_000_000;
/** How long one file may take. */
const READING_MS = 60_000;

const answerSchema = z.union([
  z.object({
    document: z.object({
      title: z.string().nullable(),
      pages: z.int().nullable(),
      blocks: z.array(z.object({ level: z.int(), text: z.string(), page: z.int().nullable() })),
    }),
  }),
  z.object({
    problem: z.object({
      code: z.enum(['source.unreadable', 'source.encrypted', 'source.no_text', 'source.too_much']),
      detail: z.string(),
    }),
  }),
]);

/** One at a time in this process: each may take a processor and much memory. */
const turn = pLimit(1);

/**
 * Reads a file in a process of its own, which cannot write, see the environment or other files, and ends when it takes too much of anything.
 * @throws ProductError source.unreadable, source.encrypted, source.no_text, source.too_much, source.too_slow; the signal's reason
 */
export function readFile(
  type: FileType,
  bytes: AsyncIterable<Uint8Array>,
  { signal, withinMs = READING_MS, memoryBytes = MEMORY_BYTES }: { signal: AbortSignal; withinMs?: number; memoryBytes?: number },
): Promise<SourceDocument> {
  return turn(async () => {
    signal.throwIfAborted();
    const flags = ['--permission', ...(await readable()), `--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'];
    // an answer to a crash is that it ended: nothing of it is looked at
    const child = spawn(process.execPath, [...flags, PROGRAM, type], { env: {}, cwd: ROOT, stdio: ['pipe', 'pipe', 'ignore'] });
    const stopped = watch(child, { signal, withinMs, memoryBytes });
    try {
      // it may end before it has read all
      const fed = pipeline(Readable.from(bytes), child.stdin).catch(() => undefined);
      const said = await everything(child);
      await fed;
      signal.throwIfAborted();
      if (stopped.code) throw new ProductError(stopped.code);
      return documentIn(said);
    } finally {
      stopped.end();
    }
  });
}

/** What it may read of the disk: its own code and that of its libraries. */
async function readable(): Promise<string[]> {
  const modules = await realpath(`${ROOT}node_modules`);
  return [`${ROOT}domain/`, `${ROOT}contract/`, `${ROOT}package.json`, `${ROOT}node_modules`, `${modules}/`].map(
    (place) => `--allow-fs-read=${place}`,
  );
}

/** Ends the process when it takes too long or too much, or when its work is no longer wanted. */
interface Limits {
  readonly signal: AbortSignal;
  readonly withinMs: number;
  readonly memoryBytes: number;
}

function watch(child: ChildProcess, { signal, withinMs, memoryBytes }: Limits) {
  const state: { code: 'source.too_slow' | 'source.too_much' | null; end: () => void } = { code: null, end: () => undefined };
  const stop = (code: typeof state.code) => {
    state.code ??= code;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => stop('source.too_slow'), withinMs);
  // elsewhere the limits of the heap and of what is unpacked have to do
  const looks =
    os.platform() === 'linux'
      ? setInterval(() => void heldBy(child).then((held) => held > memoryBytes && stop('source.too_much')), LOOK_MS)
      : null;
  const abort = () => stop(null);
  signal.addEventListener('abort', abort, { once: true });
  state.end = () => {
    clearTimeout(timer);
    if (looks) clearInterval(looks);
    signal.removeEventListener('abort', abort);
    child.kill('SIGKILL');
  };
  return state;
}

async function heldBy({ pid }: ChildProcess): Promise<number> {
  const statm = await readDisk(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  return Number(statm.split(' ')[1]) * 4096;
}

/** All it says until it ends; too much is nothing. */
async function everything(child: ChildProcess): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of child.stdout as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > ANSWER_BYTES) child.kill('SIGKILL');
    else chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function documentIn(said: string): SourceDocument {
  // it ends without a word when its heap is full
  if (said === '') throw new ProductError('source.too_much');
  const answer = answerSchema.parse(JSON.parse(said));
  if ('problem' in answer) throw new ProductError(answer.problem.code, undefined, { cause: new Error(answer.problem.detail) });
  return answer.document;
}
