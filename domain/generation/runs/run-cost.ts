import { COST_ESTIMATE, type CourseForm } from '#contract/generation/course-form.contract.ts';

type Component = keyof CourseForm['ai_components'];

/**
 * The components beside the text that this installation can deliver: what is switched on in a form is charged only if it is among them
 * (G32). None yet, because no stage films, draws, simulates or tutors; a media stage adds its component here when its service is configured.
 */
const DELIVERABLE: Partial<Record<Component, number>> = {};

/** What a course of this form may cost at most, in hundredths of a token. */
export function courseCost({ ai_components: wanted }: Pick<CourseForm, 'ai_components'>): number {
  return Object.entries(DELIVERABLE).reduce<number>(
    (sum, [name, cost]) => sum + (wanted[name as Component] ? cost : 0),
    COST_ESTIMATE.base,
  );
}
