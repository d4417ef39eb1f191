import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import type { CourseContent, LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { tellTimeZone } from '#domain/settings/save-settings.command.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { answerQuestion } from './answer-question.command.ts';
import { countDue, forecastReview, listReview } from './practice.queries.ts';

const db = useTestDatabase();
/** Half past nine in the evening in Athens, where the next day begins at 22:00 UTC. */
const EVENING = new Date('2026-03-10T19:30:00Z');
const MORNING = new Date('2026-03-11T05:00:00Z');
const MINUTE_MS = 60_000;
const question = (id: string, options = 4): QuizItem => ({
  id,
  question: `What about ${id}?`,
  explanation: '',
  options: Array.from({ length: options }, (_, at) => ({ id: `o${at}`, text: `Option ${at}` })),
  answer_id: 'o0',
});
/** Two of these are easier to guess. */
const QUIZ = [question('q1'), question('q2', 2), question('q3'), question('q4', 2), question('q5'), question('q6')];

let lesson: LessonContent;
let document: Pick<CourseContent, 'modules'>;
let accountId: string;
let courseId: string;
beforeEach(async () => {
  lesson = buildLesson({ quiz: QUIZ });
  document = { modules: [{ title: 'Spring', summary: '', lessons: [lesson] }] };
  accountId = await givenOwner();
  await tellTimeZone({ accountId, timeZone: 'Europe/Athens' });
  courseId = await givenCourse(accountId, { document });
});

const answer = (questionId: string, now: Date, chosen = 'o0', of = { accountId, courseId }) =>
  answerQuestion({ ...of, answerId: randomUUID(), lessonId: lesson.lesson_id, questionId, chosenIds: [chosen], now });
const answerAll = async (chosen: (id: string) => string = () => 'o0') => {
  for (const [at, { id }] of QUIZ.entries()) await answer(id, new Date(EVENING.getTime() + at * MINUTE_MS), chosen(id));
};
const asked = async (now: Date) => (await listReview({ accountId, now, timeZone: 'Europe/Athens' })).cards.map(({ question_id: id }) => id);

describe('who answers everything right', () => {
  it('is asked the three hardest questions once more from the next morning on, and the others when the scheduler says', async () => {
    await answerAll();
    expect(await asked(new Date('2026-03-10T21:59:00Z'))).toEqual([]);
    expect((await asked(MORNING)).toSorted()).toEqual(['q3', 'q5', 'q6']);
    expect(await forecastReview({ accountId, timeZone: 'Europe/Athens', now: MORNING })).toMatchObject({ again: 3, questions: 3 });
    expect(await countDue(accountId, MORNING, 'Europe/Athens')).toBe(3);
    const others = await db.knex('review_card').where({ account_id: accountId, again_on: null });
    for (const { card, due_at } of others) expect(due_at.toISOString()).toBe((card as { due: string }).due);
  });

  it('is not asked them again after the second day', async () => {
    await answerAll();
    for (const id of ['q3', 'q5', 'q6']) await answer(id, MORNING);
    expect(await forecastReview({ accountId, timeZone: 'Europe/Athens', now: MORNING })).toMatchObject({ again: 0, questions: 0 });
    expect(await asked(new Date(MORNING.getTime() + 20 * 3_600_000))).toEqual([]);
  });

  it('is asked first what others missed who read the same lesson', async () => {
    for (let other = 0; other < 5; other += 1) {
      const reader = await givenOwner();
      const copy = await givenCourse(reader, { document });
      await answer('q2', EVENING, 'o1', { accountId: reader, courseId: copy });
    }
    await answerAll();
    const hardest = await db.knex('review_card').where({ account_id: accountId }).whereNotNull('again_on').pluck('question_id');
    expect(hardest.toSorted()).toEqual(['q2', 'q5', 'q6']);
  });
});

it('what was missed is asked first, with at most three in all', async () => {
  await answerAll((id) => (['q1', 'q4'].includes(id) ? 'o1' : 'o0'));
  const hardest = await db.knex('review_card').where({ account_id: accountId }).whereNotNull('again_on').pluck('question_id');
  expect(hardest.toSorted()).toEqual(['q1', 'q4', 'q6']);
  // in the evening of the next day, those that are due by the scheduler alone come after them
  expect((await asked(MORNING)).toSorted()).toEqual(['q1', 'q4', 'q6']);
});

it('an answer that arrives late is judged with its own day, and asks nothing again that was asked since', async () => {
  for (const id of ['q1', 'q3', 'q5']) await answer(id, EVENING);
  await answer('q1', MORNING);
  // was given before the others, and arrives now; it is easier to guess
  await answer('q2', new Date(EVENING.getTime() - MINUTE_MS));
  expect((await asked(MORNING)).toSorted()).toEqual(['q3', 'q5']);
});

it('answers at the same time still choose three', async () => {
  await Promise.all(QUIZ.map(({ id }) => answer(id, EVENING)));
  const hardest = await db.knex('review_card').where({ account_id: accountId }).whereNotNull('again_on');
  expect(hardest).toHaveLength(3);
});

it('the next day begins at midnight of the account, also where clocks change in the night', async () => {
  await db.knex('user_settings').where({ account_id: accountId }).update({ time_zone: 'America/New_York' });
  // clocks go forward on 8 March 2026 at 02:00
  await answer('q1', new Date('2026-03-08T03:00:00Z'));
  const [card] = await db.knex('review_card').where({ account_id: accountId });
  expect(card!.due_at.toISOString()).toBe('2026-03-08T05:00:00.000Z');
  await answer('q3', new Date('2026-03-08T23:00:00Z'));
  const next = await db.knex('review_card').where({ account_id: accountId, question_id: 'q3' }).first();
  expect(next!.due_at.toISOString()).toBe('2026-03-09T04:00:00.000Z');
});
