import { FORM_LIMITS, type CourseFormInput, type CourseRequest } from '#contract/generation/course-form.contract.ts';
import { CONSENT_AGE } from '#contract/identity/parental-consent.ts';
import { plainFigures } from '#frontend/lib/format.ts';

/** The form as it is held on screen: the contract's keys, with the age as it was typed. */
export type FormValues = Omit<Required<CourseRequest>, 'age' | 'user_id'> & { age: string };
export type FieldName = keyof FormValues;

/**
 * BLD-02. Written out, although the contract's schema knows them too: asking it would bring its library into the first load. A test
 * holds the two together.
 */
export const FORM_DEFAULTS: FormValues = {
  age: '',
  consent_by: '',
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
};

const WHOLE_NUMBER = /^\d{1,3}$/;

const ageOf = (typed: string): number => {
  const age = plainFigures(typed.trim());
  return WHOLE_NUMBER.test(age) ? Number(age) : Number.NaN;
};

/** Whether the age that was typed asks for a parent's or a school's agreement (G33). */
export const isChild = (typed: string): boolean => ageOf(typed) >= FORM_LIMITS.age_min && ageOf(typed) < CONSENT_AGE;

/** The body of `POST /api/generate-course`: snake_case keys, age as an integer (NaN when it is not one, which the schema refuses). */
export function toPayload(values: FormValues, userId: string): CourseFormInput & Pick<CourseRequest, 'consent_by'> {
  const age = ageOf(values.age);
  return {
    ...values,
    user_id: userId,
    topic: values.topic.trim(),
    learning_goals: values.learning_goals.trim(),
    age,
    consent_by: age < CONSENT_AGE ? values.consent_by : '',
  };
}

/** BLD-15/16, G33: the three fields nothing can be written without. Spaces count as blank. */
export const isComplete = (values: Pick<FormValues, 'topic' | 'learning_goals' | 'age'>): boolean =>
  [values.topic, values.learning_goals, values.age].every((value) => value.trim() !== '');
