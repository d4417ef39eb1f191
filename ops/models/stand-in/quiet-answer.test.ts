import { toJSONSchema, type ZodType } from 'zod';
import { expect, it } from 'vitest';
import { lessonDocument, moduleDocument, outlineDocument } from '#domain/generation/prompts/documents.ts';
import { lessonsIn, listIn } from '../ways/way.ts';
import { WAYS } from '../ways/ways.ts';
import { readCall } from './call.ts';
import { quietAnswer } from './quiet-answer.ts';
import { answerText } from './stand-in.ts';

const tag = (name: string, value: unknown) => `<${name}>${JSON.stringify(value)}</${name}>`;

const callFor = (form: ZodType, user: string) => {
  const body = {
    model: 'qwen3:8b',
    messages: [{ role: 'user', content: user }],
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: toJSONSchema(form) } },
  };
  return readCall('chat', '/v1/chat/completions', {}, body);
};
const answer = (form: ZodType, user: string) => quietAnswer(callFor(form, user));

it.each([320, 575])('as many lessons as requested, of %i words, each with its own text', (words) => {
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

it('a module has the texts of its lessons, and a way that damages lessons damages each of them', () => {
  const brief = tag('brief', {
    topic: 'The French Revolution',
    learning_goals: 'Understand why it began',
    age: 35,
    course_size: { modules: 4, lessons_per_module: 3, lesson_words: 400 },
  });
  const planned = lessonsIn(answer(outlineDocument, brief)).slice(0, 3);
  const lessons = planned.map((lesson, at) => ({ module: 0, lesson: at, number: `1.${at + 1}`, title: lesson['title'] }));
  const call = callFor(moduleDocument, `${brief}${tag('module', { module: 0, title: 'x', lessons })}`);
  expect(call).toMatchObject({ purpose: 'module', titles: planned.map(({ title }) => title) });
  const quiet = quietAnswer(call);
  const alone = lessons.map((lesson) => String(answer(lessonDocument, `${brief}${tag('lesson', lesson)}`)['content']));
  expect(listIn(quiet, 'lessons').map(({ number, content }) => [number, content])).toEqual(alone.map((text, at) => [`1.${at + 1}`, text]));
  const contentsOf = (id: string) => {
    const way = WAYS.find((one) => one.id === id);
    expect(way, id).toBeDefined();
    const { lessons: changed } = JSON.parse(answerText(way!, quiet, call)) as { lessons: { content: string }[] };
    return changed.map(({ content }) => content);
  };
  for (const content of contentsOf('in-spanish')) expect(content).toContain('Las notas muestran');
  for (const content of contentsOf('json-text-is-json')) expect(content).toContain('{"content":');
  expect(new Set(contentsOf('one-text-for-all')).size).toBe(1);
});
