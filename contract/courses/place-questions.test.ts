import { describe, expect, it } from 'vitest';
import { placeQuestions, sectionsOf, withinText, type LessonPart } from './place-questions.ts';
import type { QuizItem } from './quiz.contract.ts';

const filler = 'Whoever looks after these animals looks at them once a week and writes down what was seen there. '.repeat(4);
const content = [
  `## The hive\n\nA hive stands behind a wall, because draught harms the brood. ${filler}`,
  `## The queen\n\nA queen lays eggs in summer and has a coloured mark. ${filler}`,
  `## Honey\n\nHoney is taken from the frames in August. ${filler}`,
].join('\n\n');
const question = (id: string, asked: string, right: string, place: Pick<QuizItem, 'after' | 'purpose'> = {}): QuizItem => ({
  id,
  question: asked,
  options: [
    { id: 'a', text: right },
    { id: 'b', text: 'Nothing of this' },
  ],
  answer_id: 'a',
  explanation: '',
  ...place,
});
/** The parts in short: the first words of a stretch, or the ids of its questions. */
const short = (parts: readonly LessonPart[]) =>
  parts.map((part) => (part.questions ? `${part.purpose}: ${part.questions.map(({ id }) => id).join()}` : part.text.slice(0, 8)));
const textOf = (parts: readonly LessonPart[]) => parts.flatMap(({ text }) => text ?? []).join('\n');

describe('LRN-05 the questions of a lesson', () => {
  const hive = question('hive', 'Why does it stand behind a wall?', 'Draught harms the brood');
  const queen = question('queen', 'What does the queen do in summer?', 'She lays eggs');
  const honey = question('honey', 'When is honey taken?', 'In August');

  it('without a place follow the section they are about; those of the last section come after the text', () => {
    const { parts, rest, inOrder } = placeQuestions(content, [honey, queen, hive], 'en');
    expect(short(parts)).toEqual(['## The h', 'check: hive', '## The q', 'check: queen', '## Honey']);
    expect(textOf(parts)).toBe(content);
    expect(rest).toEqual([honey]);
    expect(inOrder).toEqual([hive, queen, honey]);
  });

  it('without a place come after the text if nothing says what they are about, and divide only a text with sections', () => {
    const odd = question('odd', 'Quid?', 'Nihil');
    expect(placeQuestions(content, [odd], 'en')).toEqual({ parts: [{ text: content }], rest: [odd], inOrder: [odd] });
    expect(placeQuestions('One. Two.', [hive], 'en')).toEqual({ parts: [{ text: 'One. Two.' }], rest: [hive], inOrder: [hive] });
    expect(placeQuestions(content, [], 'en').parts).toHaveLength(1);
  });

  it('with a purpose and without a place: a prediction before the section that answers it, a recall before the text', () => {
    const all = [{ ...queen, purpose: 'predict' as const }, question('old', 'What was a drone?', 'A male bee', { purpose: 'recall' })];
    expect(short(placeQuestions(content, all, 'en').parts)).toEqual(['recall: old', '## The h', 'predict: queen', '## The q']);
  });

  it('stay where their author put them, whatever they are about: questions on earlier lessons before those on this one', () => {
    const all = [
      question('next', 'What does a queen do?', 'Eggs', { after: 1, purpose: 'predict' }),
      question('first', 'Where does a hive stand?', 'Behind a wall', { after: 0, purpose: 'predict' }),
      question('read', 'When is honey taken?', 'In August', { after: 1 }),
      question('end', 'Why does it stand behind a wall?', 'Draught', { after: 3 }),
      question('beyond', 'Why?', 'So', { after: 9, purpose: 'recall' }),
    ];
    const { parts, rest, inOrder } = placeQuestions(content, all, 'en');
    expect(short(parts)).toEqual(['predict: first', '## The h', 'check: read', 'predict: next', '## The q']);
    expect(textOf(parts)).toBe(content);
    expect(rest.map(({ id }) => id)).toEqual(['end', 'beyond']);
    expect(inOrder.map(({ id }) => id)).toEqual(['first', 'read', 'next', 'end', 'beyond']);
  });

  it('in a lesson without text are all at the end', () => {
    expect(placeQuestions('', [{ ...hive, after: 0 }, queen], 'en').rest).toHaveLength(2);
  });

  it('do not part a text from the definitions that it mentions', () => {
    const text = '## One\n\nSee [there][a] and here[^n].\n\n## Two\n\n[a]: https://example.com\n[^n]: A note,\n    that goes on.\n\nMore.';
    const [one, , two] = placeQuestions(text, [{ ...hive, after: 1 }], 'en').parts;
    expect(one!.text).toBe('## One\n\nSee [there][a] and here[^n].\n\n[a]: https://example.com\n[^n]: A note,\n    that goes on.');
    expect(two!.text).toContain('A note');
  });
});

describe('the sections of a text', () => {
  it.each([
    [
      'begin at its headings of the second rank',
      '## One\n\na\n\n### Deeper\n\n## Two\n\nb',
      ['## One\n\na\n\n### Deeper\n', '## Two\n\nb'],
    ],
    ['have what stands before the first heading', 'Opening.\n\n## One\n\na', ['Opening.\n', '## One\n\na']],
    ['do not have blank lines before it', '\n\n## One\n\na', ['\n\n## One\n\na']],
    ['do not begin in code', '## One\n\n```md\n## no\n~~~\n## no\n```\n\n## Two', ['## One\n\n```md\n## no\n~~~\n## no\n```\n', '## Two']],
    ['are one without headings', 'Only this.', ['Only this.']],
    ['are none without a text', ' \n', []],
  ])('%s', (_, text, sections) => {
    expect(sectionsOf(text)).toEqual(sections);
  });

  it('that are removed leave the following text in place', () => {
    const quiz = [{ after: 0 }, { after: 1 }, { after: 3 }, {}];
    expect(withinText('## One\n\n## Two', quiz)).toEqual([{ after: 0 }, { after: 1 }, { after: 2 }, {}]);
  });
});
