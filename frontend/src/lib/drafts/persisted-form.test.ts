import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createStoredForm } from './persisted-form.ts';

const EMPTY = { title: '', level: 'beginner' };
const bees = { title: 'Bees', level: 'beginner' };

/** A separate document: its in-memory values disappear with it. */
const open = (name = 'form') => createStoredForm(name, () => EMPTY);

describe('a form persisted in the tab', () => {
  it('is there again after a reload, for the user who filled it in and under its own name', () => {
    open().save('u1', bees);
    expect(open().load('u1')).toEqual(bees);
    expect(open().load('u2')).toEqual(EMPTY);
    expect(open('other').load('u1')).toEqual(EMPTY);
  });

  it('fills a field added since, and starts empty when the stored form is unreadable', () => {
    sessionStorage.setItem('form:u1', JSON.stringify({ values: { title: 'Bees' } }));
    sessionStorage.setItem('form:u2', '{');
    expect(open().load('u1')).toEqual(bees);
    expect(open().load('u2')).toEqual(EMPTY);
  });

  it('is kept until the reload if the browser refuses storage', () => {
    const refuse = () => {
      throw new DOMException('No', 'QuotaExceededError');
    };
    for (const way of ['getItem', 'setItem', 'removeItem'] as const) vi.spyOn(Storage.prototype, way).mockImplementation(refuse);
    const form = open();
    form.save('u1', bees);
    expect(form.load('u1')).toEqual(bees);
    expect(form.sendingKey('u1', bees)).toBe(form.sendingKey('u1', bees));
    form.reset('u1');
    expect(form.load('u1')).toEqual(EMPTY);
  });

  it('G29 a form the server recognises by content has no key, in any tab; a new attempt has one until the form changes', () => {
    open().save('u1', bees);
    expect(open().attemptKey('u1', bees)).toBeUndefined();
    open().beginNewAttempt('u1');
    expect(open().load('u1')).toEqual(bees);
    const key = open().attemptKey('u1', bees);
    expect(key).toMatch(/^[\w-]{36}$/);
    open().save('u1', bees);
    expect(open().attemptKey('u1', bees)).toBe(key);
    expect(open().attemptKey('u1', { ...bees, level: 'advanced' })).toBeUndefined();
    open().forgetAttempt('u1');
    expect(open().attemptKey('u1', bees)).toBeUndefined();
    open().beginNewAttempt('u1');
    expect(open().attemptKey('u1', bees)).not.toBe(key);
  });

  it('repeats the key of an unchanged form, even after a reload, until the attempt is forgotten or the form changes', () => {
    const key = open().sendingKey('u1', bees);
    open().save('u1', bees);
    expect(open().sendingKey('u1', bees)).toBe(key);
    open().forgetAttempt('u1');
    expect(open().load('u1')).toEqual(bees);
    const second = open().sendingKey('u1', bees);
    expect(second).not.toBe(key);
    expect(open().sendingKey('u1', { ...bees, level: 'advanced' })).not.toBe(second);
  });

  it('counts resets, so that a form on screen remounts', () => {
    const form = open();
    const { result } = renderHook(() => form.useResets());
    const before = result.current;
    act(() => form.reset('u1'));
    expect(result.current).toBe(before + 1);
  });
});
