import { toJSONSchema, type ZodType } from 'zod';
import { expect, it } from 'vitest';
import { lessonDocument, outlineDocument } from '#domain/generation/prompts/documents.ts';
import { lessonsIn, listIn } from '../ways/way.ts';
import { readCall } from './call.ts';
import { quietAnswer } from './quiet-answer.ts';

const tag = (name: string, value: unknown) => `<${name}>${JSON.stringify(value)}</${name}>`;

const answer = (form: ZodType, user: string) => {
  const body = {
    model: 'qwen3:8b',
    messages: [{ role: 'user', content: user }],
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: toJSONSchema(form) } },
  };
  return quietAnswer(readCall('chat', '/v1/chat/completions', {}, body));
};

it.each([320, 575, 750, 900])('as many lessons as requested, of %i words, each with its own text', (words) => {
  const brief = tag('brief', {
    topic: 'The French Revolution',
    learning_goals: 'Understand why it began',
    age: 35,
    course_size: { modules: 4, lessons_per_module: 3, lesson_words: words },
  });
  const outline = answer(outlineDocument, brief);
  const lessons = lessonsIn(outline);
  const texts = lessons.map((lesson, at) =>
    String(answer(lessonDocument, `${brief}${tag('lesson', { module: Math.floor(at / 3), lesson: at % 3, ...lesson })}`)['content']),
  );
  expect(listIn(outline, 'modules').map((module) => listIn(module, 'lessons').length)).toEqual([3, 3, 3, 3]);
  expect(new Set(lessons.map(({ title }) => title)).size).toBe(12);
  expect(new Set(texts).size).toBe(12);
  for (const text of texts) expect(text.split(/\s+/).length, text).toBeGreaterThan(words * 0.5);
});

it('modules of the requested size, if the library has as many lessons in others', () => {
  const about = { topic: 'The French Revolution', learning_goals: 'Understand why it began', age: 35 };
  const outline = answer(
    outlineDocument,
    tag('brief', { ...about, course_size: { modules: 3, lessons_per_module: 3, lesson_words: 750 } }),
  );
  expect(listIn(outline, 'modules').map((module) => listIn(module, 'lessons').length)).toEqual([3, 3, 3]);
});
