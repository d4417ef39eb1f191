import { expect, it } from 'vitest';
import { cleanAnswer } from '#domain/vendors/llm/hygiene/clean-answer.ts';
import { readLibrary } from './read-library.ts';

it('nothing in the library, which is written by people, is taken for a model’s own talk, a refusal, a loop, HTML or an incomplete text, or changed', () => {
  const rejected = readLibrary().flatMap((course) =>
    course.lessons.flatMap((lesson) => {
      // a mentor has read the lesson, and may cite its studies
      const cleaned = cleanAnswer(lesson, 'mentor', { prompt: lesson.sections.join('\n') });
      if ('value' in cleaned) expect(cleaned.value, lesson.title).toEqual(lesson);
      return 'problem' in cleaned ? [`${course.head.title}, ${JSON.stringify(lesson).slice(0, 80)}: ${cleaned.problem}`] : [];
    }),
  );
  expect(rejected).toEqual([]);
});
