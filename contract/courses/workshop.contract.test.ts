import { describe, expect, it } from 'vitest';
import { unboundedParts } from '#contract/platform/unbounded-parts.factory.ts';
import { answerText, checkEntry } from './asked-answer.ts';
import type { AskedField } from './asked-field.ts';
import { editedWorkshopSchema } from './edited-workshop.ts';
import { workshopSchema, type Workshop } from './workshop.contract.ts';

const price: AskedField = { kind: 'number', answer: 4.99, tolerance: 0.005, unit: '€' };
const third: AskedField = { kind: 'number', answer: 1 / 3, tolerance: 0, unit: '' };
const frame: AskedField = {
  kind: 'choice',
  options: [
    { id: 'a', text: 'The brood frame' },
    { id: 'b', text: 'The honey frame', feedback: 'Honey tells how it was fed, not how it grows.' },
    { id: 'c', text: 'The empty frame' },
  ],
  answer_id: 'a',
};
const word = (...accepted: string[]): AskedField => ({ kind: 'line', accepted, code: false });
const code = (...accepted: string[]): AskedField => ({ kind: 'line', accepted, code: true });

describe('an entry', () => {
  it.each<[string, AskedField, string]>([
    ['a number', price, '4,99'],
    ['a number in Arabic digits', price, '٤٫٩٩ €'],
    ['a number within the tolerance', price, '4.985'],
    ['a fraction', third, '1/3'],
    ['either reading of a sign', { kind: 'number', answer: 1234, tolerance: 0, unit: '' }, '1.234'],
    ['the option', frame, 'a'],
    ['another case, spaces and a full stop', word('The queen'), '  the   QUEEN. '],
    ['another normal form', word('Zürich'), 'Zu\u0308rich'],
    ['another width', word('ABC'), 'ＡＢＣ'],
    ['the double s of capitals', word('Straße'), 'STRASSE'],
    ['a curly apostrophe', word("it's here"), 'it’s here'],
    ['no vowel signs', word('مَدْرَسَة'), 'مدرسة'],
    ['a further accepted line', word('queen', 'the queen'), 'The queen'],
    ['code with other spaces', code('total = price * 3'), 'total=price  *3'],
    ['code with the quotes of a phone', code('print("hi")'), 'print(“hi”)'],
    ['a sign alone', code('+'), ' + '],
    ['a full stop alone', word('.'), '.'],
  ])('is right: %s', (_, field, entry) => {
    expect(checkEntry(field, entry)).toEqual({ state: 'right' });
  });

  it.each<[string, AskedField, string]>([
    ['a number beyond the tolerance', price, '5'],
    ['a number with the other sign', price, '−4,99'],
    ['nothing at all near zero', { kind: 'number', answer: 1e-12, tolerance: 0, unit: '' }, '0'],
    ['another accent', word('año'), 'ano'],
    ['code in another case', code('Total'), 'total'],
    ['code whose words have grown together', code('return x'), 'returnx'],
    ['an option without feedback', frame, 'c'],
  ])('is wrong: %s', (_, field, entry) => {
    expect(checkEntry(field, entry)).toEqual({ state: 'wrong', feedback: '' });
  });

  it('that is a wrong option gets the feedback on it', () => {
    expect(checkEntry(frame, 'b')).toEqual({ state: 'wrong', feedback: 'Honey tells how it was fed, not how it grows.' });
  });

  it.each<[AskedField, string]>([
    [price, 'five'],
    [price, ' '],
    [frame, 'z'],
    [word('a'), ''],
  ])('that cannot be read is no attempt', (field, entry) => {
    expect(checkEntry(field, entry)).toEqual({ state: 'unreadable' });
  });

  it('the answer can be told', () => {
    expect([price, frame, word('queen', 'x')].map((field) => answerText(field))).toEqual(['4.99', 'The brood frame', 'queen']);
    expect(answerText(price, (value) => value.toFixed(1))).toBe('5.0');
  });
});

describe('a workshop', () => {
  const step = (field: AskedField | null, id = 's1') => ({ id, text: 'Count.', field, hint: '', explanation: '' });
  const workshop = (...steps: Workshop['steps']): Workshop => ({ title: 'Count a colony', intro: '', steps });
  const accepts = (value: unknown) => editedWorkshopSchema.safeParse(value).success;

  it('has a limit for each of its parts', () => {
    expect(unboundedParts(workshopSchema)).toEqual([]);
  });

  it('can be saved when every step can be worked through', () => {
    expect(accepts(workshop(step(price, 'a'), step(frame, 'b'), step(code('x'), 'c'), step(null, 'd')))).toBe(true);
  });

  it.each<[string, unknown]>([
    ['no title', { ...workshop(step(null)), title: ' ' }],
    ['no step', workshop()],
    ['two steps of one id', workshop(step(null), step(null))],
    ['a step without text', workshop({ ...step(null), text: ' ' })],
    ['an endless number', workshop(step({ ...price, answer: Infinity }))],
    ['a negative tolerance', workshop(step({ ...price, tolerance: -1 }))],
    ['one option', workshop(step({ ...frame, options: frame.options.slice(0, 1) }))],
    ['equal options', workshop(step({ ...frame, options: [frame.options[0]!, { id: 'b', text: 'The brood frame ' }] }))],
    ['an answer that is no option', workshop(step({ ...frame, answer_id: 'z' }))],
    ['feedback on the right option', workshop(step({ ...frame, answer_id: 'b' }))],
    ['no accepted line', workshop(step(word()))],
    ['an empty accepted line', workshop(step(word('x', ' ')))],
    ['two lines that are one', workshop(step(word('The queen', 'the queen.')))],
  ])('is refused with %s', (_, value) => {
    expect(accepts(value)).toBe(false);
  });
});
