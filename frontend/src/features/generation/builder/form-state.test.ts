import { describe, expect, it, vi } from 'vitest';
import { createFormState } from './form-state.ts';
import { FORM_DEFAULTS, type FormValues } from './form-values.ts';

const filled: FormValues = { ...FORM_DEFAULTS, topic: 'Bees', learning_goals: 'Keep them', age: '34' };

describe('the state of the form', () => {
  it('stores typed values and notifies subscribers', () => {
    const onChange = vi.fn();
    const form = createFormState(filled, onChange);
    form.set('topic', 'Wasps');
    expect(form.values()).toEqual({ ...filled, topic: 'Wasps' });
    expect(onChange).toHaveBeenLastCalledWith({ ...filled, topic: 'Wasps' });
  });

  it('marks nothing before the form is sent, then problems until they are solved', () => {
    const form = createFormState({ ...filled, age: '3' }, () => undefined);
    form.set('topic', '');
    expect(form.problems()).toEqual({});
    expect(Object.keys(form.check()).sort()).toEqual(['age', 'topic']);
    form.set('age', '4');
    expect(form.problems().age).toBe('Enter a whole number from 5 to 120.');
    form.set('age', '5');
    expect(Object.keys(form.problems())).toEqual(['topic']);
  });

  it('marks rejected values until they are changed', () => {
    const form = createFormState(filled, () => undefined);
    form.check();
    form.refuse({ content_depth: 'Not offered today.' });
    form.set('topic', 'Wasps');
    expect(form.problems()).toEqual({ content_depth: 'Not offered today.' });
    form.set('content_depth', 'overview');
    expect(form.problems()).toEqual({});
  });

  it('notifies only active subscribers', () => {
    const form = createFormState(filled, () => undefined);
    const listener = vi.fn();
    const stop = form.subscribe(listener);
    form.set('topic', 'Wasps');
    stop();
    form.set('topic', 'Bees');
    expect(listener).toHaveBeenCalledOnce();
  });
});
