import { describe, expect, it } from 'vitest';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import { placeQuestions } from './lesson-reading.tsx';

const filler = 'Whoever looks after these animals looks at them once a week and writes down what was seen there. '.repeat(4);
const content = [
  `## The hive\n\nA hive stands behind a wall, because draught harms the brood. ${filler}`,
  `## The queen\n\nA queen lays eggs in summer and has a coloured mark. ${filler}`,
  `## Honey\n\nHoney is taken from the frames in August. ${filler}`,
].join('\n\n');
const question = (id: string, asked: string, right: string): QuizItem => ({
  id,
  question: asked,
  options: [
    { id: 'a', text: right },
    { id: 'b', text: 'Nothing of this' },
  ],
  answer_id: 'a',
  explanation: '',
});

describe('LRN-05 the questions of a lesson', () => {
  const hive = question('hive', 'Why does it stand behind a wall?', 'Draught harms the brood');
  const queen = question('queen', 'What does the queen do in summer?', 'She lays eggs');
  const honey = question('honey', 'When is honey taken?', 'In August');

  it('follow what they are about; those of the last chapter come after the text', () => {
    const { stretches, rest } = placeQuestions(content, [honey, queen, hive], 'en');
    expect(stretches.map(({ questions }) => questions.map(({ id }) => id))).toEqual([['hive'], ['queen'], []]);
    expect(stretches.map(({ text }) => text.slice(0, 8))).toEqual(['## The h', '## The q', '## Honey']);
    expect(stretches.map(({ text }) => text).join('\n')).toBe(content);
    expect(rest.map(({ id }) => id)).toEqual(['honey']);
  });

  it('come after the text where nothing says what they are about, and part only a text with chapters', () => {
    const odd = question('odd', 'Quid?', 'Nihil');
    expect(placeQuestions(content, [odd], 'en')).toEqual({ stretches: [{ text: content, questions: [] }], rest: [odd] });
    expect(placeQuestions('One. Two.', [hive], 'en')).toEqual({ stretches: [{ text: 'One. Two.', questions: [] }], rest: [hive] });
    expect(placeQuestions(content, [], 'en').stretches).toHaveLength(1);
  });
});
