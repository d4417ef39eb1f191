import type { SIMULATION_JOBS } from '#queues/simulations/simulations.jobs.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import { checkSimulation, correctSimulation, writeSimulation } from '#domain/simulations/write-simulation.command.ts';
import type { Processor } from '../platform/processor.ts';

export const SIMULATION_PROCESSORS: Readonly<Record<keyof typeof SIMULATION_JOBS, Processor>> = {
  'write-simulation': { work: writeSimulation, settle: settleFailure },
  'check-simulation': { work: checkSimulation, settle: settleFailure },
  'correct-simulation': { work: correctSimulation, settle: settleFailure },
};
