import { describe, expect, it } from 'vitest';
import { measureSample, type Fault, type SampleLesson, type SampleQuestion } from './measures.ts';
import { formOf } from './sample.commands.ts';

const SENTENCES = [
  'A forager that has found flowers comes back to the hive and dances on the comb.',
  'The others follow her in the dark and feel the way she turns.',
  'The angle of her run against the vertical is that between the flowers and the sun.',
  'The longer she runs, the farther away the flowers are.',
  'Then they fly out and look for the scent that she brought along.',
];
const paragraph = (at: number) => SENTENCES.map((sentence) => sentence.replace(/\.$/, ` on day ${at}.`)).join(' ');
const CONTENT = ['## The dance', paragraph(1), paragraph(2), '## The flight', paragraph(3)].join('\n\n');
const PASSAGE = 'The longer her straight run lasts, the farther away the flowers are.';
const LESSON: SampleLesson = { title: 'The dance', content: CONTENT, objectives: ['Read a dance'], key_takeaways: ['They dance.'] };
const QUESTION: SampleQuestion = {
  purpose: 'check',
  after: -1,
  feedback: [],
  kind: 'single',
  question: 'What does the length of the run tell?',
  options: ['The distance of the flowers', 'The colour of the flowers', 'The age of the sleeping queen'],
  correct_options: [0],
  explanation: 'A longer run means a greater distance of the flowers.',
  rubric: [],
};
const FORM = formOf({ topic: 'Bees', difficulty: 'beginner' }, 'english');
const measure = (changes: Partial<SampleLesson> = {}, questions: readonly SampleQuestion[] = [QUESTION], passage: string | null = null) =>
  measureSample({ ...LESSON, ...changes }, questions, { form: FORM, words: 0, passage });

describe('the measures of a lesson', () => {
  it('find no problem in a good one; its words, its LIX, its questions', () => {
    expect(measure()).toEqual({
      faults: [],
      words: expect.any(Number),
      reading_level: expect.any(Number),
      citations: { held: 0, all: 0 },
      questions: { sound: 1, all: 1 },
    });
    // LIX: words per sentence, plus the percentage of words over six letters
    expect(measure().reading_level).toBeGreaterThan(15);
    expect(measure().reading_level).toBeLessThan(40);
    expect(measure().words).toBeGreaterThan(200);
  });

  it.each<[Fault, Partial<SampleLesson>]>([
    ['not_whole', { content: `${CONTENT}\n\nAnd then the bees of the` }],
    ['not_whole', { content: `${CONTENT}\n\n\`\`\`js\nlet a = 1;` }],
    ['repeats', { content: `${CONTENT}\n\n${paragraph(1)}` }],
    ['invented_citation', { content: CONTENT.replace('comb on day 1.', 'comb on day 1.[^3]') }],
    ['empty_exercise', { exercises: [{ title: 'Dance', instructions: ' ' }] }],
    ['missing_part', { content: CONTENT.replace('## The flight', '## The return\n\n## The flight') }],
    ['missing_part', { key_takeaways: [] }],
    [
      'wrong_language',
      {
        content: Array.from(
          { length: 6 },
          () => 'Las abejas bailan en la oscuridad de la colmena y las otras la siguen para saber dónde están las flores del campo.',
        ).join('\n\n'),
      },
    ],
  ])('%s', (fault, changes) => {
    expect(measure(changes).faults).toContain(fault);
  });

  it('mark a question whose explanation is about another option as unsound', () => {
    expect(measure({}, [QUESTION, { ...QUESTION, correct_options: [2] }])).toMatchObject({
      faults: ['unsound_question'],
      questions: { sound: 1, all: 2 },
    });
  });

  it('accept a citation if its quote is in the passage word for word', () => {
    const content = CONTENT.replace('are on day 1.', 'are on day 1.[^1]').replace('are on day 2.', 'are on day 2.[^2]');
    const citations = [
      { marker: 1, quote: 'The longer her straight run lasts' },
      { marker: 2, quote: 'The shorter her straight run lasts' },
    ];
    expect(measure({ content, citations }, [], PASSAGE)).toMatchObject({ faults: ['invented_citation'], citations: { held: 1, all: 2 } });
    expect(measure({ content, citations: citations.slice(0, 1) }, [], PASSAGE).citations).toEqual({ held: 1, all: 2 });
  });
});
