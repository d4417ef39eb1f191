import * as z from 'zod';

/** What every job of a run carries: ids only. Requests and results stay in rows. */
export const stepPayload = z.strictObject({
  step_id: z.uuid(),
  /** Which announcement of the step this is; grows by one each time the step is announced again. */
  dispatch: z.int().positive(),
});
export type StepPayload = z.infer<typeof stepPayload>;
