import type { Resolver } from 'react-hook-form';
import { courseFormSchema, FORM_LIMITS, type CourseForm, type CourseFormInput } from '#contract/generation/course-form.contract.ts';
import { t } from '#frontend/lib/text.ts';

/** The form as it is held on screen: the contract's keys, with the age as it was typed. */
export type FormValues = Omit<Required<CourseForm>, 'age' | 'user_id'> & { age: string };
export type FieldName = keyof FormValues;

const { age: _age, user_id: _user, ...defaults } = courseFormSchema.parse({ age: FORM_LIMITS.age_min, topic: '-', learning_goals: '-' });

/** BLD-02: what the contract fills in when nothing is chosen; the three required fields start blank. */
export const FORM_DEFAULTS: FormValues = { ...defaults, age: '', topic: '', learning_goals: '' };

const WHOLE_NUMBER = /^\d{1,3}$/;

/** The body of `POST /api/generate-course`: snake_case keys, age as an integer (NaN when it is not one, which the schema refuses). */
export function toPayload(values: FormValues, userId: string): CourseFormInput {
  const age = values.age.trim();
  return {
    ...values,
    user_id: userId,
    topic: values.topic.trim(),
    learning_goals: values.learning_goals.trim(),
    age: WHOLE_NUMBER.test(age) ? Number(age) : Number.NaN,
  };
}

/** BLD-15/16, G33: the three fields nothing can be written without. Spaces count as blank. */
export const isComplete = (values: Pick<FormValues, 'topic' | 'learning_goals' | 'age'>): boolean =>
  [values.topic, values.learning_goals, values.age].every((value) => value.trim() !== '');

const MAX_CHARS: Partial<Record<FieldName, number>> = { topic: FORM_LIMITS.topic, learning_goals: FORM_LIMITS.learning_goals };

/** What is wrong with a field, in plain words. */
function wordsFor(field: string, issueCode: string): string {
  if (field === 'age') {
    return t('Enter a whole number from {min} to {max}.', { min: FORM_LIMITS.age_min, max: FORM_LIMITS.age_max });
  }
  if (issueCode === 'too_small') return t('This is needed.');
  if (issueCode === 'too_big' || issueCode === 'invalid_union') {
    return t('At most {n} characters.', { n: MAX_CHARS[field as FieldName] ?? FORM_LIMITS.free_text });
  }
  return t('Choose one of the options.');
}

/** Every broken rule of the contract, the first one of each field. Empty when the form can be sent. */
export function findProblems(values: FormValues): Partial<Record<FieldName, string>> {
  const parsed = courseFormSchema.safeParse(toPayload(values, ''));
  const problems: Partial<Record<FieldName, string>> = {};
  for (const issue of parsed.error?.issues ?? []) {
    const field = String(issue.path[0]) as FieldName;
    problems[field] ??= wordsFor(field, issue.code);
  }
  return problems;
}

/** The contract's rules as react-hook-form asks for them. */
export const courseFormResolver: Resolver<FormValues> = (values) => {
  const problems = Object.entries(findProblems(values));
  if (problems.length === 0) return { values, errors: {} };
  return { values: {}, errors: Object.fromEntries(problems.map(([field, message]) => [field, { type: 'contract', message }])) };
};
