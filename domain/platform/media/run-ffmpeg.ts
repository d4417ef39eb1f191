import { createRequire } from 'node:module';
import os from 'node:os';
import { config } from '#domain/platform/config.ts';
import { findProgram, startChild } from '#domain/platform/restricted/child-process.ts';
import { openChildTurns, type ChildOf, type ChildTurn } from '#domain/platform/restricted/child-turns.ts';
import { watchProcess } from '#domain/platform/restricted/watch-process.ts';

const require = createRequire(import.meta.url);
const PRINTED_CHARACTERS = 8_000;

/**
 * Finds ffmpeg: from the settings, else the system's, else the static build from npm (GPL; its decoders date from 2018, so the system's is
 * preferred). Null when there is none.
 */
function find(): string | null {
  const { ffmpegPath } = config();
  if (ffmpegPath) return findProgram(ffmpegPath) ?? ffmpegPath;
  const installed = findProgram('ffmpeg');
  if (installed) return installed;
  try {
    return (require('@ffmpeg-installer/ffmpeg') as { path: string }).path;
  } catch {
    return null;
  }
}

let found: { program: string | null } | null = null;
const program = (): string | null => (found ??= { program: find() }).program;

/** Tells whether ffmpeg is available to join and cut clips. */
export const hasFfmpeg = (): boolean => program() !== null;

/** Each process uses a CPU. */
const AT_ONCE = Math.max(2, os.availableParallelism());
/**
 * Lines and limits by what is decoded. Encoding half an hour of speech takes 20 s of processor time and 60 MB, so that a short recording
 * need not wait for several long ones. Joining our longest clips takes 30 s and up to 700 MB, so that no more run than there are CPUs.
 */
const LINES = {
  sound: {
    inTurn: openChildTurns({ atOnce: AT_ONCE, mostLongForRare: 6 }),
    limits: { cpuMs: 90_000, withinMs: 300_000, memoryBytes: 500_000_000 },
  },
  picture: {
    inTurn: openChildTurns({ atOnce: AT_ONCE, mostLong: 0 }),
    limits: { cpuMs: 120_000, withinMs: 300_000, memoryBytes: 1_500_000_000 },
  },
} as const;
type Decoded = keyof typeof LINES;

/** An account's turn at ffmpeg, which every call needs; only `inMediaTurn` makes one. */
export class MediaTurn {
  readonly #own: ChildTurn;
  readonly #signal: AbortSignal | null;
  readonly #decoded: Decoded;
  constructor(own: ChildTurn, signal: AbortSignal | null, decoded: Decoded) {
    this.#own = own;
    this.#signal = signal;
    this.#decoded = decoded;
  }

  /**
   * Runs ffmpeg.
   * @param most how many characters of its output are kept, from the end
   * @throws MediaFailure when it exceeds a limit; the signal's reason
   */
  async run(args: readonly string[], most = PRINTED_CHARACTERS): Promise<Ran> {
    const file = program();
    if (!file) throw new Error('ffmpeg is not installed');
    const signal = this.#signal;
    signal?.throwIfAborted();
    const child = startChild(file, ['-nostdin', '-hide_banner', '-y', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    const watched = watchProcess(child, { ...LINES[this.#decoded].limits, signal, priority: this.#own.isHeavy ? 'low' : 'usual' });
    let printed = '';
    let length = 0;
    child.stderr!.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-most);
      length += chunk.length;
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    }).finally(async () => {
      watched.end();
      this.#own.charge(await watched.usedMs());
    });
    signal?.throwIfAborted();
    const reason = watched.reason();
    if (reason) throw new MediaFailure(reason, `${printed}\nended: ${reason}`);
    return { code, printed, isWhole: length <= most };
  }
}

interface Ran {
  readonly code: number | null;
  readonly printed: string;
  /** False: the beginning of the output is missing. */
  readonly isWhole: boolean;
}

/** Why a file cannot be used: it is none of media, declares more than is allowed, or took more than a limit. */
export class MediaFailure extends Error {
  readonly reason: 'unreadable' | 'codec' | 'length' | 'size' | 'too_slow' | 'too_much';
  constructor(reason: MediaFailure['reason'], detail: string) {
    super(detail);
    this.name = 'MediaFailure';
    this.reason = reason;
  }
}

/**
 * Runs an account's work with ffmpeg when it is its turn: one call after another, for it is charged as one piece.
 * @param decoded what takes most of the work
 * @throws ProductError limits.rate; the signal's reason; what `work` throws
 */
export const inMediaTurn = <T>({ decoded, ...whose }: ChildOf & { decoded: Decoded }, work: (media: MediaTurn) => Promise<T>): Promise<T> =>
  LINES[decoded].inTurn(whose, (own) => work(new MediaTurn(own, whose.signal, decoded)));

/** Runs ffmpeg, which prints errors only. @throws Error with the end of its output when it fails; MediaFailure; the signal's reason */
export async function ffmpeg(media: MediaTurn, args: readonly string[]): Promise<void> {
  const { code, printed } = await media.run(['-loglevel', 'error', ...args]);
  if (code !== 0) throw new Error(`ffmpeg exited with ${code}: ${printed}`);
}
