import type { RunCalls } from '#domain/platform/runs/engine.ts';
import { assertSpendAllowed } from './add-spend.command.ts';
import { pruneCalls, pruneCallsOf, recordLostCalls } from './call.commands.ts';
import { reasonOf } from './failure-cause.ts';
import { endPauses } from './service-pause.commands.ts';

/** The call operations that the run engine needs. */
export const RUN_CALLS: RunCalls = {
  assertSpendAllowed,
  endPauses,
  recordLost: recordLostCalls,
  prune: pruneCalls,
  pruneOf: pruneCallsOf,
  reasonOf,
};
