import { describe, expect, it } from 'vitest';
import { DEFECTS, PLAIN_DEFECTS, seededLessons } from '../faults/seeded-lessons.ts';
import { reword } from '../faults/reword.ts';
import { judgePair } from './judge-pair.ts';
import { judgedText } from '#domain/generation/evaluations/verdict.commands.ts';
import type { GivenSample } from '#domain/generation/evaluations/evaluation.commands.ts';

const brief = { language_preference: 'english' };
const shown = ({ lesson, questions }: GivenSample) => judgedText(lesson, questions);
const judge = (first: GivenSample, second: GivenSample, prefersFirst = false) =>
  judgePair({ brief, first_lesson: shown(first), second_lesson: shown(second) }, prefersFirst);
const lessons = seededLessons(40);

describe('the sandbox’s judge of two lessons', () => {
  it('finds every lesson as good as itself, and as itself reworded', () => {
    for (const { original, candidate, defect } of lessons.filter(({ isHeldOut }) => !isHeldOut)) {
      expect(judge(original, original).preferred).toBe('tie');
      if (defect === null) expect(judge(original, candidate), original.lesson.title).toMatchObject({ preferred: 'tie' });
    }
  });

  it('gives the same verdict in both orders, with reasons that name their lesson', () => {
    const turned = { first: 'second', second: 'first', tie: 'tie' } as Record<string, string>;
    for (const { original, candidate } of lessons) {
      const one = judge(original, candidate);
      expect(judge(candidate, original).preferred).toBe(turned[one.preferred]);
      if (one.preferred === 'first') expect(one.reasons).toContain('The second lesson');
    }
  });

  it('finds most of the ways of damaging a lesson; it misses those that two texts alone do not show', () => {
    // five lessons for each kind of damage: a share of ten would change with every new course in the library
    const spoilt = seededLessons(200).filter(({ defect, isHeldOut }) => defect !== null && !isHeldOut);
    const found = spoilt.filter(({ original, candidate }) => judge(original, candidate).preferred === 'first');
    expect(found.length / spoilt.length).toBeGreaterThanOrEqual(0.75);
    expect(new Set(found.map(({ defect }) => defect)).size).toBeGreaterThanOrEqual(8);
  });

  it('finds every plainly damaged lesson, in the whole library', () => {
    const spoilt = seededLessons(100, PLAIN_DEFECTS).filter(({ defect, isHeldOut }) => defect !== null && !isHeldOut);
    expect(spoilt.length).toBeGreaterThan(20);
    for (const { original, candidate, defect } of spoilt)
      expect([defect, original.lesson.title, judge(original, candidate).preferred]).toEqual([defect, original.lesson.title, 'first']);
  });

  it('says of each verdict that it compares words: it finds a good lesson and platitudes even', () => {
    const [{ original }] = lessons as [(typeof lessons)[number]];
    const content = 'Learning is a journey. Every step counts, and practice makes perfect. Believe in yourself, and you will see results.';
    const platitudes = { questions: [], lesson: { ...original.lesson, content, exercises: [] } };
    expect(judge(original, platitudes)).toEqual({
      preferred: 'tie',
      reasons: expect.stringMatching(/compares words and understands none/),
    });
    for (const { original: one, candidate } of lessons.slice(0, 4)) expect(judge(one, candidate).reasons).toMatch(/compares words/);
  });

  it('prefers the first one without looking if a control says so', () => {
    const [{ original, candidate }] = lessons.filter(({ defect }) => defect === 'cut end') as [(typeof lessons)[number]];
    expect(judge(candidate, original, true).preferred).toBe('first');
    expect(judge(original, candidate, true).preferred).toBe('first');
  });
});

describe('the seeded lessons', () => {
  it('are half damaged, with each kind of damage as often, and the same each time', () => {
    const spoilt = lessons.flatMap(({ defect }) => defect ?? []);
    expect(spoilt.toSorted()).toEqual([...DEFECTS, ...DEFECTS].toSorted());
    expect(seededLessons(40)).toEqual(lessons);
    for (const { original, candidate, defect } of lessons) if (defect !== null) expect(candidate).not.toEqual(original);
  });

  it('are for one half lessons that the judge was not built on, beside another lesson of the course: no twin shows the damage', () => {
    const heldOut = lessons.filter(({ isHeldOut }) => isHeldOut);
    expect(heldOut.flatMap(({ defect }) => defect ?? []).toSorted()).toEqual([...DEFECTS].toSorted());
    for (const { original, candidate } of heldOut) expect(original.lesson.title).not.toBe(candidate.lesson.title);
    for (const { original, candidate, isHeldOut } of lessons) if (!isHeldOut) expect(original.lesson.title).toBe(candidate.lesson.title);
  });

  it('are, if undamaged, reworded: with the same length, the same numbers and the same code', () => {
    const all = seededLessons(20).filter(({ defect }) => defect === null);
    for (const { original, candidate } of all) {
      const [before, after] = [original.lesson.content, candidate.lesson.content];
      expect(after).not.toBe(before);
      expect(after.match(/\d+/g)?.toSorted()).toEqual(before.match(/\d+/g)?.toSorted());
      expect(after.match(/`[^`\n]+`/g)).toEqual(before.match(/`[^`\n]+`/g));
      expect(Math.abs(after.length / before.length - 1)).toBeLessThan(0.05);
    }
    const said = 'If you heat ice, it melts. For example, it does not stay whole because of `if you do not`.';
    expect(reword(`${said} ${'It is a long paragraph. '.repeat(8)}`.trim()).content).toMatch(
      /^It melts if you heat ice\. For instance, it doesn’t stay whole owing to `if you do not`\./,
    );
  });
});
