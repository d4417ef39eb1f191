import { describe, expect, it } from 'vitest';
import {
  audioSearch,
  operatorSearch,
  billingSearch,
  coursesSearch,
  historySearch,
  joinSearch,
  linkSearch,
  notesSearch,
  plansSearch,
  studioCourseSearch,
} from './route-search.ts';

describe('a search parameter', () => {
  it('G43 is read if it is valid', () => {
    expect(coursesSearch({ filter: 'saved', q: 42 })).toEqual({ filter: 'saved', q: '42' });
    expect(historySearch({ version: 3 })).toEqual({ version: 3 });
    expect(billingSearch({ change: 'basic_monthly' })).toEqual({ change: 'basic_monthly' });
    expect(linkSearch({ token: 123 })).toEqual({ token: '123' });
    expect(operatorSearch({ show: 'looked-at' })).toEqual({ show: 'looked-at' });
    expect(operatorSearch({ show: 'answered' })).toEqual({ show: 'answered' });
    expect(audioSearch({ lesson: 'l1', language: 'spanish' })).toEqual({ lesson: 'l1', language: 'spanish' });
    expect(joinSearch({})).toEqual({ token: '' });
    expect(plansSearch({ billed: 'year', next: '/courses' })).toEqual({ billed: 'year', next: '/courses' });
    expect(studioCourseSearch({ lesson: 'l1', write: true })).toEqual({ lesson: 'l1', write: true });
  });

  // an omitted key would let the raw value through, because the router merges a parser's result over it
  it('is replaced, one by one, if it is not', () => {
    expect(Object.entries(coursesSearch({ filter: 'nonsense', q: {} }))).toEqual([
      ['filter', undefined],
      ['q', undefined],
      ['sort', undefined],
    ]);
    expect(Object.entries(audioSearch({ language: 'klingon' }))).toEqual([
      ['lesson', undefined],
      ['language', undefined],
    ]);
    expect(Object.entries(notesSearch({ q: {} }))).toEqual([['q', undefined]]);
    for (const version of [0, -1, 1.5, 'three', {}]) expect(Object.entries(historySearch({ version }))).toEqual([['version', undefined]]);
    expect(Object.entries(operatorSearch({ show: 'all', every: 61, range: '1y', find: {}, plan: 'yes', topic: {} }))).toEqual([
      ['show', undefined],
      ['every', undefined],
      ['range', undefined],
      ['find', undefined],
      ['plan', undefined],
      ['topic', undefined],
    ]);
    expect(Object.entries(plansSearch({ billed: 'week', next: 'https://elsewhere.example' }))).toEqual([
      ['next', undefined],
      ['billed', undefined],
    ]);
    expect(Object.entries(studioCourseSearch({ lesson: {}, write: 'no' }))).toEqual([
      ['lesson', undefined],
      ['write', undefined],
    ]);
    expect(Object.entries(billingSearch({ change: ['x'] }))).toEqual([['change', undefined]]);
  });
});
