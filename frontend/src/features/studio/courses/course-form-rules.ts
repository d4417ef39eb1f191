import { VISIBLE } from '#contract/platform/visible-text.ts';
import { CREATOR_COURSE_LIMITS as LIMITS, HIGHEST_PRICE, MOST_HOURS } from '#contract/studio/creator-courses.contract.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { formatNumber, formatPrice } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { dollarsOf, fieldOf, hoursOf, tagsOf, type CourseField, type CourseFormValues } from './course-form-values.ts';

/** Error messages by field. */
export type Problems = Partial<Record<CourseField, string>>;

/** CRE-23: whether the two required fields are filled in. Spaces count as empty. */
export const isComplete = ({ title, description }: Pick<CourseFormValues, 'title' | 'description'>): boolean =>
  title.trim() !== '' && description.trim() !== '';

/** Maximum characters of the fields with a counter. */
export const MOST = {
  title: LIMITS.title,
  description: LIMITS.description,
  objectives: LIMITS.objectives,
  requirements: LIMITS.prerequisites,
} as const satisfies Partial<Record<CourseField, number>>;
export type CountedField = keyof typeof MOST;

/** `4,210/5,000 characters`. */
export const counterOf = (field: CountedField, values: CourseFormValues): string =>
  t('{n}/{limit} characters', { n: formatNumber(lengthOf(field, values)), limit: formatNumber(MOST[field]) });

export const lengthOf = (field: CountedField, values: CourseFormValues): number => values[field].trim().length;

function lengthProblem(field: CountedField, values: CourseFormValues): string | null {
  const over = lengthOf(field, values) - MOST[field];
  return over > 0 ? t('{counter}: {n} too many', { counter: counterOf(field, values), n: over }) : null;
}

function tagsProblem(typed: string): string | null {
  const tags = tagsOf(typed);
  if (tags.length > LIMITS.tags) return t('At most {n} tags.', { n: LIMITS.tags });
  return tags.some((tag) => tag.length > LIMITS.tag) ? t('A tag has at most {n} characters.', { n: LIMITS.tag }) : null;
}

const priceRange = (): string => t('Enter a price from {least} to {most}.', { least: formatPrice(0), most: formatPrice(HIGHEST_PRICE) });

function priceProblem(typed: string): string | null {
  const dollars = dollarsOf(typed);
  return dollars >= 0 && dollars <= HIGHEST_PRICE ? null : priceRange();
}

/** Hours are stored in hundredths. */
function hoursProblem(typed: string): string | null {
  const hours = hoursOf(typed);
  if (hours === null || (Math.round(hours * 100) > 0 && hours <= MOST_HOURS)) return null;
  return t('Enter {least} to {most} hours.', { least: formatNumber(0.01), most: formatNumber(MOST_HOURS) });
}

function textProblem(typed: string): string | null {
  if (typed.trim() === '') return t('This field is required.');
  return VISIBLE.test(typed) ? null : t('Must contain letters or digits.');
}

/** Validates the form; empty if it can be sent. The rules are the contract's; a test checks that both agree. */
export function findProblems(values: CourseFormValues): Problems {
  const found: [CourseField, string | null][] = [
    ['title', textProblem(values.title)],
    ['description', textProblem(values.description)],
    ...(Object.keys(MOST) as CountedField[]).map((field): [CourseField, string | null] => [field, lengthProblem(field, values)]),
    ['price', priceProblem(values.price)],
    ['estimated_hours', hoursProblem(values.estimated_hours)],
    ['tags', tagsProblem(values.tags)],
  ];
  return Object.fromEntries(found.filter(([, problem]) => problem !== null));
}

/** Rejections by form field. Their paths may contain the part of the request (`body.tags`) and deeper parts. */
export function refusedFields(error: unknown): Problems {
  const found: Problems = {};
  if (!(error instanceof ApiError)) return found;
  for (const { path, message } of error.errors) {
    const field = path
      .split(/[./[\]]+/)
      .map(fieldOf)
      .find((known) => known !== undefined);
    if (field) found[field] ??= message;
  }
  return found;
}
