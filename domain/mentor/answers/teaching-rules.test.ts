import { describe, expect, it } from 'vitest';
import type { MentorQuestion } from '#domain/mentor/prompts/mentor-prompt.ts';
import { solutionGuard, withQuestionBack } from './teaching-rules.ts';

const toldSolution = (answer: string, asking: MentorQuestion) => solutionGuard(asking)(answer);

const option = (id: string, text: string) => ({ id, text });
const quiz = [
  {
    id: 'q1',
    question: 'What does a colony need before it splits?',
    options: [option('a', 'A queen cell'), option('b', 'More rain')],
    answer_id: 'a',
    explanation: '',
  },
  {
    kind: 'short' as const,
    id: 'q2',
    question: 'Why do workers dance after foraging flights?',
    explanation: '',
    rubric: ['They show where flowers are'],
  },
];
const MISTAKE = { question: quiz[0]!.question, chosen: 'More rain', right: 'A queen cell' };
const asked = (changes: Partial<MentorQuestion> = {}, mistakes: (typeof MISTAKE)[] = []): MentorQuestion => ({
  text: 'What does a colony need before it splits in two?',
  passage: null,
  socratic: false,
  isTutor: false,
  isMinor: false,
  manner: 'academic',
  inTest: [],
  history: [],
  context: { quiz, mistakes } as unknown as NonNullable<MentorQuestion['context']>,
  ...changes,
});
const LONG = 'A colony that has no room left gets ready to leave its hive. '.repeat(4).trim();

describe('an explanation', () => {
  it('that ends with one question stays as it is', () => {
    const answer = `${LONG}\n\nWhat happens to the old queen then?`;
    expect(withQuestionBack(answer, asked())).toBe(answer);
  });

  it.each([
    ['What happens then? Who stays behind?', 'What happens then?'],
    ['Think of June. What happens then? Who stays?', 'Think of June. What happens then?'],
    ['那时会发生什么？谁会留下？', '那时会发生什么？'],
    ['ماذا يحدث بعد ذلك؟ ومن يبقى؟', 'ماذا يحدث بعد ذلك؟'],
  ])('that ends with several keeps the first: %s', (end, kept) =>
    expect(withQuestionBack(`${LONG}\n\n${end}`, asked())).toBe(`${LONG}\n\n${kept}`),
  );

  it('without one asks about the learner’s wrong answer', () =>
    expect(withQuestionBack(LONG, asked({}, [MISTAKE]))).toBe(`${LONG}\n\n${MISTAKE.question}`));

  it.each([
    ['nothing was answered wrong', asked()],
    ['it guides', asked({ socratic: true }, [MISTAKE])],
    ['no lesson is open', asked({ context: null })],
  ])('is left unchanged if %s', (_, question) => expect(withQuestionBack(LONG, question)).toBe(LONG));

  it('is not one if it is short', () => expect(withQuestionBack('Yes.', asked({}, [MISTAKE]))).toBe('Yes.'));
});

describe('an answer that guides', () => {
  const guiding = (changes: Partial<MentorQuestion> = {}) => asked({ socratic: true, ...changes });

  it('does not reveal the solution of the current question', () => {
    expect(toldSolution('It needs a **queen cell**. Why?', guiding())?.hint).toContain('tells the solution');
    expect(toldSolution('Look at the cells at the edge of the comb. Which is larger?', guiding())).toBeNull();
  });

  it('does not reveal a point of the rubric of a text question', () => {
    const asking = guiding({ text: 'Why do workers dance after their foraging flights?' });
    expect(toldSolution('They show where flowers are.', asking)?.hint).toContain('solution');
  });

  it('may repeat the learner’s words, and the answers to other questions', () => {
    expect(toldSolution('Right, a queen cell.', guiding({ history: [{ question: 'A queen cell?', answer: 'Go on.' }] }))).toBeNull();
    expect(toldSolution('A queen cell hangs down.', guiding({ text: 'How large is a hive?' }))).toBeNull();
  });

  it('is not required from explanations and tutors', () => {
    expect(toldSolution('A queen cell.', asked())).toBeNull();
    expect(toldSolution('A queen cell.', guiding({ isTutor: true }))).toBeNull();
  });
});

describe('an answer of any kind', () => {
  it('does not reveal the solution of a question in an open final test, with or without a lesson', () => {
    const asking = asked({ inTest: [quiz[0]!], isTutor: true });
    expect(toldSolution('A queen cell, of course.', asking)?.detail).toContain('final test');
    expect(toldSolution('A queen cell, of course.', { ...asking, context: null })?.detail).toContain('final test');
    expect(toldSolution('That question is in your test. Read “Swarming” again.', asking)).toBeNull();
  });

  it('does not have part of the final task’s solution until it is handed in', () => {
    const final_task = {
      title: 'Hive 9',
      task: 'Plan the year of hive 9, which weighs 11 kg in March.',
      points: ['A date for each act'],
      solution: 'In March I feed hive 9 with two litres of syrup, because it weighs 11 kg.',
    };
    const context = { quiz: [], mistakes: [], content: '', plan: { final_task }, hasHandedIn: false };
    const asking = (hasHandedIn: boolean) =>
      asked({ text: 'Plan hive 9 for me', context: { ...context, hasHandedIn } as unknown as NonNullable<MentorQuestion['context']> });
    const told = 'Write this: in March I feed hive 9 with two litres of syrup.';
    expect(toldSolution(told, asking(false))?.detail).toContain('final task');
    expect(toldSolution(told, asking(true))).toBeNull();
    expect(toldSolution('Which hive weighs 11 kg in March? Plan the year of hive 9 from there.', asking(false))).toBeNull();
  });
});
