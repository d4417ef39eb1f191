import { useState } from 'react';
import { findProblems, type Problems } from './course-form-rules.ts';
import type { CourseField, CourseFormValues } from './course-form-values.ts';

/** The state of the form. */
export interface CourseFormState {
  readonly values: CourseFormValues;
  readonly set: <F extends CourseField>(field: F, value: CourseFormValues[F]) => void;
  /** Errors of the fields that were left, submitted, or rejected. */
  readonly problems: Problems;
  /** Called on blur: the field is validated from now on. */
  readonly leave: (field: CourseField) => void;
  /** Validates the whole form, and every change from then on. Returns the problems. */
  readonly check: () => Problems;
  /** Marks the fields that the server rejected, until they are changed. */
  readonly refuse: (problems: Problems) => void;
  /** Replaces the values of all fields and clears the errors. */
  readonly replace: (values: CourseFormValues) => void;
}

/** @param onChange called with all values after every change of one */
export function useCourseForm(initial: CourseFormValues, onChange?: (values: CourseFormValues) => void): CourseFormState {
  const [values, setValues] = useState(initial);
  const [judged, setJudged] = useState<ReadonlySet<CourseField>>(new Set());
  const [refused, setRefused] = useState<Problems>({});
  const found = findProblems(values);
  return {
    values,
    set: (field, value) => {
      const next = { ...values, [field]: value };
      setValues(next);
      const { [field]: _old, ...others } = refused;
      setRefused(others);
      onChange?.(next);
    },
    problems: { ...Object.fromEntries(Object.entries(found).filter(([field]) => judged.has(field as CourseField))), ...refused },
    leave: (field) => {
      // an empty required field that was merely passed is not an error yet
      if (values[field].trim() !== '') setJudged(new Set([...judged, field]));
    },
    check: () => {
      setJudged(new Set(Object.keys(values) as CourseField[]));
      return found;
    },
    refuse: setRefused,
    replace: (next) => {
      setValues(next);
      setJudged(new Set());
      setRefused({});
    },
  };
}

/** Focuses the first invalid field, in page order. */
export function showFirst(form: HTMLFormElement | null, problems: Problems): void {
  const marked = [...(form?.elements ?? [])].find((element) => problems[(element.getAttribute('name') ?? '') as CourseField] !== undefined);
  if (marked instanceof HTMLElement) marked.focus();
}
