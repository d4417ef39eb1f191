import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { batchCalls } from '#domain/platform/batch-calls.ts';
import { empty, rowsOf, sql } from '#domain/platform/sql.ts';
import { StepLost } from './finish-step.command.ts';
import type { Step } from './step.model.ts';
import type { CallBegun, StepHold } from './step.ts';

interface Call {
  readonly hold: StepHold;
  readonly call: Omit<CallBegun, 'at'>;
  /** Hash of the service's whole input. */
  readonly inputHash: string;
  /** Services that were preferred but unreachable. */
  readonly passedOver: readonly string[];
}

/**
 * Records on a held step's row which service it is about to call, with which call id and input. This is the last moment before the call, so
 * that no call starts after the run was stopped or the step was taken over, and none goes unrecorded when its worker crashes.
 * @throws StepLost
 */
export async function recordCallStart(call: Call): Promise<void> {
  const begun = performance.now();
  // rows that are locked at this moment were skipped; wait for each separately
  const isHeld = (await noteTogether(call)) || (await note([call])).has(call.hold.stepId);
  if (!isHeld) throw new StepLost(call.hold.stepId);
  // this process stood still (a frozen machine, a debugger): by now another worker may have the step, and buy the same answer
  if (performance.now() - begun > config().leaseMs / 2) await recordCallStart(call);
}

const noteTogether = batchCalls<Call, boolean>(
  () => '',
  async (calls) => {
    // never wait for several rows while holding others: stopping a run locks them in an order of its own
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
