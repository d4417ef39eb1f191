import * as z from 'zod';

/** What a worker needs of a job: requests and results stay in rows. Jobs have more in their data, for people to read (`StepFacts`). */
export const stepPayload = z.object({
  step_id: z.uuid(),
  /** Number of this announcement of the step; grows by one with each. */
  dispatch: z.int().positive(),
});
export type StepPayload = z.infer<typeof stepPayload>;

/**
 * What a job's data says of its step to someone who looks at the queue with any BullMQ tool. Ids and short labels as they were when the job was
 * added; no worker reads them.
 */
export interface StepFacts {
  readonly run_id: string;
  /** Id of the request that the run belongs to, as in the logs. */
  readonly request_id: string;
  /** Kind of the run, e.g. `course`. */
  readonly kind: string;
  /** The run's stage. */
  readonly stage: string;
  /** The step's key, unique in its run, e.g. `research`. */
  readonly step: string;
  /** The item it works on, e.g. `2.1 How bees see`; missing for a step of the whole run. */
  readonly item?: string;
}
