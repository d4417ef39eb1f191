import * as z from 'zod';

/** The part of a job's data that a worker needs: requests and results stay in rows. Jobs also contain data for people (`StepFacts`). */
export const stepPayload = z.object({
  step_id: z.uuid(),
  /** Number of the step's announcement; increases by one with each. */
  dispatch: z.int().positive(),
});
export type StepPayload = z.infer<typeof stepPayload>;

/**
 * Information about a job's step for people who inspect the queue with a BullMQ tool. Ids and short labels from the time when the job was
 * added; no worker reads them.
 */
export interface StepFacts {
  readonly run_id: string;
  /** Id of the request that started the run, as in the logs. */
  readonly request_id: string;
  /** Kind of the run, e.g. `course`. */
  readonly kind: string;
  /** The run's stage. */
  readonly stage: string;
  /** The step's key, unique in its run, e.g. `research`. */
  readonly step: string;
  /** The item that it works on, e.g. `2.1 How bees see`; absent for a step of the whole run. */
  readonly item?: string;
}
