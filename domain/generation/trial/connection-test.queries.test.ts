import { describe, expect, it } from 'vitest';
import { judgeTrialLesson, trialLesson } from './connection-test.queries.ts';

const PARAGRAPH =
  'A forager leaves the hive in the morning and flies a wide circle before she turns to the flowers. She keeps the sun on one side of her, and on a cloudy day she reads the light of the sky instead.';
const lesson = (more = '') => ({
  content: `## The way out\n\n${PARAGRAPH}\n\n## The way home\n\n${PARAGRAPH.replace('morning', 'evening')}${more}`,
  objectives: ['Name what a forager finds her way by'],
  key_takeaways: ['A forager finds her way by the sun.'],
});
const problemsOf = (more: string) => judgeTrialLesson(lesson(more)).problems;

describe('the lesson of a connection test', () => {
  it('is requested like lessons of courses: with summaries, and without its own entry in the outline', () => {
    const { prompt } = trialLesson();
    expect(prompt).not.toContain('(this lesson)');
    for (const summary of ['The queen, her workers and the drones', 'A dance on the comb says how far the flowers are'])
      expect(prompt).toContain(summary);
  });

  it.each([
    ['our instructions', () => `\n\n${trialLesson().instructions.slice(0, 400)}`],
    ['a placeholder', () => '\n\nThe next field is {{ lesson_title }} of the course.'],
    ['HTML', () => '\n\n<div class="note">Look at the sun before you go.</div>'],
  ])('is not sound with %s in it', (_, more) => {
    const found = problemsOf(more());
    expect(found.length).toBeGreaterThan(problemsOf('').length);
  });
});
