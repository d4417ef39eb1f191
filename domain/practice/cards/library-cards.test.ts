import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CARDS_A_LESSON } from '#contract/practice/cards.contract.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { liveCourse } from '#domain/courses/content/live-lesson.queries.ts';
import { openReadyCourse } from '#domain/courses/library/library-course.commands.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { completeLesson } from '#domain/progress/lesson-progress.commands.ts';
import { tellTimeZone } from '#domain/settings/save-settings.command.ts';
import { killableProcess } from '#domain/testing/killed-process.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { createCard } from './card.commands.ts';
import { courseCards } from './cards.queries.ts';
import { chooseLibraryCards, orderCards } from './library-card.commands.ts';

const db = useTestDatabase();
const ROME = 'ancient-rome-a-city-that-became-a-world';
let sandbox: Sandbox;
let accountId: string;
let courseId: string;
let lessons: string[];

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  setConfig({ ...config(), library: `${sandbox.url}/library` });
  accountId = await givenOwner();
  ({ course_id: courseId } = await openReadyCourse({ accountId, slug: ROME }));
  lessons = lessonsOf((await liveCourse({ accountId, courseId })).content).map(({ lesson_id: id }) => id);
});

const complete = (lesson: number) => completeLesson({ accountId, courseId, lessonId: lessons[lesson]! });
const choose = (lesson: number, keep: boolean) => chooseLibraryCards({ accountId, courseId, lessonId: lessons[lesson]!, keep });
const kept = () => db.knex('flash_card').where({ account_id: accountId }).orderBy('created_at');
const countOf = async (lesson: number) => (await kept()).filter(({ lesson_id: id }) => id === lessons[lesson]).length;
const spent = () => db.knex('run').where({ account_id: accountId }).count({ n: '*' }).first();

describe('the cards of a lesson of the library', () => {
  it('are kept when it is completed, once and free, and become due when the learner’s next day begins', async () => {
    await tellTimeZone({ accountId, timeZone: 'Pacific/Auckland' });
    await Promise.all([complete(0), complete(0), complete(0)]);
    await complete(0);
    const cards = await kept();
    expect(cards).toHaveLength(CARDS_A_LESSON);
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Pacific/Auckland', hour: '2-digit', minute: '2-digit' });
    for (const { due_at, lesson_id, passage } of cards) {
      expect(due_at.getTime()).toBeGreaterThan(Date.now());
      expect([hour.format(due_at), lesson_id, passage === null]).toEqual(['00:00', lessons[0], false]);
    }
    expect(await spent()).toEqual({ n: 0 });
    expect((await courseCards({ accountId, courseId })).lessons[0]).toMatchObject({ cards: CARDS_A_LESSON, is_free: true });
  });

  it('are declined with those of the course’s later lessons, until they are asked for again; one’s own card stays', async () => {
    await complete(0);
    const own = '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a17';
    await createCard({ accountId, cardId: own, deck: 'Rome', front: 'Who?', back: 'Romulus', lesson: { courseId, lessonId: lessons[0]! } });
    expect(await choose(0, false)).toEqual({ cards: 1 });
    await complete(1);
    expect(await kept()).toMatchObject([{ id: own }]);
    const chosen = await Promise.all([choose(1, true), choose(1, true), choose(1, true)]);
    expect(chosen).toEqual(chosen.map(() => ({ cards: CARDS_A_LESSON })));
    await complete(2);
    expect([await countOf(1), await countOf(2)]).toEqual([CARDS_A_LESSON, CARDS_A_LESSON]);
  });

  it('can be had for all lessons at once, without a run', async () => {
    const order = { accountId, courseId, lessons: undefined, requestId: 'r', idempotencyKey: undefined };
    expect(await orderCards(order)).toBeNull();
    const { lessons: counts } = await courseCards({ accountId, courseId });
    expect(counts.every(({ cards }) => cards > 0)).toBe(true);
    expect(await spent()).toEqual({ n: 0 });
  });

  it('are left out while the library does not answer: the lesson is completed all the same', async () => {
    setConfig({ ...config(), library: 'http://127.0.0.1:9/library' });
    expect(await complete(0)).toMatchObject({ points_awarded: 25 });
    expect(await kept()).toEqual([]);
    await expect(choose(0, true)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are none of a lesson that a service wrote', async () => {
    const written = await givenCourse(accountId);
    await completeLesson({ accountId, courseId: written, lessonId: '0_0' });
    expect(await kept()).toEqual([]);
    expect((await courseCards({ accountId, courseId: written })).lessons[0]).toMatchObject({ is_free: false });
  });
});

it('a process that is killed while it completes a lesson leaves neither the completion nor cards, or both', async () => {
  for (let changes = 0, wasKilled = true; wasKilled; changes += 1) {
    const reader = await givenOwner();
    const { course_id: copy } = await openReadyCourse({ accountId: reader, slug: ROME });
    const done = () => completeLesson({ accountId: reader, courseId: copy, lessonId: '0_0' });
    const mortal = killableProcess();
    try {
      mortal.killAfter(changes);
      await done().catch(() => undefined);
      wasKilled = mortal.isDead();
      await mortal.revive();
      const own = { account_id: reader };
      const completions = await db.knex('lesson_completion').where(own);
      const cards = () => db.knex('flash_card').where(own);
      expect(await cards(), `killed after ${changes}`).toHaveLength(completions.length * CARDS_A_LESSON);
      await done();
      expect(await cards()).toHaveLength(CARDS_A_LESSON);
    } finally {
      mortal.restore();
    }
  }
});
