import { useSyncExternalStore } from 'react';
import { findProblems, type Problems } from './form-rules.ts';
import type { FieldName, FormValues } from './form-values.ts';

/** The state of the form. Every control subscribes to its own field, so typing into one does not re-render the others. */
export interface CourseFormState {
  readonly values: () => FormValues;
  readonly problems: () => Problems;
  /** Changes one field; one that was marked is judged anew. */
  readonly set: <N extends FieldName>(name: N, value: FormValues[N]) => void;
  /** Chooses for somebody who has not: nobody has begun the form by that, so it is not stored. */
  readonly preset: <N extends FieldName>(name: N, value: FormValues[N]) => void;
  /** Judges the whole form, and from now on every change. Answers what is wrong. */
  readonly check: () => Problems;
  /** Marks what the server refused, until it is changed. */
  readonly refuse: (problems: Problems) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** @param onChange called with all values after every change of one */
export function createFormState(initial: FormValues, onChange: (values: FormValues) => void): CourseFormState {
  let values = initial;
  let problems: Problems = {};
  let isChecked = false;
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
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
      tell();
    },
    preset: (name, value) => {
      values = { ...values, [name]: value };
      tell();
    },
    check: () => {
      isChecked = true;
      problems = findProblems(values);
      tell();
      return problems;
    },
    refuse: (refused) => {
      problems = refused;
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** One field's value. */
export const useValue = <N extends FieldName>(form: CourseFormState, name: N): FormValues[N] =>
  useSyncExternalStore(form.subscribe, () => form.values()[name]);

/** What is wrong with one field. */
export const useProblem = (form: CourseFormState, name: FieldName): string | undefined =>
  useSyncExternalStore(form.subscribe, () => form.problems()[name]);

/** All values, for what is shown of several. */
export const useValues = (form: CourseFormState): FormValues => useSyncExternalStore(form.subscribe, form.values);
