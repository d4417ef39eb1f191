import type { JobsOf } from '#queues/registry.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import { checkSimulation, correctSimulation, writeSimulation } from '#domain/simulations/simulation.commands.ts';
import type { Processor } from '../platform/processor.ts';

export const SIMULATION_PROCESSORS: Readonly<Record<JobsOf<'simulate'>, Processor>> = {
  'write-simulation': { work: writeSimulation, settle: settleFailure },
  'check-simulation': { work: checkSimulation, settle: settleFailure },
  'correct-simulation': { work: correctSimulation, settle: settleFailure },
};
