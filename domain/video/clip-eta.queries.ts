import type { Eta } from '#contract/platform/status.contract.ts';
import { inEnglish, toSentence } from '#contract/platform/sentence.contract.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

const LOOKED_AT = 50;
/** Of fewer clips nothing is concluded. */
const NEEDED = 3;

interface FilmedClip {
  readonly mode: string;
  readonly duration: number;
  /** Null: it waits for its turn. */
  readonly startedAt: Date | null;
}

/**
 * How long a clip that is being filmed will still take: eight of ten of the newest clips of its length and mode took between the two.
 * @returns null when fewer than three such clips were filmed here
 */
export async function clipEta({ mode, duration, startedAt }: FilmedClip): Promise<Eta | null> {
  const rows = await rowsOf<{ n: number; range: [number, number] | null }>(
    database(),
    sql`select count(*)::int as n, percentile_cont(array[0.1, 0.9]) within group (order by seconds) as range
       from (select extract(epoch from finished_at - started_at)::float8 as seconds from run
              where kind = 'video' and status = 'completed' and request->>'mode' = ${mode} and (request->>'duration')::int = ${duration}
              order by finished_at desc limit ${LOOKED_AT}) newest`,
  );
  const { n, range } = rows[0]!;
  if (n < NEEDED || !range) return null;
  const since = startedAt ? (Date.now() - startedAt.getTime()) / 1000 : 0;
  const [low, high] = range.map((seconds) => Math.max(1, Math.round(seconds - since))) as [number, number];
  const basis = toSentence('the last {n} clips of this length', { n });
  return { low_s: low, high_s: high, basis: inEnglish(basis), basis_words: basis, overdue: since > range[1] };
}
