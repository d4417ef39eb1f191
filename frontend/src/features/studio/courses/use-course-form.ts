import { useState } from 'react';
import { findProblems, type Problems } from './course-form-rules.ts';
import type { CourseField, CourseFormValues } from './course-form-values.ts';

/** The form while it is filled in. */
export interface CourseFormState {
  readonly values: CourseFormValues;
  readonly set: <F extends CourseField>(field: F, value: CourseFormValues[F]) => void;
  /** What is wrong with the fields that somebody has left, or that were sent, or refused. */
  readonly problems: Problems;
  /** Somebody has left a field: from now on it is judged. */
  readonly leave: (field: CourseField) => void;
  /** Judges the whole form, and from now on every change. Answers what is wrong. */
  readonly check: () => Problems;
  /** Marks what the server refused, until it is changed. */
  readonly refuse: (problems: Problems) => void;
  /** Other values in all fields; nothing is marked. */
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
      // a needed field that is merely passed by is not wrong yet
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

/** Goes to the first of the marked fields, as they stand on the page. */
export function showFirst(form: HTMLFormElement | null, problems: Problems): void {
  const marked = [...(form?.elements ?? [])].find((element) => problems[(element.getAttribute('name') ?? '') as CourseField] !== undefined);
  if (marked instanceof HTMLElement) marked.focus();
}
