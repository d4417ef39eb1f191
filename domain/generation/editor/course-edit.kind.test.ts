import { expect, it } from 'vitest';
import { courseEditKind, MOST_PARTS, partKey } from './course-edit.kind.ts';

type Step = Parameters<typeof courseEditKind.order>[1][number];

const step = (key: string, given: Partial<Step> = {}): Step => ({
  key,
  state: 'completed',
  service: 'grok',
  tried: [],
  passed_over: [],
  error_code: null,
  next: null,
  touched: null,
  ...given,
});
const failed = (key: string) => step(key, { state: 'failed', error_code: 'vendors.exhausted' });
const next = (...steps: Step[]) =>
  courseEditKind.order(null, steps, null).add.map(({ key, payload }) => [key, ...(payload ? [payload] : [])]);
const [A, B] = ['11111111-1111-8111-8111-111111111111', '22222222-2222-8222-8222-222222222222'];

it('a course is read part by part, then changed, then what was touched is answered again, and then it ends', () => {
  expect(next()).toEqual([['edit:0', { first: 0 }]]);
  expect(next(step('edit:0', { state: 'running' }))).toEqual([]);
  expect(next(step('edit:0', { next: 4 }))).toEqual([['edit:1', { first: 4 }]]);
  const read = [step('edit:0', { next: 4 }), step('edit:1')];
  expect(next(...read)).toEqual([['apply']]);
  const applied = [...read, step('apply', { touched: [A, B] })];
  expect(next(...applied)).toEqual([[`recheck:${A}`], [`recheck:${B}`]]);
  expect(next(...applied, step(`recheck:${A}`))).toEqual([[`recheck:${B}`]]);
  expect(next(...applied, step(`recheck:${A}`), failed(`recheck:${B}`))).toEqual([['finish']]);
  expect(next(...applied, step(`recheck:${A}`), step(`recheck:${B}`), step('finish'))).toEqual([]);
});

it('whatever fails, the run ends: with what was found before it', () => {
  expect(next(failed('edit:0'))).toEqual([['apply']]);
  expect(next(step('edit:0', { next: 4 }), failed('edit:1'))).toEqual([['apply']]);
  expect(next(step('edit:0'), failed('apply'))).toEqual([['finish']]);
  const end = courseEditKind.order(null, [step('edit:0'), step('apply'), failed('finish')], null);
  expect([end.add, end.failed?.code]).toEqual([[], 'vendors.exhausted']);
});

it('reads as many parts as may be paid for, whatever is left', () => {
  const parts = Array.from({ length: MOST_PARTS }, (_, at) => step(partKey(at), { next: at + 1 }));
  expect(next(...parts.slice(0, -1))).toEqual([[partKey(MOST_PARTS - 1), { first: MOST_PARTS - 1 }]]);
  expect(next(...parts)).toEqual([['apply']]);
});
