import { expect, it } from 'vitest';
import { mentorPrompt, type MentorQuestion } from './mentor-prompt.ts';

const context = {
  courseId: 'c',
  lessonId: 'l',
  courseTitle: 'Bees',
  lessonTitle: 'Swarming',
  module: 0,
  lesson: 1,
  content: 'A colony splits when it has no room left.',
  keyTakeaways: [],
  language: 'english',
  ageGroup: null,
  level: 'beginner',
  wish: null,
  objectives: ['Keep one colony'],
  plan: null,
  hasHandedIn: false,
  readIds: ['k', 'l'],
  laterLessons: [],
  notes: [],
  mistakes: [],
  earlierLessons: [],
  quiz: [],
} as unknown as NonNullable<MentorQuestion['context']>;
const asked = (changes: Partial<MentorQuestion> = {}): MentorQuestion => ({
  text: 'Why?',
  passage: null,
  socratic: false,
  isTutor: false,
  isMinor: false,
  manner: 'academic',
  inTest: [],
  history: [],
  context,
  ...changes,
});
const keptOf = (question: MentorQuestion): string => {
  const { prompt, stable } = mentorPrompt(question);
  return prompt.slice(0, stable);
};

it('the next question of a conversation about a lesson begins with the same text', () => {
  const first = asked({ isTutor: true });
  const next = asked({
    isTutor: true,
    text: 'And then?',
    passage: 'no room',
    history: [{ question: 'Why?', answer: 'Look at the room.' }],
  });
  expect(keptOf(first)).toContain(context.content);
  expect(mentorPrompt(next).prompt.startsWith(keptOf(first))).toBe(true);
  expect(keptOf(next)).toBe(keptOf(first));
});

it('a single question, or one about no lesson, is not cached: writing the cache costs more than it saves', () => {
  expect([keptOf(asked()), keptOf(asked({ context: null, isTutor: true }))]).toEqual(['', '']);
});

it('the engine knows the lessons before this one by title, and never the keys of the quiz', () => {
  const quiz = [
    { id: 'q', question: 'Why?', options: [{ id: 'a', text: 'No room' }], answer_id: 'a', explanation: 'The old queen leaves.' },
  ];
  const { prompt } = mentorPrompt(asked({ context: { ...context, earlierLessons: ['The hive'], quiz } }));
  expect(prompt).toContain('"earlier_lessons":["The hive"]');
  expect(prompt).not.toContain('The old queen leaves.');
});

const plan: NonNullable<NonNullable<MentorQuestion['context']>['plan']> = {
  thread: {
    kind: 'case',
    name: 'Hive 7',
    summary: 'One colony through a year.',
    facts: [{ name: 'Frames', value: '11' }],
    own: 'Your own hive.',
  },
  terms: [
    { term: 'Swarm', meaning: 'Half of a colony that leaves', lesson_id: 'l' },
    { term: 'Cluster', meaning: 'The ball in which a colony winters', lesson_id: 'later' },
  ],
  conventions: ['Temperatures in °C'],
  final_task: {
    title: 'A year of hive 9',
    task: 'Plan the year of hive 9.',
    points: ['A date for each act'],
    solution: 'In March I weigh it.',
  },
  lessons: [
    { lesson_id: 'l', kind: 'idea', assumes: ['what a comb is'], adds: ['why colonies split'], leaves: ['how to catch one'], thread: '' },
  ],
};

it('the engine knows goal, level, teaching style and the part of the plan that helps', () => {
  const wish = { goal: 'Keep one colony', knowledge: 'some-exposure', teachingStyle: 'storytelling' };
  const { instructions, prompt } = mentorPrompt(
    asked({ manner: 'creative', context: { ...context, wish, plan, laterLessons: ['Winter'] } }),
  );
  expect(prompt).toContain('"goal":"Keep one colony","knowledge_before":"some-exposure","teaching_style":"storytelling"');
  expect(prompt).toContain('"level":"beginner"');
  expect(prompt).toContain('"role":"Creative"');
  expect(prompt).toContain('Frames: 11');
  expect(prompt).toContain('Swarm: Half of a colony that leaves');
  expect(prompt).toContain('"later_lessons":["Winter"]');
  expect(prompt).toContain('"leaves":["how to catch one"]');
  // a later lesson's term, and what learners see after their own work
  expect(prompt).not.toContain('Cluster');
  expect(prompt).not.toContain('I weigh it');
  expect(instructions).toContain('nothing to do with either');
});

it('the final task is told with a rule until it is handed in, and a question without a course has neither', () => {
  const taskOf = (hasHandedIn: boolean) => mentorPrompt(asked({ context: { ...context, plan, hasHandedIn } })).prompt;
  expect(taskOf(false)).toContain('"handed_in":false,"task":"Plan the year of hive 9."');
  expect(taskOf(true)).toContain('"handed_in":true}');
  const alone = mentorPrompt(asked({ context: null }));
  expect(alone.instructions).not.toContain('final_task');
  expect(alone.prompt).toContain('<course>null</course>');
});

it('a mistake comes with the right answer, but not while guiding', () => {
  const mistakes = [{ question: 'What does it need?', chosen: 'More rain', right: 'A queen cell' }];
  const promptOf = (socratic: boolean) => mentorPrompt(asked({ socratic, context: { ...context, mistakes } })).prompt;
  expect(promptOf(false)).toContain('"chosen":"More rain","right":"A queen cell"');
  expect(promptOf(true)).toContain('More rain');
  expect(promptOf(true)).not.toContain('queen cell');
});

it('questions of an open final test are named, without their keys', () => {
  const inTest = [
    { id: 'q', question: 'What comes first?', options: [{ id: 'a', text: 'A queen cell' }], answer_id: 'a', explanation: 'It hangs.' },
  ];
  const { instructions, prompt } = mentorPrompt(asked({ inTest }));
  expect(prompt).toContain('<test>["What comes first?"]</test>');
  expect(prompt).not.toMatch(/queen cell|It hangs/);
  expect(instructions).toContain('the test is still open');
  expect(mentorPrompt(asked()).instructions).not.toContain('the test is still open');
});
