import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { batchCalls } from '#domain/platform/batch-calls.ts';
import { logger } from '#domain/platform/logger.ts';
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { PAID_PATIENCE_MS, retryWhileDatabaseUnavailable } from '#domain/platform/store-retries.ts';
import { StepLost } from './step.commands.ts';
import type { Step } from './step.model.ts';
import type { CallBegun, StepHold, PaidAnswer, FailedAttempt } from './step.ts';

interface Call {
  readonly hold: StepHold;
  readonly call: Omit<CallBegun, 'at'>;
  /** Hash of the service's whole input. */
  readonly inputHash: string;
  /** Services that were preferred but unreachable. */
  readonly passedOver: readonly string[];
}

/**
 * Records on a held step's row which service it is about to call, with which call id and input. This is the last point before the call, so
 * that no call starts after the run was stopped or the step was taken over, and none goes unrecorded when its worker crashes.
 * @throws StepLost
 */
export async function recordCallStart(call: Call): Promise<void> {
  const begun = performance.now();
  // rows that were locked were skipped; wait for each separately
  const isHeld = (await noteTogether(call)) || (await note([call])).has(call.hold.stepId);
  if (!isHeld) throw new StepLost(call.hold.stepId);
  // this process was suspended (a frozen machine, a debugger): by now another worker may have the step, and buy the same answer
  if (performance.now() - begun > config().leaseMs / 2) await recordCallStart(call);
}

const noteTogether = batchCalls<Call, boolean>(
  () => '',
  async (calls) => {
    // never wait for several rows while holding others: stopping a run locks them in a different order
    const noted = await note(calls, { skipsLocked: calls.length > 1 });
    return calls.map(({ hold }) => noted.has(hold.stepId));
  },
);

async function note(calls: readonly Call[], { skipsLocked = false } = {}): Promise<ReadonlySet<string>> {
  const noted = await rowsOf<Pick<Step, 'id'>>(
    database(),
    sql`with call as (
       select * from unnest(${calls.map(({ hold }) => hold.stepId)}::uuid[], ${calls.map(({ hold }) => hold.fence)}::int[],
                            ${calls.map(({ call }) => JSON.stringify(call))}::jsonb[], ${calls.map(({ inputHash }) => inputHash)}::text[],
                            ${calls.map(({ passedOver }) => passedOver.join(' '))}::text[])
         as call(id, fence, begun, input_hash, passed_over)
     ), held as (
       select step.id from step join call on call.id = step.id and call.fence = step.fence
        where step.state = 'running'
          for no key update of step ${skipsLocked ? sql`skip locked` : empty}
     )
     update step set service = call.begun->>'service', input_hash = call.input_hash, call_begun = call.begun || jsonb_build_object('at', now()),
            passed_over = step.passed_over || array(
              select name from unnest(string_to_array(call.passed_over, ' ')) name where name <> all (step.passed_over))
       from call
      where step.id = call.id and step.id in (select id from held)
     returning step.id`,
  );
  return new Set(noted.map(({ id }) => id));
}

/** Counts the answers a step has used up. Failures of our own use up none: the stored answer is still valid. */
export const attemptOf = (tried: readonly FailedAttempt[]): number => tried.filter(({ service }) => service !== null).length;

/** Returns the stored answer if it belongs to this input and attempt; a rejected answer belongs to an earlier attempt. */
export const answerFor = (
  stored: PaidAnswer | null,
  { inputHash, attempt }: Pick<PaidAnswer, 'inputHash' | 'attempt'>,
): PaidAnswer | null => (stored?.inputHash === inputHash && stored.attempt === attempt ? stored : null);

/** Stores facts that a held step needs when it is tried again; does nothing when another worker has taken it over. */
export async function storePayload({ stepId, fence }: StepHold, payload: object): Promise<void> {
  await database()('step')
    .where({ id: stepId, fence })
    .update({ payload: JSON.stringify(payload) });
}

/**
 * SQL that keeps a rejected answer on its held step's row, as a last resort: among several, the one in the right language, then the newest.
 * @param fallback its notes decide; null keeps the stored one
 */
export const storeFallback = ({ stepId, fence }: StepHold, fallback: { readonly notes: readonly string[] } | null): Sql => {
  const json = fallback && JSON.stringify(fallback);
  return sql`update step set fallback = ${json}::jsonb
    where id = ${stepId} and fence = ${fence} and state = 'running' and ${json}::jsonb is not null
      and (fallback is null or fallback->'notes' @> '["language"]' or not ${json}::jsonb->'notes' @> '["language"]')`;
};

/** SQL that drops the answer stored as the step's last resort. */
export const dropFallback = ({ stepId, fence }: StepHold): Sql =>
  sql`update step set fallback = null where id = ${stepId} and fence = ${fence}`;

/**
 * Stores an answer on its held step's row as soon as it arrives, and retries while the database is unavailable or its disk is full. A
 * worker that has taken over a step has asked for its own answer, which no other answer may replace.
 * @param tried services that failed before it answered, for the other steps of the run; absent: the row has them
 * @throws StepLost when another worker has taken the step over, or it has ended
 */
export async function storeAnswer({ stepId, fence }: StepHold, answer: PaidAnswer, tried?: readonly FailedAttempt[]): Promise<void> {
  const store = async (): Promise<number | null> =>
    database()('step')
      .where({ id: stepId, fence })
      .whereIn('state', ['queued', 'running'])
      .update({ answer: JSON.stringify(answer), ...(tried && { tried: JSON.stringify(tried) }) });
  // an answer that cannot be stored is not lost: this process still holds it
  const stored = await retryWhileDatabaseUnavailable(PAID_PATIENCE_MS, store).catch((error: unknown) => {
    logger().error({ err: error, step_id: stepId, call_id: answer.callId }, 'a paid answer could not be stored');
    return null;
  });
  if (stored === 0) throw new StepLost(stepId);
}
