import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { CARDS_A_LESSON, cardsCost } from '#contract/practice/cards.contract.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { squeeze } from '#contract/notes/find-passage.ts';
import { liveCourse } from '#domain/courses/content/live-lesson.queries.ts';
import { lessonTexts } from '#domain/courses/text/lesson-texts.command.ts';
import { courseCards, listCards, listDueCards } from '#domain/practice/cards/cards.queries.ts';
import { shareOf } from '#domain/practice/cards/flash-cards.kind.ts';
import { startCards } from '#domain/practice/cards/card.commands.ts';
import { SHORT, usePipeline } from '#workers/generation/pipeline.factory.ts';
import { INSTALLATION } from '#domain/platform/turns/turns.ts';

const { database, control, sandbox, write } = usePipeline();
const NOTHING = { veo3_enabled: false, imagen_enabled: false, genie3_enabled: false, vortex_enabled: false };

async function withCourse() {
  const accountId = await givenOwner();
  await write({ ...SHORT, topic: 'Beekeeping', ai_components: NOTHING, duration: '1 week intensive' }, accountId);
  const courseId = (await database.knex('course').where({ account_id: accountId }).first('id'))!.id;
  return { accountId, courseId };
}
type Of = Awaited<ReturnType<typeof withCourse>>;
const order = (of: Of, lessons?: string[]) => startCards({ ...of, lessons, requestId: randomUUID(), idempotencyKey: undefined });
async function ended(runId: string) {
  const over = ['completed', 'failed', 'cancelled'];
  const isOver = async () => over.includes((await database.knex('run').where({ id: runId }).first())!.status);
  await vi.waitUntil(isOver, { timeout: 60_000, interval: 20 });
  return (await database.knex('run').where({ id: runId }).first())!;
}
const told = (runId: string) => database.knex('notification').where({ task_id: runId }).select('kind', 'course_id');
const callsOf = (purpose: string) =>
  sandbox()
    .calls()
    .filter((call) => call.purpose === purpose);

it('a card that could not be made well is not charged', () => {
  const lessons = ['one', 'two'];
  const charged = (cards: number) => shareOf({ cards }, { lessons })(cardsCost(lessons.length));
  expect([charged(0), charged(3), charged(6)]).toEqual([0, cardsCost(1), cardsCost(2)]);
  expect(charged(5)).toBeLessThan(cardsCost(2));
});

describe('flash cards of a course', () => {
  it('are written by one service and checked by another, each lesson once; the answers are in its text', async () => {
    const of = await withCourse();
    const [runId, again] = await Promise.all([order(of), order(of)]);
    expect(again).toBe(runId);
    const { status, tokens_charged: charged } = await ended(runId!);
    const { lessons, deck } = await courseCards(of);
    expect(status).toBe('completed');
    const made = lessons.reduce((sum, { cards: each }) => sum + each, 0);
    // a card that could not be made well is not charged
    expect(charged).toBe(Math.ceil((cardsCost(lessons.length) * made) / (lessons.length * CARDS_A_LESSON)));
    expect(lessons.every(({ cards: each }) => each <= CARDS_A_LESSON)).toBe(true);
    expect(await told(runId!)).toEqual([{ kind: 'cards.completed', course_id: of.courseId }]);
    expect(lessons.every(({ cards }) => cards > 0)).toBe(true);
    for (const purpose of ['flash-cards', 'flash-cards-check']) expect(callsOf(purpose)).toHaveLength(lessons.length);
    const steps = await database.knex('step').where({ run_id: runId! }).whereNot({ key: 'close' }).select('key', 'service');
    const serviceOf = new Map(steps.map(({ key, service }) => [key, service]));
    for (const { lesson_id: id } of lessons) expect(serviceOf.get(`check-${id}`)).not.toBe(serviceOf.get(`write-${id}`));
    const { cards } = await listCards({ accountId: of.accountId, deck, limit: 100 });
    const { content, courseId } = await liveCourse(of);
    const live = content.modules.flatMap((module) => module.lessons);
    const texts = await lessonTexts(
      live.map((lesson) => ({ courseId, lesson })),
      INSTALLATION,
    );
    for (const { source } of cards) {
      const at = live.findIndex(({ lesson_id: id }) => id === source!.lesson_id);
      expect(squeeze(texts[at]!).text).toContain(squeeze(source!.passage ?? '').text);
    }
    expect((await listDueCards(of.accountId, new Date())).length).toBeGreaterThan(0);
    // lessons with cards are not charged again
    expect(await order(of)).toBeNull();
    await database.knex('flash_card').where({ account_id: of.accountId, lesson_id: lessons[0]!.lesson_id }).delete();
    const repeated = await ended((await order(of))!);
    expect(repeated.status).toBe('completed');
    expect(repeated.tokens_charged).toBeLessThanOrEqual(cardsCost(1));
  });

  it('that no service can write cost nothing; a missing lesson is refused', async () => {
    const of = await withCourse();
    await expect(order(of, [randomUUID()])).rejects.toMatchObject({ code: 'not_found' });
    await control('PUT', 'faults', { service: '*', mode: 'garbage' });
    const runId = (await order(of))!;
    expect(await ended(runId)).toMatchObject({ status: 'failed', tokens_charged: 0 });
    expect(await told(runId)).toEqual([{ kind: 'cards.failed', course_id: of.courseId }]);
    await control('DELETE', 'faults');
    expect((await listCards({ accountId: of.accountId, limit: 10 })).total).toBe(0);
    expect(await courseCards(of)).toMatchObject({
      task_id: null,
      problem: 'No AI service could write these flash cards. Nothing was charged. Please try again.',
    });
    await ended((await order(of))!);
    expect(await courseCards(of)).toMatchObject({ task_id: null, problem: null });
  });
});
