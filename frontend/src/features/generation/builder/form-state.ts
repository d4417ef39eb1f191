import { useSyncExternalStore } from 'react';
import { findProblems, type Problems } from './form-rules.ts';
import type { FieldName, FormValues } from './form-values.ts';

/** The state of the form. Every control subscribes to its own field, so typing into one does not re-render the others. */
export interface CourseFormState {
  readonly values: () => FormValues;
  readonly problems: () => Problems;
  /** Changes one field; a field marked as invalid is validated again. */
  readonly set: <N extends FieldName>(name: N, value: FormValues[N]) => void;
  /** Validates the whole form, and every change from then on. Returns the problems. */
  readonly check: () => Problems;
  /** Marks the fields that the server rejected, until they are changed. */
  readonly refuse: (problems: Problems) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** @param onChange called with all values after every change of one */
export function createFormState(initial: FormValues, onChange: (values: FormValues) => void): CourseFormState {
  let values = initial;
  let problems: Problems = {};
  let isChecked = false;
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());
  return {
    values: () => values,
    problems: () => problems,
    set: (name, value) => {
      values = { ...values, [name]: value };
      if (isChecked) {
        const { [name]: _old, ...others } = problems;
        const found = findProblems(values)[name];
        problems = found === undefined ? others : { ...others, [name]: found };
      }
      onChange(values);
      notify();
    },
    check: () => {
      isChecked = true;
      problems = findProblems(values);
      notify();
      return problems;
    },
    refuse: (refused) => {
      problems = refused;
      notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The value of one field. */
export const useValue = <N extends FieldName>(form: CourseFormState, name: N): FormValues[N] =>
  useSyncExternalStore(form.subscribe, () => form.values()[name]);

/** The error message of one field. */
export const useProblem = (form: CourseFormState, name: FieldName): string | undefined =>
  useSyncExternalStore(form.subscribe, () => form.problems()[name]);

/** All values, for displays that depend on several. */
export const useValues = (form: CourseFormState): FormValues => useSyncExternalStore(form.subscribe, form.values);
