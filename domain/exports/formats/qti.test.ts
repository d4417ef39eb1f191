import { describe, expect, it } from 'vitest';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import { qtiOf } from './common-cartridge.ts';

// it ships without types
const { JSDOM } = await import('jsdom' as string);
const options = ['Queen & <worker>', 'Drone', 'Wasp'].map((text, n) => ({ id: `o ${n}`, text }));
const common = { question: 'Who lives in the hive?', explanation: 'Wasps do not.' };

function read(item: QuizItem) {
  const document = new JSDOM(qtiOf('quiz-1', 'Bees & co', [item]), { contentType: 'application/xml' }).window.document;
  const texts = (name: string): string[] => [...document.getElementsByTagName(name)].map((one: any) => one.textContent);
  const options = new Map(
    [...document.getElementsByTagName('response_label')].map((one: any) => [one.getAttribute('ident'), one.textContent]),
  );
  const isRefused = (one: any) => one.parentNode.nodeName === 'not';
  const conditions: any[] = [...document.getElementsByTagName('respcondition')];
  const isScoring = (condition: any) => condition.getElementsByTagName('setvar').length > 0;
  const right = conditions
    .filter(isScoring)
    .flatMap((condition) => [...condition.getElementsByTagName('varequal')])
    .filter((one: any) => !isRefused(one))
    .map((one: any) => options.get(one.textContent));
  return {
    // the assessment has two of its own
    profiles: texts('fieldentry').slice(2),
    idents: [...options.keys()],
    question: texts('mattext')[0],
    options: [...options.values()],
    right,
    feedback: texts('itemfeedback'),
    /** Returns the feedback on each option. */
    told: conditions
      .filter((condition) => !isScoring(condition))
      .map((condition) => {
        const ident = condition.getElementsByTagName('displayfeedback')[0].getAttribute('linkrefid');
        const said: any = [...document.getElementsByTagName('itemfeedback')].find((one: any) => one.getAttribute('ident') === ident);
        return [options.get(condition.getElementsByTagName('varequal')[0].textContent), said.textContent];
      }),
  };
}

describe('a quiz as QTI 1.2', () => {
  it('has its question, its options, the right ones and the explanation, as text', () => {
    expect(read({ id: 'q', kind: 'single', ...common, options, answer_id: 'o 0' })).toEqual({
      profiles: ['cc.multiple_choice.v0p1'],
      idents: ['option-1', 'option-2', 'option-3'],
      question: 'Who lives in the hive?',
      options: ['Queen & <worker>', 'Drone', 'Wasp'],
      right: ['Queen & <worker>'],
      feedback: ['Wasps do not.'],
      told: [],
    });
    expect(read({ id: 'q', kind: 'multiple', ...common, options, answer_ids: ['o 0', 'o 1'] })).toMatchObject({
      profiles: ['cc.multiple_response.v0p1'],
      right: ['Queen & <worker>', 'Drone'],
    });
  });

  it('says of each wrong option with feedback why it is wrong, and of a right one nothing', () => {
    const told = options.map((option, n) => ({ ...option, feedback: ['It is right', 'He is a < drone', ''][n]! }));
    const said = { told: [['Drone', 'He is a < drone']], right: ['Queen & <worker>'] };
    expect(read({ id: 'q', kind: 'single', ...common, options: told, answer_id: 'o 0' })).toMatchObject(said);
    expect(read({ id: 'q', kind: 'multiple', ...common, options: told, answer_ids: ['o 0'] })).toMatchObject(said);
    expect(read({ id: 'q', kind: 'order', ...common, options: told, answer_ids: ['o 0', 'o 1', 'o 2'] }).told).toEqual([]);
  });

  it('names true and false as learning systems know them, and lets one of two options be chosen among several', () => {
    const ofTwo = { id: 'q', ...common, options: options.slice(0, 2), answer_id: 'o 1' } as const;
    expect(read({ ...ofTwo, kind: 'true_false' })).toMatchObject({
      profiles: ['cc.true_false.v0p1'],
      idents: ['true', 'false'],
      right: ['Drone'],
    });
    // a single choice of the profile has at least three options
    expect(read(ofTwo)).toMatchObject({ profiles: ['cc.multiple_response.v0p1'], idents: ['option-1', 'option-2'], right: ['Drone'] });
  });

  it('asks in words, without scoring, if QTI has no matching type: an order, and a short text', () => {
    expect(read({ id: 'q', kind: 'order', ...common, options, answer_ids: ['o 1', 'o 0', 'o 2'] })).toMatchObject({
      profiles: ['cc.essay.v0p1', 'No'],
      feedback: ['Wasps do not.'],
      question: 'Who lives in the hive?\n- Queen & <worker>\n- Drone\n- Wasp',
      options: [],
    });
    expect(read({ id: 'q', kind: 'short', ...common, explanation: '', rubric: [] })).toMatchObject({
      profiles: ['cc.essay.v0p1', 'No'],
      feedback: [],
    });
  });
});
