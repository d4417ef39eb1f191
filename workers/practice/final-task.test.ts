import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildContent, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { lacksTest } from '#domain/practice/certificates/start-final-test.command.ts';
import { answerFinalTask, contestGrade } from '#domain/practice/words/answer-in-words.command.ts';
import { readFinalTask, readWords } from '#domain/practice/words/words.queries.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';

const { database, configure } = usePipeline();
const POINTS = ['The swarm is sprayed with water', 'The box stands below the cluster', 'The queen is found inside'];
const SOLUTION = 'Spray it, hold the box below, shake once, and look for the queen.';
const FULL = 'The swarm is sprayed with water, the box stands below the cluster, and the queen is found inside.';
const TASK = { title: 'A swarm in a pear tree', task: 'A swarm hangs three metres up.', points: POINTS, solution: SOLUTION };
let accountId: string;
let courseId: string;

const givenPlanned = (owner: string) => {
  const plan = { thread: null, terms: [], conventions: [], final_task: TASK, lessons: [] };
  return givenCourse(owner, { document: buildContent({ plan }) });
};
beforeEach(async () => {
  configure({ maxActiveRuns: 1_000 });
  accountId = await givenOwner();
  courseId = await givenPlanned(accountId);
});

const handIn = (text: string, answerId: string = randomUUID(), who = accountId) =>
  answerFinalTask({ accountId: who, answerId, courseId, text, requestId: randomUUID() });
const graded = async (text: string) => {
  const { answer_id: id } = await handIn(text);
  return vi.waitUntil(
    async () => {
      const now = await readWords(accountId, id);
      return ['graded', 'failed'].includes(now.status) && now;
    },
    { timeout: 60_000, interval: 100 },
  );
};

describe('the final task of a course', () => {
  it('is shown with its points; the example of a good result comes once an answer has passed, so that none can repeat it', async () => {
    const course = await getCourse({ accountId, courseId });
    expect(course.plan?.final_task).toEqual({ ...TASK, solution: '' });
    expect(await readFinalTask({ accountId, courseId })).toEqual({
      task: { title: TASK.title, task: TASK.task, points: POINTS },
      answer: null,
      is_passed: false,
    });
    const poor = await graded('The swarm is sprayed with water.');
    expect(poor).toMatchObject({ status: 'graded', explanation: '', grade: { is_right: false } });
    expect(poor.grade!.points.map(({ point, is_met }) => [point, is_met])).toEqual(POINTS.map((point, at) => [point, at === 0]));
    expect(await graded(FULL)).toMatchObject({ explanation: SOLUTION, grade: { is_right: true } });
    expect(await readFinalTask({ accountId, courseId })).toMatchObject({ answer: { text: FULL, explanation: SOLUTION }, is_passed: true });
  });

  it('is a piece of work: it may be long, and neither comes back for review nor counts as a question', async () => {
    await graded(`${FULL} ${'Then it is carried home. '.repeat(250)}`);
    expect(await database.knex('review_card').where({ account_id: accountId })).toHaveLength(0);
    expect(await database.knex('question_answer').where({ account_id: accountId })).toHaveLength(0);
  });

  it('sent repeatedly is graded once, and can be contested once', async () => {
    const id = randomUUID();
    await Promise.all([handIn(FULL, id), handIn(FULL, id), handIn(FULL, id)]);
    await vi.waitUntil(async () => (await readWords(accountId, id)).status === 'graded', { timeout: 60_000, interval: 100 });
    expect(await database.knex('vendor_call').where({ account_id: accountId, purpose: 'grading' })).toHaveLength(1);
    await contestGrade({ accountId, answerId: id, requestId: randomUUID() });
    await vi.waitUntil(async () => (await readWords(accountId, id)).second !== null, { timeout: 60_000, interval: 100 });
    expect(await readWords(accountId, id)).toMatchObject({ may_contest: false });
  });

  it('is taken only from those who have the course, and of a course that has one', async () => {
    const stranger = await givenOwner();
    await expect(handIn(FULL, randomUUID(), stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(readFinalTask({ accountId: stranger, courseId })).rejects.toMatchObject({ code: 'not_found' });
    const other = await givenCourse(stranger);
    expect(await readFinalTask({ accountId: stranger, courseId: other })).toEqual({ task: null, answer: null, is_passed: false });
    const sent = { accountId: stranger, answerId: randomUUID(), courseId: other, text: FULL, requestId: randomUUID() };
    await expect(answerFinalTask(sent)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('has to be passed for the certificate of a course with certification', async () => {
    const lacks = () => database.knex.transaction((trx) => lacksTest(trx, { accountId, courseId }));
    expect(await lacks()).toBe(false);
    await database.knex('course').where({ id: courseId }).update({ has_final_test: true });
    expect(await lacks()).toBe(true);
    await graded(FULL);
    expect(await lacks()).toBe(false);
  });
});
