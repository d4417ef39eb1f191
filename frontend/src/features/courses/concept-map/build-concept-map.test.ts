import { describe, expect, it } from 'vitest';
import { aLesson } from '#frontend/features/courses/course.factory.ts';
import { buildConceptMap, isShared } from './build-concept-map.ts';

const mapOf = (language: string, ...contents: string[]) =>
  buildConceptMap(
    { modules: [{ title: 'M', summary: '', lessons: contents.map((content, at) => aLesson(0, at, { content })) }] },
    language,
  );
/** Each term with the lessons it occurs in; lessons that explain it have a star. */
const occurrences = (language: string, ...contents: string[]) =>
  mapOf(language, ...contents).terms.map(
    ({ term, uses }) => `${term}: ${uses.map(({ lesson, isExplained }) => lesson.id + (isExplained ? '*' : '')).join(' ')}`,
  );

describe('the concept map of a course', () => {
  it('connects the terms of its glossary with the lessons that explain and that use them, in the order of the course', () => {
    const map = mapOf(
      'en',
      'Bees leave. The swarm is near.',
      'A **swarm** is a colony that leaves with the *old* queen. Then rest.',
      'Two Swarms met.',
    );
    expect(map.lessons.map(({ id, title }) => `${id} ${title}`)).toEqual(['1.1 Lesson 0.0', '1.2 Lesson 0.1', '1.3 Lesson 0.2']);
    expect(map.terms[0]!.uses.map(({ lesson, isExplained, passage }) => [lesson.id, isExplained, passage])).toEqual([
      ['1.1', false, 'The swarm is near.'],
      ['1.2', true, 'A swarm is a colony that leaves with the old queen.'],
      ['1.3', false, 'Two Swarms met.'],
    ]);
    expect(isShared(map.terms[0]!)).toBe(true);
  });

  it('matches the longest of the terms that begin at a word, and whole words only', () => {
    expect(occurrences('en', 'A **spring** (a tide) and a **spring tide** (a high one).', 'At spring tide.', 'In springtime.')).toEqual([
      'spring: 1.1*',
      'spring tide: 1.1* 1.2',
    ]);
  });

  it.each([
    ['es', 'Una **flor** es una parte de la planta.', 'Las flores abren.'],
    ['ar', '**الخَليّة** هي وحدة الحياة.', 'في خلية واحدة.'],
    ['zh', '这是**光合作用**。', '植物进行光合作用。'],
  ])('recognises a term in another form of its word (%s)', (language, explained, used) => {
    expect(mapOf(language, explained, used).terms[0]!.uses).toHaveLength(2);
  });

  it('quotes sentences with formulas, table rows and cited sentences as they read on the page', () => {
    const { terms } = mapOf('en', 'Its **lift**: $L$.', '| Speed | Lift |', 'With $v = 2$ the lift grows.');
    expect(terms[0]!.uses.map(({ passage }) => passage)).toEqual(['Its lift:', 'Lift', 'the lift grows.']);
    const lesson = aLesson(0, 0, { content: 'A **wing** is what bends air.[^1]', citations: [] });
    const cited = buildConceptMap({ modules: [{ title: 'M', summary: '', lessons: [lesson] }] }, 'en');
    expect(cited.terms[0]!.uses[0]!.passage).toBe('A wing is what bends air.');
  });

  it('of a course without bold terms has its lessons only', () => {
    const { lessons, terms } = mapOf('en', 'Nothing stands out here.');
    expect([lessons.length, terms]).toEqual([1, []]);
  });
});
