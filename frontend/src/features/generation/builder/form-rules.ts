import { FORM_LIMITS, FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { VISIBLE } from '#contract/platform/visible-text.ts';
import { t } from '#frontend/lib/text.ts';
import { needsAgreement, toPayload, type FieldName, type FormValues } from './form-values.ts';

/** Error messages by field. */
export type Problems = Partial<Record<FieldName, string>>;

const MOST_CHARACTERS = {
  expert_sources: FORM_LIMITS.free_text,
  specific_skills: FORM_LIMITS.free_text,
  real_world_applications: FORM_LIMITS.free_text,
  success_metrics: FORM_LIMITS.free_text,
  country: FORM_LIMITS.country,
} as const;

const tooLong = (max: number): string => t('At most {n} characters.', { n: max });

/**
 * Validates the form and returns error messages by field; empty if it can be sent. It applies the contract's limits and lists without its
 * schema, whose library is larger than the whole form. A test checks that both agree.
 */
export function findProblems(values: FormValues): Problems {
  const found: Problems = {};
  const { age, topic, learning_goals: learningGoals } = toPayload(values, '');
  if (!(age >= FORM_LIMITS.age_min && age <= FORM_LIMITS.age_max)) {
    found.age = t('Enter a whole number from {min} to {max}.', { min: FORM_LIMITS.age_min, max: FORM_LIMITS.age_max });
  }
  if (needsAgreement(values.age) && !values.guardian_agreement) found.guardian_agreement = t('A parent or their school must agree first.');
  for (const [field, text] of Object.entries({ topic, learning_goals: learningGoals }) as ['topic' | 'learning_goals', string][]) {
    if (text === '') found[field] = t('This field is required.');
    else if (!VISIBLE.test(text)) found[field] = t('Must contain letters or digits.');
    else if (text.length > FORM_LIMITS[field]) found[field] = tooLong(FORM_LIMITS[field]);
  }
  for (const [field, max] of Object.entries(MOST_CHARACTERS) as [keyof typeof MOST_CHARACTERS, number][]) {
    if (values[field].trim().length > max) found[field] = tooLong(max);
  }
  if (values.country.trim() !== '' && !VISIBLE.test(values.country)) found.country = t('Must contain letters or digits.');
  for (const [field, options] of Object.entries(FORM_OPTIONS) as [keyof typeof FORM_OPTIONS, readonly string[]][]) {
    const isOptional = field === 'academic_framework' && !values[field];
    const chosen = [values[field]].flat();
    if (!isOptional && !chosen.every((value) => options.includes(String(value)))) found[field] = t('Choose one of the options.');
  }
  return found;
}
