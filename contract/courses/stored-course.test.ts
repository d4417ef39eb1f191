import { describe, expect, it } from 'vitest';
import { unboundedParts } from '#contract/platform/unbounded-parts.factory.ts';
import { buildContent, buildLesson } from '#domain/courses/content/course.factory.ts';
import { COURSE_BOUNDS, storedCourseSchema, tooLargePart } from './stored-course.ts';

const problemOf = (changes: Parameters<typeof buildContent>[0]) => {
  const content = buildContent(changes);
  return tooLargePart(content, JSON.stringify(content));
};
const module = (part: object) => [{ ...buildContent().modules[0]!, ...part }];
const lesson = (part: Parameters<typeof buildLesson>[0]) => module({ lessons: [buildLesson(part)] });

const workshopOf = (steps: number) => ({
  title: 'Count a colony',
  intro: '',
  steps: Array.from({ length: steps }, () => ({ id: 's1', text: 'Count the frames.', field: null, hint: '', explanation: '' })),
});

describe('a stored course', () => {
  it('has a limit for each of its texts and lists', () => {
    expect(unboundedParts(storedCourseSchema)).toEqual([]);
  });

  it.each([
    ['', { description: 'é'.repeat(COURSE_BOUNDS.bytes / 2) }],
    ['title', { title: 'a'.repeat(501) }],
    ['description', { description: 'a'.repeat(5_001) }],
    ['learning_objectives', { learning_objectives: Array(41).fill('a') }],
    ['expert_insights.0', { expert_insights: ['a'.repeat(1_001)] }],
    ['modules', { modules: Array(61).fill(module({ lessons: [buildLesson()] })[0]) }],
    ['lessons', { modules: module({ lessons: Array(121).fill(buildLesson()) }) }],
    ['modules.0.summary', { modules: module({ summary: 'a'.repeat(2_001) }) }],
    ['modules.0.lessons.0.content', { modules: lesson({ content: 'a'.repeat(60_001) }) }],
    ['modules.0.lessons.0.objectives', { modules: lesson({ objectives: Array(25).fill('a') }) }],
    ['modules.0.lessons.0.quiz', { modules: lesson({ quiz: Array(41).fill(buildLesson().quiz[0]) }) }],
    ['modules.0.lessons.0.quiz.0.question', { modules: lesson({ quiz: [{ ...buildLesson().quiz[0]!, question: 'a'.repeat(2_001) }] }) }],
    ['modules.0.lessons.0.workshop.steps', { modules: lesson({ workshop: workshopOf(13) }) }],
    [
      'quiz',
      {
        modules: module({
          lessons: Array(120).fill(buildLesson({ quiz: Array(9).fill(buildLesson().quiz[0]), workshop: workshopOf(12) })),
        }),
      },
    ],
    ['quiz', { modules: module({ lessons: Array(100).fill(buildLesson({ quiz: Array(26).fill(buildLesson().quiz[0]) })) }) }],
  ])('is refused with the name of the part that is too large: %s', (part, changes) => {
    expect(problemOf(changes)).toMatchObject({ part });
  });

  it('is accepted otherwise', () => {
    expect(problemOf({})).toBeNull();
  });
});
