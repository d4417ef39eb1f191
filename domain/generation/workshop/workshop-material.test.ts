import { describe, expect, it } from 'vitest';
import type { Thread } from '#contract/courses/course-plan.contract.ts';
import { isSoundWorkshop } from '#contract/courses/edited-workshop.ts';
import { buildForm } from '#domain/courses/content/course.factory.ts';
import { mayKeep } from '#domain/generation/answers/answer-problem.ts';
import { workshopDocument, type WorkshopDocument } from '#domain/generation/prompts/documents.ts';
import { cleanAnswer } from '#domain/vendors/llm/hygiene/clean-answer.ts';
import { exampleOf } from '#domain/vendors/llm/answer-schema.ts';
import { blindWorkshop, checkEntries, compareEntries, confirmedWorkshop } from './blind-workshop.ts';
import { checkWorkshop, tidyWorkshop, workshopMaterial } from './workshop-material.ts';

const form = buildForm();
const EXAMPLE = exampleOf(workshopDocument) as WorkshopDocument;
type Step = WorkshopDocument['steps'][number];
const told: Step = {
  text: 'Now the frames go back.',
  kind: 'told',
  options: [],
  explanation: '',
  accepted: [],
  unit: '',
  tolerance: 0,
  feedback: [],
  hint: '',
};
const number = (part: Partial<Step> = {}): Step => ({
  ...told,
  text: 'How many frames are full?',
  kind: 'number',
  accepted: ['7.5'],
  ...part,
});
const choice = (part: Partial<Step> = {}): Step => ({
  ...told,
  text: 'Which frame goes first?',
  kind: 'choice',
  options: ['The brood', 'The honey', 'The empty one'],
  accepted: ['The honey'],
  feedback: ['Brood needs its warmth.', '', 'It has nothing to give.'],
  ...part,
});
const line = (part: Partial<Step> = {}): Step => ({
  ...told,
  text: 'Whom do you look for now?',
  kind: 'line',
  accepted: ['the queen'],
  ...part,
});
const withSteps = (...steps: Step[]): WorkshopDocument => ({
  title: 'A hive in May',
  intro: 'The hive of Ana stands open before you.',
  steps,
});
const SPANISH = 'Porque la reina pone sus huevos en los marcos del centro de la colmena, y las abejas los cuidan allí.';
const GOOD = withSteps(number(), choice(), line());
const thread: Thread = { kind: 'person', name: 'Ana’s apiary', summary: '', facts: [{ name: 'Hives', value: '3 hives' }], own: '' };
const fieldOf = (step: Step) => workshopMaterial(withSteps(step))!.steps[0]!.field;
const texts = (workshop: WorkshopDocument, of: Thread | null = null) => checkWorkshop(workshop, form, of).map(({ text }) => text);

describe('a workshop that a service wrote', () => {
  it('becomes one that a reader can work through', () => {
    const workshop = workshopMaterial(EXAMPLE)!;
    expect(isSoundWorkshop(workshop)).toBe(true);
    expect(workshop.steps.map(({ field }) => field?.kind)).toEqual(['number', 'choice', undefined]);
    expect(fieldOf(choice())).toMatchObject({ answer_id: 'b', options: [{ feedback: 'Brood needs its warmth.' }, { id: 'b' }, {}] });
    expect(workshopMaterial(withSteps())).toBeNull();
  });

  it.each<[string, Step, unknown]>([
    ['a decimal point, which is none of thousands', number({ accepted: ['1.234'] }), 1.234],
    ['a decimal comma', number({ accepted: ['7,5'] }), 7.5],
    ['its unit', number({ accepted: ['7.5 kg'], unit: 'kg' }), 7.5],
    ['a fraction', number({ accepted: ['3/4'] }), 0.75],
    ['two meanings', number({ accepted: ['1,234'] }), undefined],
    ['no number', number({ accepted: ['seven'] }), undefined],
    ['an endless number', number({ accepted: ['1e999'] }), undefined],
    ['two numbers', number({ accepted: ['7', '8'] }), undefined],
  ])('a number with %s', (_, step, answer) => {
    const field = fieldOf(step);
    expect(field?.kind === 'number' ? field.answer : undefined).toBe(answer);
  });

  it('a step that cannot be answered only tells', () => {
    expect(fieldOf(choice({ accepted: ['The bee'] }))).toBeNull();
    expect(fieldOf(choice({ accepted: ['The brood', 'The honey'] }))).toBeNull();
    expect(fieldOf(choice({ options: ['Same', 'Same'], accepted: ['Same'] }))).toBeNull();
    expect(fieldOf(line({ accepted: [] }))).toBeNull();
    expect(fieldOf(line({ accepted: ['x'.repeat(400)] }))).toBeNull();
    expect(fieldOf(line({ accepted: ['The queen', 'the queen.', 'a queen'] }))).toMatchObject({ accepted: ['The queen', 'a queen'] });
  });
});

describe('the check of a workshop', () => {
  it('finds nothing in a good one, and takes an answer without steps', () => {
    expect(texts(GOOD)).toEqual([]);
    expect(texts(EXAMPLE)).toEqual([]);
    expect(texts({ title: '', intro: '', steps: [] })).toEqual([]);
    expect(texts(GOOD, thread)).toEqual([]);
  });

  it.each<[string, WorkshopDocument]>([
    ['two steps', withSteps(number(), choice())],
    ['one step that asks', withSteps(number(), told, told)],
    ['a step without text', withSteps(number(), choice(), line({ text: ' ' }))],
    ['no title', { ...GOOD, title: '' }],
    [
      'another language',
      { ...withSteps(...GOOD.steps.map((step) => ({ ...step, text: SPANISH, explanation: SPANISH }))), title: SPANISH, intro: SPANISH },
    ],
  ])('never takes one with %s', (_, workshop) => {
    expect(mayKeep(checkWorkshop(workshop, form, null), { rejected: 5, last: true })).toBe(false);
  });

  it.each<[string, WorkshopDocument, string]>([
    ['more than eight steps', withSteps(...Array.from({ length: 9 }, () => number())), 'at most 8'],
    [
      'the answer in the text',
      withSteps(number(), choice(), line({ text: 'The queen is there. Whom do you look for?' })),
      'shows the line',
    ],
    ['options without feedback', withSteps(number(), choice({ feedback: [] }), line()), 'need feedback'],
    ['an answer that is no option', withSteps(number(), choice({ accepted: ['None'] }), line(), line()), 'exact text'],
    ['a tolerance that is no rounding', withSteps(number({ tolerance: 5 }), choice(), line()), 'only for rounding'],
  ])('asks once more about %s, and then takes it', (_, workshop, text) => {
    const problems = checkWorkshop(workshop, form, null);
    expect(problems.map((one) => one.text).join()).toContain(text);
    expect([0, 1].map((rejected) => mayKeep(problems, { rejected, last: false }))).toEqual([false, true]);
  });

  it('asks once more for the thread of the course', () => {
    expect(texts({ ...GOOD, intro: 'A hive stands open before you.' }, thread)).toEqual([expect.stringContaining('<thread>')]);
    expect(texts({ ...GOOD, intro: 'All 3 hives stand open.' }, thread)).toEqual([]);
  });

  it('gets lines to type as they were sent: they are neither prose that ends, nor markup to mend', () => {
    const sent = withSteps(
      number({ unit: 'frames a hive' }),
      line({ accepted: ['a sinking fund'] }),
      line({ kind: 'code', accepted: ['<b>honey</b>'] }),
    );
    expect(cleanAnswer(sent, 'practice', { prompt: 'Write the workshop.' })).toEqual({ value: sent });
  });

  it('tidies titles, and drops steps that would not be stored', () => {
    const tidied = tidyWorkshop({ ...GOOD, title: ' A\nhive ', steps: Array.from({ length: 30 }, () => number()) });
    expect([tidied.title, tidied.steps.length]).toEqual(['A hive', 12]);
  });
});

describe('a workshop that somebody works through blind', () => {
  const workshop = workshopMaterial(withSteps(number({ unit: 'kg' }), told, choice(), line()))!;
  const answer = (question_id: string, ...given: string[]) => ({
    question_id,
    reason: 'So says the lesson.',
    answer: given,
    answerable: true,
  });
  const right = [answer('w1', '7.50'), answer('w3', 'B'), answer('w4', 'The Queen')];

  it('shows no answer, hint, feedback or explanation', () => {
    const shown = JSON.stringify(blindWorkshop(workshopMaterial(EXAMPLE)!));
    for (const { explanation, hint, feedback } of EXAMPLE.steps) {
      for (const text of [explanation, hint, ...feedback].filter(Boolean)) expect(shown).not.toContain(text);
    }
    expect(shown).not.toContain('600');
    expect(blindWorkshop(workshop).steps).toMatchObject([
      { kind: 'number', unit: 'kg' },
      { kind: 'told' },
      { options: [{ id: 'A' }, {}, {}] },
      {},
    ]);
  });

  it('is compared as a reader’s entries are', () => {
    expect(compareEntries(workshop, right).map(({ ok }) => ok)).toEqual([true, true, true]);
    const wrong = [answer('w1', '8'), answer('w3', 'The brood'), { ...answer('w4', 'queen bee'), answerable: false }];
    expect(compareEntries(workshop, wrong).map(({ ok }) => ok)).toEqual([false, false, false]);
    expect(compareEntries(workshop, [...right, answer('w1', '9')])[0]).toMatchObject({ question_id: 'w1', ok: false });
    expect(checkEntries(workshop, right)).toEqual([]);
    expect(checkEntries(workshop, right.slice(1))).toEqual([{ text: 'question_answers has no answer to w1', keep: 'after_reask' }]);
  });

  it('keeps the fields that were confirmed, and is left out with fewer than two', () => {
    const judged = (answers: typeof right) => [
      { output: { question_verdicts: compareEntries(workshop, answers), is_blind: true }, service: 'grok' as const },
    ];
    const kept = (answers: typeof right) =>
      confirmedWorkshop(workshop, judged(answers), 'openai')?.steps.map(({ field }) => field !== null);
    expect(kept(right)).toEqual([true, false, true, true]);
    expect(kept([answer('w1', '8'), ...right.slice(1)])).toEqual([false, false, true, true]);
    const unsure = confirmedWorkshop(workshop, judged([right[0]!, answer('w3', 'A'), right[2]!]), 'openai')!.steps[2]!;
    expect(unsure.field).toBeNull();
    for (const option of choice().options) expect(unsure.text).toContain(`- ${option}`);
    expect(kept(right.slice(0, 1))).toBeUndefined();
    expect(confirmedWorkshop(workshop, [], 'openai')).toBeNull();
  });
});
