import { expect, it } from 'vitest';
import { cleanAnswer } from '#domain/vendors/llm/hygiene/clean-answer.ts';
import { readLibrary } from './read-library.ts';

it('nothing of the library, which people wrote, is taken for a model’s own talk, a refusal, a loop or half a text', () => {
  const rejected = readLibrary().flatMap((course) =>
    course.lessons.flatMap((lesson) => {
      const cleaned = cleanAnswer(lesson, 'mentor', { prompt: '' });
      return 'problem' in cleaned ? [`${course.head.title}, ${JSON.stringify(lesson).slice(0, 80)}: ${cleaned.problem}`] : [];
    }),
  );
  expect(rejected).toEqual([]);
});
