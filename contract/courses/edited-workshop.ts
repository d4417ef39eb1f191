import * as z from 'zod/mini';
import { isSoundField } from './asked-answer.ts';
import { workshopSchema, type Workshop } from './workshop.contract.ts';

/** Tells whether a workshop can be worked through: it has a title, and steps with distinct ids, a text and, if asked, an answer. */
export const isSoundWorkshop = ({ title, steps }: Workshop): boolean =>
  title.trim() !== '' &&
  steps.length > 0 &&
  new Set(steps.map(({ id }) => id)).size === steps.length &&
  steps.every((step) => step.id !== '' && step.text.trim() !== '' && (step.field === null || isSoundField(step.field)));

/** A workshop as an editor sends it. */
export const editedWorkshopSchema = workshopSchema.check(z.refine(isSoundWorkshop, 'A step of the workshop is incomplete.'));
