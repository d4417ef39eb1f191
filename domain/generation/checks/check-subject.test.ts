import { describe, expect, it } from 'vitest';
import { readLibrary } from '#ops/sandbox/answers/read-library.ts';
import { checkSubject, surelyTeaches } from './check-subject.ts';

const COURSES = readLibrary().map(({ slug, lessons }) => ({
  slug,
  texts: lessons.map(({ sections }) => sections.join('\n\n')),
  planned: lessons.map(({ title, takeaways, objectives }, at) => ({
    lesson_id: String(at),
    title,
    summary: takeaways[0]!,
    objectives,
    duration_minutes: 10,
  })),
}));

describe('a lesson’s text', () => {
  it('teaches its own lesson in the whole library', () => {
    const doubted = COURSES.flatMap(({ slug, texts, planned }) =>
      texts.flatMap((text, at) => (checkSubject(text, String(at), planned).length > 0 ? [`${slug} ${at + 1}`] : [])),
    );
    expect(doubted).toEqual([]);
  });

  it('that was written for another lesson of the course is refused where their plans differ enough', () => {
    const tried = COURSES.flatMap(({ texts, planned }) =>
      texts.map((_, at) => checkSubject(texts[(at + 1) % texts.length]!, String(at), planned).length > 0),
    );
    expect(tried.filter(Boolean).length / tried.length).toBeGreaterThan(0.35);
  });

  it('that two lessons share is detected in many cases, and hardly ever wrongly', () => {
    const sure = (shift: number) =>
      COURSES.flatMap(({ texts, planned }) =>
        texts.map((_, at) => surelyTeaches(texts[(at + shift) % texts.length]!, String(at), planned)),
      );
    const share = (found: readonly boolean[]) => found.filter(Boolean).length / found.length;
    expect(share(sure(0))).toBeGreaterThan(0.5);
    for (const shift of [1, 2, 3]) expect(share(sure(shift))).toBeLessThan(0.004);
  });

  it('is not doubted if plans say too little, nor in a course of one lesson', () => {
    const planned = [{ lesson_id: 'a', title: 'Bees', summary: '', objectives: [], duration_minutes: 5 }];
    expect(checkSubject('Something else altogether.', 'a', planned)).toEqual([]);
  });
});
