import { FORM_LIMITS, type CourseForm, type CourseFormInput } from '#contract/generation/course-form.contract.ts';
import { toAsciiDigits } from '#frontend/lib/format.ts';
import { isDemo } from '#frontend/lib/service-names.ts';

/** The form's values: the contract's keys, with the age as typed text. */
export type FormValues = Omit<Required<CourseForm>, 'age' | 'user_id' | 'creator_course_id'> & { age: string };
export type FieldName = keyof FormValues;

/** BLD-02. Repeated here because importing the contract's schema would pull its library into the first load. A test checks that both agree. */
export const FORM_DEFAULTS: FormValues = {
  age: '',
  topic: '',
  learning_goals: '',
  duration: '2 weeks',
  difficulty: 'beginner',
  learning_style: 'mixed',
  course_format: 'structured',
  teaching_style: 'conversational',
  video_preferences: 'comprehensive',
  interactive_elements: 'high',
  assessment_type: 'mixed',
  accessibility_options: [],
  language_preference: 'english',
  motivation_level: 'medium',
  industry_focus: 'general',
  career_level: 'mid',
  current_knowledge: 'basic',
  content_depth: 'comprehensive',
  academic_framework: '',
  country: '',
  expert_sources: '',
  specific_skills: '',
  real_world_applications: '',
  success_metrics: '',
  ai_components: { veo3_enabled: true, imagen_enabled: true, genie3_enabled: true, vortex_enabled: true },
  ai_model_preference: 'auto',
  multimodal_content: false,
  peer_collaboration: false,
  mentor_integration: false,
  certification_level: false,
  portfolio_development: false,
  industry_validation: false,
  review_outline: false,
  general_course: false,
  source_ids: [],
  guardian_agreement: false,
};

/** The settings of a course without parts that have a price of their own. */
export const WITHOUT_MEDIA: Pick<FormValues, 'ai_components'> = {
  ai_components: { veo3_enabled: false, imagen_enabled: false, genie3_enabled: false, vortex_enabled: false },
};

/** What the form begins with: the parts of BLD-17 preselected, but off until they are asked for where no AI service would make them. */
export const formDefaults = (): FormValues => (isDemo() ? { ...FORM_DEFAULTS, ...WITHOUT_MEDIA } : FORM_DEFAULTS);

const WHOLE_NUMBER = /^\d{1,3}$/;

/** The body of `POST /api/generate-course`: snake_case keys; the age as an integer, or NaN if it is not one, which the schema rejects. */
export function toPayload(values: FormValues, userId: string): CourseFormInput {
  const age = toAsciiDigits(values.age.trim());
  return {
    ...values,
    user_id: userId,
    topic: values.topic.trim(),
    learning_goals: values.learning_goals.trim(),
    age: WHOLE_NUMBER.test(age) ? Number(age) : Number.NaN,
  };
}

/** Whether the learner is so young that an adult must consent (G33). */
export function needsAgreement(typed: string): boolean {
  const age = Number(toAsciiDigits(typed.trim()) || Number.NaN);
  return age >= FORM_LIMITS.age_min && age < FORM_LIMITS.agreement_below;
}

/** BLD-15/16, G33: whether the three required fields are filled in. Spaces count as blank. */
export const isComplete = (values: Pick<FormValues, 'topic' | 'learning_goals' | 'age'>): boolean =>
  [values.topic, values.learning_goals, values.age].every((value) => value.trim() !== '');
