import { expect, it } from 'vitest';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import type { Workshop } from '#contract/courses/workshop.contract.ts';
import type { Replacement } from '#domain/generation/prompts/replacement-documents.ts';
import { applyReplacements, REPLACEMENT_BOUNDS, touches, type Passages, type Refusal } from './replacements.ts';

const QUIZ: QuizItem[] = [
  {
    id: 'q1',
    kind: 'single',
    question: 'How far is the depot from Lodz?',
    options: [
      { id: 'a', text: '40 km', feedback: 'That is the distance to the border.' },
      { id: 'b', text: '60 km' },
      { id: 'c', text: '90 km', feedback: 'That is there and back.' },
    ],
    answer_id: 'b',
    explanation: 'The lesson says that it is 60 km from Lodz.',
  },
  {
    id: 'q2',
    kind: 'short',
    question: 'Why is the depot there?',
    rubric: ['The motorway is near.'],
    explanation: 'The motorway is near, and land is cheap.',
  },
];
const WORKSHOP: Workshop = {
  title: 'The route',
  intro: 'A van drives 60 km.',
  steps: [
    {
      id: 'w1',
      text: 'How long does it take at 30 km/h?',
      field: { kind: 'number', answer: 2, tolerance: 0, unit: 'h' },
      hint: 'Divide.',
      explanation: '60 km at 30 km/h are 2 h.',
    },
  ],
};
const LESSON: Passages = {
  content: '## The depot\n\nIt is 60 km from Lodz.[^1] It is open all day. It is open all day.\n\n| km | h |\n|---|---|\n| 60 | 2 |',
  key_takeaways: ['The depot is 60 km away.', 'It is open all day.'],
  quiz: QUIZ,
  exercises: [{ id: 'e1', title: 'Plan', instructions: 'Plan a drive of 60 km.', solution: 'It takes 2 h.' }],
  workshop: WORKSHOP,
};
const replacement = (given: Partial<Replacement>): Replacement => ({ place: 'content', id: '', old: '', new: '', reason: 'Why', ...given });

/** Each with the text that the lesson has afterwards, by where it stands. */
const APPLIED: readonly (readonly [string, Partial<Replacement>, (lesson: Passages) => unknown, unknown])[] = [
  [
    'a sentence with its mark',
    { old: 'It is 60 km from Lodz.[^1]', new: 'It is 70 km from Lodz.[^1]' },
    (l) => l.content.includes('70 km from Lodz.[^1]'),
    true,
  ],
  ['signs of a pattern', { old: '60 km from Lodz', new: '$& and $1' }, (l) => l.content.includes('It is $& and $1.[^1]'), true],
  ['a row of a table', { old: '| 60 | 2 |', new: '| 60 | 3 |' }, (l) => l.content.endsWith('| 60 | 3 |'), true],
  ['a passage that goes', { old: ' It is open all day.\n', new: '\n' }, (l) => l.content.split('open all day').length, 2],
  [
    'a takeaway',
    { place: 'takeaways', old: '60 km away', new: '70 km away' },
    (l) => l.key_takeaways,
    ['The depot is 70 km away.', 'It is open all day.'],
  ],
  [
    'an explanation',
    { place: 'question', id: 'q1', old: 'it is 60 km from', new: 'there are 60 km to' },
    (l) => l.quiz[0]!.explanation,
    'The lesson says that there are 60 km to Lodz.',
  ],
  [
    'an option',
    { place: 'question', id: 'q1', old: '90 km', new: '120 km' },
    (l) => 'options' in l.quiz[0]! && l.quiz[0].options[2]!.text,
    '120 km',
  ],
  [
    'a point of a rubric',
    { place: 'question', id: 'q2', old: 'is near.', new: 'is close.' },
    (l) => 'rubric' in l.quiz[1]! && l.quiz[1].rubric,
    ['The motorway is close.'],
  ],
  ['a solution', { place: 'exercise', id: 'e1', old: '2 h', new: '3 h' }, (l) => l.exercises[0]!.solution, 'It takes 3 h.'],
  ['the beginning of a workshop', { place: 'workshop', old: '60 km', new: '90 km' }, (l) => l.workshop!.intro, 'A van drives 90 km.'],
  [
    'a step of a workshop',
    { place: 'workshop', id: 'w1', old: '60 km at', new: '60 km driven at' },
    (l) => l.workshop!.steps[0]!.explanation,
    '60 km driven at 30 km/h are 2 h.',
  ],
];

it.each(APPLIED)('replaces %s', (_, given, read, expected) => {
  const { lesson, applied, refused } = applyReplacements(LESSON, [replacement(given)]);
  expect([read(lesson), applied.length, refused]).toEqual([expected, 1, []]);
});

const REFUSED: readonly (readonly [string, Partial<Replacement>, Refusal])[] = [
  ['a text that stands twice', { old: 'It is open all day.', new: 'It never closes.' }, 'ambiguous'],
  ['a text that stands twice and overlaps', { place: 'takeaways', old: 'a', new: 'b' }, 'ambiguous'],
  ['a text that is not there', { old: 'It is 61 km from Lodz.', new: 'It is 60 km from Lodz.' }, 'not_found'],
  ['a text of another place', { place: 'takeaways', old: '## The depot', new: '## A depot' }, 'not_found'],
  ['nothing', { old: '  ', new: 'It is new.' }, 'unchanged'],
  ['a text by itself', { old: 'from Lodz', new: 'from Lodz' }, 'unchanged'],
  ['a text of an unknown question', { place: 'question', id: 'q9', old: '60 km', new: '70 km' }, 'unknown_place'],
  ['a text of an unknown step', { place: 'workshop', id: 'w9', old: '60 km', new: '70 km' }, 'unknown_place'],
  ['a long text', { old: 'from Lodz', new: 'x'.repeat(REPLACEMENT_BOUNDS.characters + 1) }, 'too_long'],
  ['a sentence by one with a new mark', { old: 'from Lodz.[^1]', new: 'from Lodz.[^1][^2]' }, 'marks'],
  ['a whole takeaway by nothing', { place: 'takeaways', old: 'It is open all day.', new: '' }, 'unsound'],
  ['an option by another', { place: 'question', id: 'q1', old: '90 km', new: '60 km' }, 'unsound'],
  ['an option by nothing', { place: 'question', id: 'q1', old: '90 km', new: '' }, 'unsound'],
  [
    'an explanation by one that names a letter',
    { place: 'question', id: 'q1', old: 'The lesson says that it is 60 km from Lodz.', new: 'Answer B is what the lesson says.' },
    'unsound',
  ],
  ['a task by nothing', { place: 'exercise', id: 'e1', old: 'Plan a drive of 60 km.', new: '' }, 'unsound'],
];

it.each(REFUSED)('does not replace %s', (_, given, why) => {
  const asked = replacement(given);
  expect(applyReplacements(LESSON, [asked])).toEqual({ lesson: LESSON, applied: [], refused: [{ replacement: asked, why }] });
});

it('each replacement sees what the earlier ones have left, and a lesson has a number of them at most', () => {
  const steps = Array.from({ length: REPLACEMENT_BOUNDS.perLesson + 1 }, (_, at) =>
    replacement({ old: `${60 + at} km from`, new: `${61 + at} km from` }),
  );
  const { lesson, applied, refused } = applyReplacements(LESSON, [steps[1]!, ...steps]);
  expect(lesson.content).toContain(`${60 + REPLACEMENT_BOUNDS.perLesson} km from`);
  expect(applied).toHaveLength(REPLACEMENT_BOUNDS.perLesson);
  expect(refused.map(({ why }) => why)).toEqual(['not_found', 'too_many']);
});

it.each([
  [{ old: 'from Lodz', new: 'to Lodz' }, true],
  [{ place: 'question', id: 'q1', old: '90 km', new: '120 km' }, true],
  [{ place: 'workshop', old: '60 km', new: '90 km' }, true],
  [{ place: 'takeaways', old: '60 km', new: '70 km' }, false],
  [{ place: 'question', id: 'q1', old: 'The lesson says', new: 'The text says' }, false],
  [{ place: 'exercise', id: 'e1', old: '2 h', new: '3 h' }, false],
] as const)('knows whether %j touches what a blind reader has answered', (given, expected) => {
  const { lesson } = applyReplacements(LESSON, [replacement(given)]);
  expect(touches(LESSON, lesson)).toBe(expected);
});
