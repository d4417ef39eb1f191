import { describe, expect, it } from 'vitest';
import { judgeKeys } from './course-translation.kind.ts';
import { partOf } from './judge-translation.command.ts';

const passagesOf = (lengths: readonly number[]) =>
  lengths.map((length, lesson) => ({ lesson, original: 'a'.repeat(length), translation: 'b'.repeat(length) }));

describe('the parts of a judged translation', () => {
  it.each([
    ['many passages', Array.from({ length: 80 }, (_, at) => 100 + (at % 7) * 50), 5],
    ['few long ones', [4_000, 4_000, 4_000], 2],
    ['one long one among short ones', [50, 50, 9_000, 50, 50], 2],
    ['one call', [300, 300], 1],
  ])('of %s have each passage once, in parts of similar size', (_, lengths, parts) => {
    const passages = passagesOf(lengths);
    const found = Array.from({ length: parts }, (_part, part) => partOf(passages, { part, parts }));
    expect(found.flat()).toEqual(passages);
    const size = (some: typeof passages) => some.reduce((sum, { original, translation }) => sum + original.length + translation.length, 0);
    for (const part of found) expect(size(part)).toBeLessThanOrEqual(size(passages) / parts + 2 * Math.max(...lengths));
  });

  it('do not exist without a passage', () => {
    for (const part of [0, 1, 2]) expect(partOf(passagesOf([9_000]), { part, parts: 3 })).toHaveLength(1);
  });

  it('have keys that a release with one call for all parts knows', () =>
    expect(judgeKeys('judge-1', 3)).toEqual(['judge-1', 'judge-1.1', 'judge-1.2']));
});
