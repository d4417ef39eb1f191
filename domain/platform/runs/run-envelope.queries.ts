import type * as z from 'zod/mini';
import type { RunStep } from '#contract/platform/run-steps.contract.ts';
import { LOG_PAGE_LINES, type logPageSchema } from '#contract/platform/runs.contract.ts';
import type { RunEnvelope, RunStatus } from '#contract/platform/status.contract.ts';
import { batchCalls } from '#domain/platform/batch-calls.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { takeoverSql } from '#domain/platform/steps/lost-workers.queries.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { CHILDREN_SQL } from './advance-run.command.ts';
import { byKind, runKind } from './engine.ts';
import { queueOrderSql } from './queue-order.ts';
import { canRetrySql } from './retry-obstacle.ts';
import type { RunRow, LogRow } from './run-kind.ts';
import { logLine } from './run-event.ts';
import { runError } from './run-error.ts';

/** Envelopes per second that a process answers without slowing other requests. Above that, clients are asked to poll less often. */
const COMFORTABLE_PER_S = 250;
const LONGEST_MS = 8_000;
/** Factors by which the stretch shrinks after a second with few pollers, and after one with none. */
const EASING = { few: 0.95, none: 0.5 };

const LOG_LINES = 100;

/** Runs per statement: one large statement for many pollers would block all others. */
const MOST_AT_ONCE = 25;

/** Batches concurrent reads into one query; reads during that query share the next one. Every waiting client polls this. */
const readRun = batchCalls<string, RunRow | undefined>(
  () => '',
  async (keys) => {
    const ids = [...new Set(keys)];
    const parts = Array.from({ length: Math.ceil(ids.length / MOST_AT_ONCE) }, (_, part) =>
      ids.slice(part * MOST_AT_ONCE).slice(0, MOST_AT_ONCE),
    );
    const found = new Map((await Promise.all(parts.map(readRuns))).flat().map((run) => [run.id, run]));
    return keys.map((id) => found.get(id));
  },
  { isSequential: true },
);

async function readRuns(ids: readonly string[]): Promise<RunRow[]> {
  const parents = byKind((kind) => (kind.hasChildren ? CHILDREN_SQL : undefined));
  return rowsOf<RunRow>(
    database(),
    sql`select run.id, run.account_id, kind, status, stage, progress, subject, title, error_code, error_detail, operator_detail, stopped, of_library, result, tokens_reserved,
            paid_from, tokens_charged, created_at, started_at, finished_at, pruned_at, ${parents} as children, ${canRetrySql()} as can_retry,
            ${takeoverSql()} as takeover,
            (select jsonb_agg(jsonb_build_object('key', key, 'state', state, 'service', service, 'tried', tried, 'passed_over', passed_over,
                                                 'error_code', error_code))
               from step where run_id = run.id) as steps,
            (select jsonb_agg(to_jsonb(line) - 'id' order by line.id)
               from (select id, at, event, text, words from run_event where run_id = run.id order by id desc limit ${LOG_LINES}) line) as log,
            (select greatest(count(*) - ${LOG_LINES}, 0)::int from run_event where run_id = run.id) as log_earlier,
            ${byKind((kind) => kind.details?.sql)} as detail,
            case when status = 'queued' then (select rank from (${queueOrderSql()}) queue where queue.id = run.id) end as queue_position
       from run where run.id = any(${ids}::uuid[])`,
  );
}

const POLL_AFTER_MS = { queued: 2_000, running: 1_000, completed: 0, failed: 0, cancelled: 0 } as const satisfies Record<RunStatus, number>;
/** Parked runs do not change by themselves; only another device can have changed them. */
const POLL_AFTER_PARKED_MS = 3_000;
const pace = createPollPace();

export interface Envelope {
  readonly base: RunEnvelope;
  readonly result: unknown;
  /** Details that only its kind has. */
  readonly details: object;
}

/**
 * Returns the status envelope of one run of this account: known facts only, no guesses.
 * @param asked `kinds`: runs of other kinds are treated as missing
 * @throws ProductError not_found
 */
export async function runEnvelope(lookup: { runId: string; accountId: string; kinds?: readonly string[] }): Promise<Envelope> {
  const run = isUuid(lookup.runId) ? await readRun(lookup.runId.toLowerCase()) : undefined;
  if (run?.account_id !== lookup.accountId || (lookup.kinds && !lookup.kinds.includes(run.kind))) throw notFound('run');
  const kind = runKind(run.kind);
  const isLive = run.status === 'queued' || run.status === 'running';
  const isParked = run.status === 'running' && (kind.parkedStages?.includes(run.stage) ?? false);
  const calmMs = kind.details?.pollMs?.(run) ?? (isParked && !kind.hasChildren ? POLL_AFTER_PARKED_MS : POLL_AFTER_MS[run.status]);
  const eta = isLive && kind.eta ? await kind.eta(run) : null;
  const details = kind.details?.toWire(run) ?? {};
  return {
    base: {
      task_id: run.id,
      kind: run.kind,
      status: run.status,
      progress: run.progress,
      stage: run.stage,
      subject: run.subject,
      title: run.title,
      created_at: run.created_at.toISOString(),
      started_at: run.started_at?.toISOString() ?? null,
      finished_at: run.finished_at?.toISOString() ?? null,
      log: (run.log ?? []).map(logLine),
      ...(run.log_earlier > 0 && { log_earlier: run.log_earlier }),
      queue_position: run.queue_position,
      eta,
      stopped: run.stopped,
      ...(run.of_library && { of_library: true as const }),
      poll_after_ms: pace(calmMs),
      tokens: { reserved: run.tokens_reserved, charged: run.tokens_charged },
      ...(run.paid_from && { paid_from: run.paid_from }),
      ...runError(run),
      ...(run.can_retry ? { can_retry: true } : {}),
      ...(run.takeover && { worker_lost: true, takeover: run.takeover }),
      ...(run.children && { children: run.children }),
    },
    result: run.result,
    details,
  };
}

const CHECK_EVERY_MS = 150;

/** Requests in this process that wait for a run to end, by run; one query serves them all. */
const waiting = new Map<string, Set<() => void>>();
let timer: NodeJS.Timeout | null = null;

async function check(): Promise<void> {
  timer = null;
  try {
    const ended = await database()('run')
      .whereIn('id', [...waiting.keys()])
      .whereNotIn('status', ['queued', 'running'])
      .select('id');
    for (const { id } of ended) waiting.get(id)?.forEach((resolve) => resolve());
  } catch {
    // the database is briefly unavailable: waiting requests continue until their own timeout
  }
  schedule();
}

function schedule(): void {
  if (waiting.size > 0) timer ??= setTimeout(() => void check(), CHECK_EVERY_MS);
}

/**
 * Waits until a run has ended. A timeout or disconnect does not affect the run: disconnecting is not cancelling.
 * @returns `terminal`, or `timeout` when `timeoutMs` passed or the signal fired first
 */
export function awaitRun(
  runId: string,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<'terminal' | 'timeout'> {
  if (signal?.aborted) return Promise.resolve('timeout');
  return new Promise((resolve) => {
    const end = (how: 'terminal' | 'timeout') => {
      clearTimeout(budget);
      signal?.removeEventListener('abort', giveUp);
      const others = waiting.get(runId);
      others?.delete(ended);
      if (others?.size === 0) waiting.delete(runId);
      resolve(how);
    };
    const ended = () => end('terminal');
    const giveUp = () => end('timeout');
    const budget = setTimeout(giveUp, timeoutMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    const group = waiting.get(runId) ?? new Set();
    waiting.set(runId, group.add(ended));
    schedule();
  });
}

interface LogPage {
  readonly runId: string;
  readonly accountId: string;
  /** Lines before the page. */
  readonly skip: number;
}

/**
 * Returns a page of a run's log, oldest first, in one statement. Lines are only ever appended, so earlier pages never change.
 * @throws ProductError not_found
 */
export async function runLog({ runId, accountId, skip }: LogPage): Promise<z.infer<typeof logPageSchema>> {
  if (!isUuid(runId)) throw notFound('run');
  const [run] = await rowsOf<{ readonly lines: LogRow[] | null }>(
    database(),
    sql`select (select jsonb_agg(to_jsonb(line) - 'id' order by line.id)
               from (select id, at, event, text, words from run_event where run_id = run.id order by id offset ${skip} limit ${LOG_PAGE_LINES + 1}) line) as lines
       from run where run.id = ${runId} and run.account_id = ${accountId}`,
  );
  if (!run) throw notFound('run');
  const lines = run.lines ?? [];
  return { lines: lines.slice(0, LOG_PAGE_LINES).map(logLine), next: lines.length > LOG_PAGE_LINES ? skip + LOG_PAGE_LINES : null };
}

/** Maximum steps in an answer: a course of the longest form has fewer. */
const MOST_STEPS = 500;

interface StepRow extends Pick<RunStep, 'key' | 'job' | 'label' | 'state' | 'service'> {
  readonly failed_at: readonly string[];
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** Returns when each step of a user's run waited and worked, oldest first. @throws ProductError not_found */
export async function runSteps({ runId, accountId }: { readonly runId: string; readonly accountId: string }): Promise<RunStep[]> {
  const run = isUuid(runId) ? await database()('run').where({ id: runId, account_id: accountId }).first('of_library') : undefined;
  if (!run) throw notFound('run');
  const rows = await rowsOf<StepRow>(
    database(),
    sql`select key, job, label, state, service, created_at, started_at, finished_at,
               coalesce((select jsonb_agg(try->>'at') from jsonb_array_elements(tried) try), '[]') as failed_at
          from step where run_id = ${runId} order by created_at, id limit ${MOST_STEPS}`,
  );
  return rows.map((row) => ({
    ...row,
    service: run.of_library ? null : row.service,
    failed_at: [...row.failed_at],
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }));
}

/**
 * Creates the function that sets poll intervals by load: the interval stretches until the rate is comfortable, and shrinks when pollers
 * leave. So thousands of pollers cost no more than hundreds, and other routes stay fast.
 * @param now milliseconds of a monotonic clock
 */
export function createPollPace(now: () => number = () => performance.now()): (calmMs: number) => number {
  let second = 0;
  let count = 0;
  let stretch = 1;
  return (calmMs) => {
    const current = Math.floor(now() / 1000);
    if (current !== second) {
      const crowd = count / COMFORTABLE_PER_S;
      const stretched = Math.min(LONGEST_MS / 1000, stretch * (crowd > 1 ? crowd : EASING.few));
      stretch = Math.max(1, stretched * EASING.none ** Math.min(60, current - second - 1));
      second = current;
      count = 0;
    }
    count += 1;
    // requests count at once within a second and are spread: each gets a longer interval than the one before
    return Math.round(Math.min(Math.max(LONGEST_MS, calmMs), calmMs * Math.max(stretch, count / COMFORTABLE_PER_S)));
  };
}
