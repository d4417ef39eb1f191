import { courseFormSchema, type CourseForm } from '#contract/generation/course-form.contract.ts';

const DEFAULTS: Readonly<Record<string, unknown>> = courseFormSchema.parse({ age: 30, topic: 'Any', learning_goals: 'Any' });
/** Fields that everybody sees and decides, also by leaving the default. */
const DECIDED = ['age', 'topic', 'learning_goals', 'duration', 'difficulty', 'language_preference'];

/**
 * Returns the fields of a form that its learner chose. Defaults of collapsed sections say nothing about the learner: a service told 'career
 * level: mid' writes to a beginner about their years at work.
 */
export function chosenFields(form: Partial<CourseForm>): Partial<CourseForm> {
  const wanted = Object.entries(form.ai_components ?? {}).filter(([, isWanted]) => isWanted);
  const { ai_components: _all, ...others } = form;
  return Object.fromEntries([
    ...Object.entries(others).filter(([name, value]) => DECIDED.includes(name) || !isDefault(name, value)),
    ...(wanted.length > 0 ? [['ai_components', Object.fromEntries(wanted)]] : []),
  ]);
}

const isDefault = (name: string, value: unknown): boolean => value === null || JSON.stringify(value) === JSON.stringify(DEFAULTS[name]);
