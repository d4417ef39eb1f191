import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { startCards } from '#domain/practice/cards/card.commands.ts';
import { courseCards } from '#domain/practice/cards/cards.queries.ts';
import { answerInWords } from '#domain/practice/words/answer-in-words.command.ts';
import { readWords } from '#domain/practice/words/words.queries.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';

interface Grade {
  feedback: string;
  graded_points: { reason: string }[];
}
interface Cards {
  flash_cards: { front: string; back: string }[];
}

/** Number of further answers in Spanish. */
let spanish = 0;
let asked: string[] = [];
const { database } = usePipeline({
  answer({ purpose }, composed) {
    asked.push(purpose);
    if (!['grading', 'flash-cards'].includes(purpose) || spanish === 0) return composed;
    spanish -= 1;
    const value = JSON.parse(composed) as Grade & Cards;
    for (const [at, point] of (value.graded_points ?? []).entries())
      point.reason = `Lo que has dicho no es lo que se pide en el punto ${at}, pero está cerca de ello.`;
    if (value.feedback)
      value.feedback = 'Vuelve a leer la lección y mira cuándo se abre la colmena, y por qué se hace en un día sin viento.';
    for (const [at, card] of (value.flash_cards ?? []).entries()) {
      card.front = `¿Qué hacen las abejas de la colmena ${at} cuando vuelven por la mañana?`;
      card.back = `Bailan para las demás y les dicen dónde están las flores ${at}`;
    }
    return JSON.stringify(value);
  },
});

const CONTENT =
  'In the spring of each year the beekeeper opens every hive and looks for the queen. Every morning the **foragers** leave in search of flowers, and they return with what they have found. A still day keeps the **brood** warm in the hive. Rain would chill the larvae.';
const POINTS = ['A still day keeps the brood warm', 'Rain would chill the larvae'];
let accountId: string;
beforeEach(async () => {
  [spanish, asked] = [0, []];
  accountId = await givenOwner();
});

async function givenBees(content: string, title = 'Bees') {
  const quiz = [{ kind: 'short' as const, id: 'q1', question: 'When is a hive opened?', explanation: 'On a still day.', rubric: POINTS }];
  const courseId = await givenCourse(accountId, {
    document: { modules: [{ title: 'Spring', summary: '', lessons: [buildLesson({ title, content, quiz })] }] },
  });
  await database.knex('run').where({ account_id: accountId }).update({ status: 'completed', finished_at: new Date() });
  return courseId;
}

async function graded(courseId: string) {
  const answerId = randomUUID();
  const of = { accountId, answerId, courseId, lessonId: '0_0', questionId: 'q1', requestId: randomUUID() };
  await answerInWords({ ...of, text: 'On a still day, because it keeps the brood warm.' });
  const isOver = async () => ['graded', 'failed'].includes((await readWords(accountId, answerId)).status);
  await vi.waitUntil(isOver, { timeout: 60_000, interval: 30 });
  return readWords(accountId, answerId);
}

async function cardsOf(courseId: string) {
  const runId = (await startCards({ accountId, courseId, lessons: undefined, requestId: randomUUID(), idempotencyKey: undefined }))!;
  const status = async () => (await database.knex('run').where({ id: runId }).first('status', 'tokens_charged'))!;
  await vi.waitUntil(async () => !['queued', 'running'].includes((await status()).status), { timeout: 60_000, interval: 30 });
  const { lessons } = await courseCards({ accountId, courseId });
  return { ...(await status()), cards: lessons.reduce((sum, { cards }) => sum + cards, 0) };
}

describe('a grade in another language than the course', () => {
  it('is requested again', async () => {
    spanish = 1;
    const { status, grade } = await graded(await givenBees(CONTENT));
    expect([status, grade!.feedback.startsWith('Vuelve')]).toEqual(['graded', false]);
    expect(asked).toEqual(['grading', 'grading']);
  });
  it('every time fails, and costs nothing', async () => {
    spanish = Infinity;
    expect(await graded(await givenBees(CONTENT))).toMatchObject({ status: 'failed' });
    expect(await database.knex('run').where({ account_id: accountId, kind: 'answer.grade' }).pluck('tokens_charged')).toEqual([0]);
  });
});

describe('cards in another language than the course', () => {
  it('are requested again', async () => {
    spanish = 1;
    expect(await cardsOf(await givenBees(CONTENT))).toMatchObject({ status: 'completed', cards: expect.toSatisfy((n: number) => n > 0) });
    expect(asked.filter((purpose) => purpose === 'flash-cards')).toHaveLength(2);
  });
  it('every time are none, and cost nothing', async () => {
    spanish = Infinity;
    expect(await cardsOf(await givenBees(CONTENT))).toEqual({ status: 'failed', tokens_charged: 0, cards: 0 });
  });
  it('are right in a lesson about that language', async () => {
    spanish = Infinity;
    const lesson = `${CONTENT} In Spanish one says that the bees dance.`;
    expect(await cardsOf(await givenBees(lesson, 'Spanish for beekeepers'))).toMatchObject({ status: 'completed' });
    expect(asked.filter((purpose) => purpose === 'flash-cards')).toHaveLength(1);
  });
});
