import type { ReactNode } from 'react';
import { lookup } from '#contract/platform/lookup.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import { decimalOf } from '#contract/platform/decimal.ts';
import {
  priceOf,
  tagsIn,
  type createCreatorCourse,
  type CREATOR_CATEGORIES,
  type CREATOR_DIFFICULTIES,
  type CreatorCourse,
} from '#contract/studio/creator-courses.contract.ts';
import { toAsciiDigits } from '#frontend/lib/format.ts';

/** The form's values: every field is a text (CRE-18). */
export interface CourseFormValues {
  readonly title: string;
  readonly category: (typeof CREATOR_CATEGORIES)[number] | '';
  readonly description: string;
  readonly price: string;
  readonly difficulty: (typeof CREATOR_DIFFICULTIES)[number];
  readonly estimated_hours: string;
  readonly objectives: string;
  /** Separated by commas. */
  readonly tags: string;
  readonly requirements: string;
}
export type CourseField = keyof CourseFormValues;

/** Renders a course as others would see it with these values. The page provides it, because the components belong to another feature. */
export type CoursePreview = (values: CourseFormValues) => ReactNode;

export const EMPTY_FORM: CourseFormValues = {
  title: '',
  category: '',
  description: '',
  price: '',
  difficulty: 'beginner',
  estimated_hours: '',
  objectives: '',
  tags: '',
  requirements: '',
};

/** The body of `POST /api/creator/courses`. */
export type CourseBody = Required<BodyInputOf<typeof createCreatorCourse>>;

/** Whether the price field contains text that is not a number. */
export const isNoPrice = (typed: string): boolean => typed.trim() !== '' && decimalOf(normaliseDollars(typed)) === null;

/** The price field in dollars, to the cent; 0 if it is empty or not a number (CRE-22). */
export const dollarsOf = (typed: string): number => priceOf(decimalOf(normaliseDollars(typed)) ?? 0);

/** The hours field; null if it is empty, NaN if it is not a number. */
export const hoursOf = (typed: string): number | null => (typed.trim() === '' ? null : (decimalOf(normaliseDecimal(typed)) ?? Number.NaN));

export const tagsOf = (typed: string): string[] => tagsIn(typed.split(/[,\u060c]/));

/** CRE-20, CRE-21: hours are sent as `duration`, requirements as `prerequisites`. */
export const bodyOf = (values: CourseFormValues): CourseBody => ({
  title: values.title.trim(),
  description: values.description.trim(),
  category: values.category === '' ? null : values.category,
  price: dollarsOf(values.price),
  difficulty: values.difficulty,
  duration: hoursOf(values.estimated_hours),
  objectives: values.objectives.trim(),
  tags: tagsOf(values.tags),
  prerequisites: values.requirements.trim(),
});

const NAMES_SENT: Partial<Record<string, CourseField>> = lookup({ duration: 'estimated_hours', prerequisites: 'requirements' });

/** The form field for a name of the body; undefined if the form has none. */
export const fieldOf = (name: string): CourseField | undefined =>
  NAMES_SENT[name] ?? (name in EMPTY_FORM ? (name as CourseField) : undefined);

/** Converts a course to form values. */
export const formOf = (course: CreatorCourse): CourseFormValues => ({
  title: course.title,
  category: course.category ?? '',
  description: course.description,
  price: course.price === 0 ? '' : course.price.toFixed(Number.isInteger(course.price) ? 0 : 2),
  difficulty: course.difficulty,
  estimated_hours: course.duration === null ? '' : String(course.duration),
  objectives: course.objectives,
  tags: course.tags.join(', '),
  requirements: course.prerequisites,
});

/** The fields in which two forms differ in meaning. */
export function fieldsBetween(before: CourseFormValues, after: CourseFormValues): CourseField[] {
  const [old, now] = [bodyOf(before), bodyOf(after)];
  const names = Object.keys(now) as (keyof CourseBody)[];
  return names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name])).flatMap((name) => fieldOf(name) ?? []);
}

/** Selected fields of a form, to merge into another. */
export const pick = (values: CourseFormValues, fields: readonly CourseField[]): Partial<CourseFormValues> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

/** Returns the fields to send so that the course `before` becomes `after`. */
export function changesBetween(before: CourseFormValues, after: CourseFormValues): Partial<CourseBody> {
  const changed = fieldsBetween(before, after);
  return Object.fromEntries(Object.entries(bodyOf(after)).filter(([name]) => changed.includes(fieldOf(name)!)));
}

/** A point before the cents and commas between thousands, or the reverse; spaces and apostrophes only between thousands. */
const GROUPED = /^([-+]?\d{1,3})((?:[,\u066c\s'’]\d{3})+)([.\u066b]\d*)?$/;
const GROUPED_BY_POINTS = /^([-+]?\d{1,3})((?:[.\s'’]\d{3})+),(\d{1,2})$/;

/**
 * Converts a typed number to machine notation: Arabic digits, decimal comma, thousands separators. `1,250` has thousands, `1,25` has cents,
 * `1.250` is a decimal as in English. Other text stays unchanged.
 */
export function normaliseDecimal(typed: string): string {
  const text = toAsciiDigits(typed.trim());
  const grouped = GROUPED.exec(text);
  if (grouped) return `${grouped[1]}${grouped[2]!.replace(/\D/g, '')}${(grouped[3] ?? '').replace('\u066b', '.')}`;
  const pointed = GROUPED_BY_POINTS.exec(text);
  if (pointed) return `${pointed[1]}${pointed[2]!.replace(/\D/g, '')}.${pointed[3]}`;
  return text.replace(/^([-+]?\d*)(?:,(\d{1,2})|\u066b(\d+))$/, '$1.$2$3');
}

/** Normalises typed dollars: removes the sign or the currency name, before or after. */
const normaliseDollars = (typed: string): string =>
  normaliseDecimal(toAsciiDigits(typed).replace(/^\s*(?:US ?\$|USD|\$)\s*(?=[-+.\d])|(?<=[.\d])\s*(?:US ?\$|USD|\$)\s*$/gi, ''));
