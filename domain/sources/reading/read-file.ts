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

/** The type argument of the reading process. */
export const fileTypeSchema = z.enum(['pdf', 'docx', 'pptx', 'epub', 'markdown', 'text', 'html']);
export type FileType = z.infer<typeof fileTypeSchema>;

const PROGRAM = fileURLToPath(new URL('read-process.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Limits of its JavaScript heap, and of its total memory, with the interval of checks. */
const HEAP_MB = 384;
const MEMORY_BYTES = 700_000_000;
const MEMORY_CHECK_MS = 100;
const ANSWER_BYTES = 40_000_000;
/** Timeout per file. */
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

/** One at a time per process: each may use a CPU and much memory. */
const turn = pLimit(1);

/**
 * Reads a file in a sandboxed process, which cannot write or connect, has no environment, sees no other files, and is killed when it exceeds
 * its limits.
 * @throws ProductError source.unreadable, source.encrypted, source.no_text, source.too_much, source.too_slow; the signal's reason
 */
export function readFile(
  type: FileType,
  bytes: AsyncIterable<Uint8Array>,
  { signal, withinMs = READING_MS, memoryBytes = MEMORY_BYTES }: { signal: AbortSignal; withinMs?: number; memoryBytes?: number },
): Promise<SourceDocument> {
  return turn(async () => {
    signal.throwIfAborted();
    // after a crash nothing of its output is used
    const child = spawn(process.execPath, [...(await sandboxFlags()), PROGRAM, type], {
      env: {},
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const stopped = watch(child, { signal, withinMs, memoryBytes });
    try {
      // it may exit before it has read everything
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

/** Returns Node's flags for the reading process: of all permissions it has one, to read its own code and its libraries. */
export async function sandboxFlags(): Promise<string[]> {
  const modules = await realpath(`${ROOT}node_modules`);
  const readable = [`${ROOT}domain/`, `${ROOT}contract/`, `${ROOT}package.json`, `${ROOT}node_modules`, `${modules}/`];
  return [
    '--permission',
    ...readable.map((place) => `--allow-fs-read=${place}`),
    `--max-old-space-size=${HEAP_MB}`,
    '--disable-warning=ExperimentalWarning',
  ];
}

/** Kills the process when it exceeds time or memory, or when its work is cancelled. */
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
  // elsewhere the limits on heap and unpacked size must suffice
  const looks =
    os.platform() === 'linux'
      ? setInterval(() => void residentBytes(child).then((held) => held > memoryBytes && stop('source.too_much')), MEMORY_CHECK_MS)
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

async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const statm = await readDisk(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  return Number(statm.split(' ')[1]) * 4096;
}

/** Collects its output; too much output counts as none. */
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
  // with a full heap it exits without output
  if (said === '') throw new ProductError('source.too_much');
  const answer = answerSchema.parse(JSON.parse(said));
  if ('problem' in answer) throw new ProductError(answer.problem.code, undefined, { cause: new Error(answer.problem.detail) });
  return answer.document;
}
