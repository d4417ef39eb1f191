import * as z from 'zod';

/** Payload of every job: ids only. Requests and results stay in rows. */
export const stepPayload = z.strictObject({
  step_id: z.uuid(),
  /** Number of this announcement of the step; grows by one with each. */
  dispatch: z.int().positive(),
});
export type StepPayload = z.infer<typeof stepPayload>;
