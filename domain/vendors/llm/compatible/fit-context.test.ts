import { expect, it } from 'vitest';
import { lessonDocument } from '#domain/generation/prompts/documents.ts';
import { fitContext, fittedRequest } from './fit-context.ts';

const tokensIn = (text: string) => Math.ceil(text.length / 4);
const section = (name: string, data: unknown) => `<${name}>${JSON.stringify(data)}</${name}>`;
const sentences = (count: number) =>
  Array.from({ length: count }, (_, n) => `Sentence ${n} says something of some length about bees and hives.`);

const brief = section('brief', { topic: 'Bees' });
const lesson = section('lesson', { title: 'The hive', summary: sentences(3).join(' ') });
const prompt = [brief, section('course', { modules: sentences(40) }), section('research', { practice: sentences(60) }), lesson].join('\n');

it('a prompt that fits stays as it is', () => {
  expect(fitContext({ instructions: 'Write.', prompt }, 10_000, tokensIn)).toEqual({ prompt, shortened: [], fits: true });
});

it('material is shortened, the least needed first, and the task never', () => {
  const some = fitContext({ instructions: 'Write.', prompt }, 1_000, tokensIn);
  expect(some).toMatchObject({ fits: true, shortened: ['research'] });
  const most = fitContext({ instructions: 'Write.', prompt }, 350, tokensIn);
  expect(most).toMatchObject({ fits: true, shortened: ['research', 'course'] });
  for (const { prompt: fitted } of [some, most]) {
    expect(fitted).toContain(brief);
    expect(fitted).toContain(lesson);
    expect(() => JSON.parse(/<research>(.*)<\/research>/.exec(fitted)![1]!)).not.toThrow();
  }
});

it('an answer that has less room than it asked for is told so', () => {
  const request = {
    service: 'claude' as const,
    purpose: 'lesson' as const,
    instructions: 'Write.',
    prompt: lesson,
    schema: lessonDocument,
    maxOutputTokens: 3_000,
  };
  const within = (contextTokens: number) => fittedRequest(request, {}, { contextTokens, mayTakeMore: false }).instructions;
  expect(within(8_192)).toBe('Write.');
  expect(within(2_000)).toContain('There is room for about 600 words in all');
});

it('the form of an answer takes no room where its server enforces it', () => {
  const request = {
    service: 'claude' as const,
    purpose: 'lesson' as const,
    instructions: 'Write.',
    prompt,
    schema: lessonDocument,
    maxOutputTokens: 500,
  };
  const contextTokens = tokensIn(`Write.${prompt}`) + request.maxOutputTokens + 20;
  const shortened = (isEnforced: boolean) =>
    fittedRequest(request, { schema_enforced: isEnforced }, { contextTokens, mayTakeMore: false }).shortened;
  expect([shortened(true), shortened(false)]).toEqual([undefined, expect.stringContaining('research')]);
});

it('reports when the task itself is too long', () => {
  expect(fitContext({ instructions: 'Write.', prompt: lesson }, 20, tokensIn)).toMatchObject({ fits: false, shortened: [] });
});
