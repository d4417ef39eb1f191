import { describe, expect, it } from 'vitest';
import type { Part } from '#contract/operator/evaluation-plan.contract.ts';
import { readEvaluateOptions } from './evaluate-options.ts';

const SERVICES: readonly Part[] = [
  { service: 'grok', model: 'grok-4.7' },
  { service: 'claude', model: 'claude-sonnet-5-5' },
  { service: 'gemini', model: 'gemini-3.8-flash' },
  { service: 'openai', model: 'gpt-6.1-terra' },
];
const read = (words: string) => readEvaluateOptions(words.split(' '), SERVICES);

describe('npm run evaluate', () => {
  it('makes a cast of each model; of the models that write nothing one checks, and the others judge', () => {
    const order = read('--models claude,gpt-6.1-terra --briefs 7');
    expect(order).toMatchObject({ verb: 'compare', isOnlyEstimate: false });
    const { plan } = order as Extract<typeof order, { verb: 'compare' }>;
    expect(plan.briefs).toHaveLength(7);
    expect(plan.casts.map(({ name, roles }) => [name, roles.lesson.service, roles.review.service])).toEqual([
      ['claude-sonnet-5-5', 'claude', 'grok'],
      ['gpt-6.1-terra', 'openai', 'grok'],
    ]);
    expect(plan.judges.map(({ service }) => service)).toEqual(['gemini']);
    const { plan: three } = read('--models claude,openai,gemini') as Extract<typeof order, { verb: 'compare' }>;
    expect([three.casts.map(({ roles }) => roles.review.service), three.judges.map(({ service }) => service)]).toEqual([
      ['openai', 'gemini', 'claude'],
      ['grok'],
    ]);
  });

  it('accepts a model other than the connected one by its service', () => {
    const order = read('--models claude,claude/claude-haiku-5 --judges gemini --estimate');
    expect(order).toMatchObject({
      isOnlyEstimate: true,
      plan: {
        casts: [{ name: 'claude-sonnet-5-5' }, { name: 'claude-haiku-5', roles: { lesson: { service: 'claude' } } }],
        briefs: { length: 32 },
      },
    });
  });

  it('judges seeded lessons, and follows a comparison', () => {
    expect(read('--seeded')).toMatchObject({ verb: 'seeded', lessons: 200, judges: [SERVICES[0]], isAgreed: false });
    expect(read('--seeded 40 --yes')).toMatchObject({ isAgreed: true });
    expect(read('--seeded 40 --judges gemini')).toMatchObject({ lessons: 40, judges: [{ service: 'gemini' }] });
    const id = '0193d0a0-0000-7000-8000-000000000000';
    expect(read(`--watch ${id}`)).toEqual({ verb: 'watch', evaluationId: id });
    expect(read(`--add ${id} --briefs 18`)).toEqual({ verb: 'add', evaluationId: id, briefs: 18, isAgreed: false });
    expect(() => read(`--add ${id}`)).toThrow(/npm run evaluate/);
  });

  it.each([
    ['--models claude', /casts/],
    ['--models claude,mistral', /mistral: not a connected service/],
    ['--models claude,openai --briefs 4', /briefs/],
    ['--models claude,openai --briefs many', /many is not a whole number/],
    ['--models claude,openai --in-a-row 4', /lessons_in_a_row/],
    ['--seeded 30', /multiple of 20/],
    ['--watch me', /npm run evaluate/],
    ['--casts /nowhere.json', /nowhere\.json/],
    ['--loud', /npm run evaluate/],
    ['words', /npm run evaluate/],
  ])('%s is refused with the problem', (words, said) => {
    expect(() => read(words)).toThrow(said);
  });
});
