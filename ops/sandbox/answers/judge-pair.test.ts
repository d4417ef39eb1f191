import { describe, expect, it } from 'vitest';
import { DEFECTS, seededLessons } from '../faults/seeded-lessons.ts';
import { judgePair } from './judge-pair.ts';
import { judgedText } from '#domain/generation/evaluations/verdict.commands.ts';
import type { GivenSample } from '#domain/generation/evaluations/evaluation.commands.ts';

const brief = { language_preference: 'english' };
const shown = ({ lesson, questions }: GivenSample) => judgedText(lesson, questions);
const judge = (first: GivenSample, second: GivenSample, prefersFirst = false) =>
  judgePair({ brief, first_lesson: shown(first), second_lesson: shown(second) }, prefersFirst);
const lessons = seededLessons(40);

describe('the sandbox’s judge of two lessons', () => {
  it('finds every lesson as good as itself, and as itself with other marks', () => {
    for (const { original, candidate, defect } of lessons) {
      expect(judge(original, original).preferred).toBe('tie');
      if (defect === null) expect(judge(original, candidate), original.lesson.title).toMatchObject({ preferred: 'tie' });
    }
  });

  it('says the same in both orders, with reasons that name the lesson they are about', () => {
    const turned = { first: 'second', second: 'first', tie: 'tie' } as Record<string, string>;
    for (const { original, candidate } of lessons) {
      const one = judge(original, candidate);
      expect(judge(candidate, original).preferred).toBe(turned[one.preferred]);
      if (one.preferred === 'first') expect(one.reasons).toContain('The second lesson');
    }
  });

  it('finds most of the ways in which a lesson is spoilt; what two texts alone cannot tell it does not', () => {
    const spoilt = lessons.filter(({ defect }) => defect !== null);
    const found = spoilt.filter(({ original, candidate }) => judge(original, candidate).preferred === 'first');
    expect(found.length / spoilt.length).toBeGreaterThanOrEqual(0.75);
    expect(new Set(found.map(({ defect }) => defect)).size).toBeGreaterThanOrEqual(8);
  });

  it('prefers the first one without looking where a control makes it', () => {
    const [{ original, candidate }] = lessons.filter(({ defect }) => defect === 'cut end') as [(typeof lessons)[number]];
    expect(judge(candidate, original, true).preferred).toBe('first');
    expect(judge(original, candidate, true).preferred).toBe('first');
  });
});

describe('the seeded lessons', () => {
  it('are half spoilt, each way as often, and the same each time', () => {
    const spoilt = lessons.flatMap(({ defect }) => defect ?? []);
    expect(spoilt.toSorted()).toEqual([...DEFECTS, ...DEFECTS].toSorted());
    expect(seededLessons(40)).toEqual(lessons);
    for (const { original, candidate, defect } of lessons) if (defect !== null) expect(candidate).not.toEqual(original);
  });
});
