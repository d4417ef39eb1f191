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
  history: [],
  context,
  ...changes,
});
const keptOf = (question: MentorQuestion): string => {
  const { prompt, stable } = mentorPrompt('claude', question);
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
  expect(mentorPrompt('claude', next).prompt.startsWith(keptOf(first))).toBe(true);
  expect(keptOf(next)).toBe(keptOf(first));
});

it('a single question, or one about no lesson, is not cached: writing the cache costs more than it saves', () => {
  expect([keptOf(asked()), keptOf(asked({ context: null, isTutor: true }))]).toEqual(['', '']);
});

it('the engine knows the lessons before this one by title, and never the keys of the quiz', () => {
  const quiz = [
    { id: 'q', question: 'Why?', options: [{ id: 'a', text: 'No room' }], answer_id: 'a', explanation: 'The old queen leaves.' },
  ];
  const { prompt } = mentorPrompt('claude', asked({ context: { ...context, earlierLessons: ['The hive'], quiz } }));
  expect(prompt).toContain('"earlier_lessons":["The hive"]');
  expect(prompt).not.toContain('The old queen leaves.');
});
