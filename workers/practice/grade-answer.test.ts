import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FREE_PLAN, MENTOR_ANSWER_CENTITOKENS } from '#contract/billing/catalogue.ts';
import { walletBalance } from '#domain/billing/wallet/wallet.queries.ts';
import { buildContent, buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { answerInWords, contestGrade } from '#domain/practice/words/answer-in-words.command.ts';
import { listWords, readWords } from '#domain/practice/words/words.queries.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';

const { database, control, configure } = usePipeline();
const POINTS = ['A still day keeps the brood warm', 'Rain would chill the larvae', 'Smoke calms the guards'];
const FULL = 'On a still and warm day the brood keeps warm; rain would chill larvae, and smoke calms the guards.';
/** A few more than are free. */
const MANY = FREE_PLAN.quotas.mentor_answer + 4;
const SECRET = 'Everything of the rubric.';
let accountId: string;
let courseId: string;

beforeEach(async () => {
  configure({ maxActiveRuns: 1_000 });
  accountId = await givenOwner();
  const quiz = [{ kind: 'short' as const, id: 'q1', question: 'When is a hive opened, and why?', explanation: SECRET, rubric: POINTS }];
  const { modules } = buildContent();
  courseId = await givenCourse(accountId, { document: { modules: [{ ...modules[0]!, lessons: [buildLesson({ quiz })] }] } });
});

const answer = (text: string, answerId: string = randomUUID(), who = accountId) =>
  answerInWords({ accountId: who, answerId, courseId, lessonId: '0_0', questionId: 'q1', text, requestId: randomUUID() });
const settled = (answerId: string) =>
  vi.waitUntil(
    async () => {
      const now = await readWords(accountId, answerId);
      return ['graded', 'failed'].includes(now.status) && now;
    },
    { timeout: 60_000, interval: 100 },
  );
const graded = async (text: string) => settled((await answer(text)).answer_id);
/** Does something before a service has graded the answer: on a busy machine the worker is as fast as the caller. */
async function beforeItIsGraded<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  await control('PUT', 'latency', { ms: 2_000 });
  const done = await work();
  await control('PUT', 'latency', { ms: 0 });
  return done;
}
const callsOf = async () => {
  await callsSettled();
  return database.knex('vendor_call').where({ account_id: accountId, purpose: 'grading' });
};
const spent = async () => {
  const { rows } = await database.knex.raw(`select coalesce(sum(tokens_charged), 0)::int as charged from run where account_id = ?`, [
    accountId,
  ]);
  const { used } = (await walletBalance(accountId)).quotas.find(({ name }) => name === 'mentor_answer')!;
  return { charged: rows[0].charged, answers: used };
};

describe('a text answer', () => {
  it('LRN-05 is graded by its rubric, which nobody sees beforehand; it grades the quiz and comes back for review', async () => {
    const course = await getCourse({ accountId, courseId });
    expect(JSON.stringify(course)).not.toMatch(/chill the larvae|Everything of the rubric/);
    const sent = await beforeItIsGraded(() => answer('On a still and warm day the brood keeps warm.'));
    expect([sent.status, sent.grade, sent.explanation]).toEqual(['grading', null, '']);
    expect(JSON.stringify(sent)).not.toContain(POINTS[1]);
    const wrong = await settled(sent.answer_id);
    expect(wrong).toMatchObject({ explanation: SECRET, may_contest: true, grade: { is_right: false } });
    expect(wrong.grade!.points.map(({ point, is_met }) => [point, is_met])).toEqual(POINTS.map((point, at) => [point, at === 0]));
    expect((await graded(FULL)).grade).toMatchObject({ is_right: true });
    expect(await database.knex('question_answer').where({ account_id: accountId }).orderBy('answered_at').pluck('is_right')).toEqual([
      false,
      true,
    ]);
    expect(await database.knex('review_card').where({ account_id: accountId })).toHaveLength(1);
    expect(await listWords({ accountId, courseId, lessonId: '0_0' })).toMatchObject([{ text: FULL }]);
  });

  it('sent repeatedly, concurrently and later, is graded and paid once', async () => {
    const id = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => answer(FULL, id)));
    await settled(id);
    expect(await answer('Something else.', id)).toMatchObject({ status: 'graded', text: FULL });
    expect([await callsOf(), await spent()]).toMatchObject([{ length: 1 }, { answers: 1 }]);
  });

  it('is contested once, graded again by another service for free, and that grade counts', async () => {
    const first = await graded('On a still and warm day the brood keeps warm.');
    await database.knex('words_answer').where({ id: first.answer_id }).update({ text: FULL });
    const contest = () => contestGrade({ accountId, answerId: first.answer_id, requestId: randomUUID() });
    expect(await beforeItIsGraded(() => Promise.all([contest(), contest()]))).toMatchObject([
      { status: 'contested' },
      { status: 'contested' },
    ]);
    const second = await settled(first.answer_id);
    expect(second).toMatchObject({ grade: first.grade, second: { is_right: true }, may_contest: false });
    expect(second.second!.service).not.toBe(first.grade!.service);
    expect(await contest()).toEqual(second);
    expect(await database.knex('question_answer').where({ account_id: accountId }).pluck('is_right')).toEqual([true]);
    expect([await callsOf(), await spent()]).toMatchObject([{ length: 2 }, { answers: 1, charged: 0 }]);
    const stranger = { accountId: await givenOwner(), answerId: first.answer_id, requestId: 'x' };
    await expect(contestGrade(stranger)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is taken only from those who have the course', async () => {
    await expect(answer(FULL, randomUUID(), await givenOwner())).rejects.toMatchObject({ code: 'not_found' });
    expect((await answer(FULL)).status).toBe('grading');
  });

  it('beyond the free share costs the catalogue’s price; many at once are each graded once', async () => {
    const all = await Promise.all(Array.from({ length: MANY }, (_, at) => graded(at % 2 ? FULL : 'I do not know.')));
    expect(all.map(({ grade }) => grade?.is_right)).toEqual(all.map((_, at) => at % 2 === 1));
    const { charged, answers } = await spent();
    expect(charged).toBe((MANY - answers) * MENTOR_ANSWER_CENTITOKENS);
    expect(answers).toBe(FREE_PLAN.quotas.mentor_answer);
    expect(await callsOf()).toHaveLength(MANY);
  });

  it('that no service could grade is not charged, and is graded when it is sent again', async () => {
    for (const service of ['claude', 'openai', 'gemini', 'grok']) await control('PUT', 'faults', { service, mode: '500' });
    const failed = await graded(FULL);
    expect([failed.status, await spent()]).toEqual(['failed', { charged: 0, answers: 0 }]);
    await control('DELETE', 'faults');
    await answer(FULL, failed.answer_id);
    expect(await settled(failed.answer_id)).toMatchObject({ status: 'graded', grade: { is_right: true } });
  });
});
