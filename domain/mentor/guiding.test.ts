import { beforeEach, expect, it } from 'vitest';
import { answerQuestion } from '#domain/practice/answer-question.command.ts';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { randomUUID } from 'node:crypto';
import { ask, question, textOf, useMentorSandbox } from './mentor.factory.ts';

useTestDatabase();
const QUESTION = 'What does a colony need before it splits?';
const SOLUTION = 'It needs a queen cell, which the workers draw out of the comb in May.';
const LONG = 'A colony that has no room left gets ready to leave the hive, and it does so in the warm weeks of May. '.repeat(3).trim();
/** The services' next answer, instead of the sandbox's own. */
let answers: string[] = [];
const sandbox = useMentorSandbox({
  answer(_, composed) {
    const next = answers.shift();
    return next === undefined ? composed : JSON.stringify({ answer: next, quotes: [] });
  },
});
let accountId: string;
let lesson: { course_id: string; lesson_id: string };
beforeEach(async () => {
  sandbox.use();
  answers = [];
  accountId = await givenOwner();
  const options = ['A queen cell', 'More rain'].map((text, at) => ({ id: `o${at}`, text }));
  const quiz = [{ id: 'q1', question: QUESTION, options, answer_id: 'o0', explanation: 'The old queen leaves.' }];
  const lessons = [buildLesson({ title: 'The hive' }), buildLesson({ title: 'Swarming', quiz })];
  const courseId = await givenCourse(accountId, { document: { modules: [{ title: 'Spring', summary: '', lessons }] } });
  lesson = { course_id: courseId, lesson_id: '0_1' };
});

it('while guiding, a solution is neither sent nor shown for a moment: the next engine is asked', async () => {
  answers = [SOLUTION, 'Look at the edge of the comb. What do you find there in May?'];
  const { answer, events } = await ask(question(accountId, QUESTION, { socratic: true, lesson }));
  expect(answer).toMatchObject({ state: 'sent', message: 'Look at the edge of the comb. What do you find there in May?' });
  expect(textOf(events)).toBe(answer.message);
  expect(JSON.stringify(events)).not.toContain('queen cell');
});

it('while guiding, an answer that no engine gives without the solution fails and costs nothing', async () => {
  answers = Array.from({ length: 8 }, () => SOLUTION);
  const { answer } = await ask(question(accountId, QUESTION, { socratic: true, lesson }));
  expect(answer).toMatchObject({
    state: 'failed',
    message: '',
    tokens_charged: 0,
    error: { detail: expect.stringContaining('instead of guiding') },
  });
});

it('an explanation asks about the learner’s wrong answer, if the engine forgot to', async () => {
  await answerQuestion({
    accountId,
    answerId: randomUUID(),
    courseId: lesson.course_id,
    lessonId: '0_1',
    questionId: 'q1',
    chosenIds: ['o1'],
  });
  answers = [LONG];
  const { answer, events } = await ask(question(accountId, 'Why does a colony leave the hive in May?', { lesson }));
  expect(answer.message).toBe(`${LONG}\n\n${QUESTION}`);
  expect(textOf(events)).toBe(answer.message);
});
