import * as z from 'zod/mini';
import { askedFieldSchema } from './asked-field.ts';

/** Limits of a workshop's parts, in characters and entries. */
export const WORKSHOP_BOUNDS = { title: 200, intro: 5_000, steps: 12, text: 5_000, hint: 1_000, explanation: 5_000 } as const;

const text = (most: number) => z.string().check(z.maxLength(most));

/**
 * A step of a workshop. `text`: Markdown, what is done and what is asked. `field`: what the reader fills in before the next step is shown;
 * null if the step only tells. `hint`: after a wrong entry; may be empty. `explanation`: Markdown, after the right entry or on giving up.
 */
export const workshopStepSchema = z.object({
  id: text(60),
  text: text(WORKSHOP_BOUNDS.text),
  field: z.nullable(askedFieldSchema),
  hint: text(WORKSHOP_BOUNDS.hint),
  explanation: text(WORKSHOP_BOUNDS.explanation),
});
export type WorkshopStep = z.infer<typeof workshopStepSchema>;

/**
 * A case that the reader works through step by step, at the end of a lesson. `intro` is Markdown: the case and what the reader will have at
 * the end. The page checks entries by itself, so the workshop carries its answers.
 */
export const workshopSchema = z.object({
  title: text(WORKSHOP_BOUNDS.title),
  intro: text(WORKSHOP_BOUNDS.intro),
  steps: z.array(workshopStepSchema).check(z.maxLength(WORKSHOP_BOUNDS.steps)),
});
export type Workshop = z.infer<typeof workshopSchema>;
