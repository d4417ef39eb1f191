import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { findLedgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { killableProcess } from '#domain/testing/killed-process.factory.ts';
import { checkStoredTranslations } from '#domain/translation/courses/check-stored-translations.command.ts';
import { listTranslations, readTranslation } from '#domain/translation/courses/course-translations.queries.ts';
import { startTranslation } from '#domain/translation/courses/translation.commands.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/a stored translation could not be checked/);

const { database } = usePipeline();

const CONTENT = [
  'In the spring of each year the beekeeper opens every hive and looks for the queen before anything else is done.',
  'Every morning the foragers leave in search of flowers, and they return to the hive with what they have found.',
].join('\n\n');

/** Creates a French course as an older release stored it: the first two of its four lessons are unfaithful, and all were charged. */
async function givenOldTranslation() {
  const accountId = await givenOwner();
  const lessons = [1, 2, 3, 4].map((n) => buildLesson({ title: `The bees of spring, ${n}`, content: CONTENT }));
  const courseId = await givenCourse(accountId, { document: { modules: [{ title: 'Bees', summary: 'Their year', lessons }] } });
  const of = { accountId, courseId };
  const runId = (await startTranslation({ ...of, language: 'french', requestId: randomUUID(), idempotencyKey: undefined }))!;
  const charged = async () => (await database.knex('run').where({ id: runId }).first('status', 'tokens_charged'))!;
  await vi.waitUntil(async () => (await charged()).status === 'completed', { timeout: 60_000, interval: 30 });
  expect(await charged()).toMatchObject({ tokens_charged: 400 });
  const course = await getCourse(of);
  const stored = database.knex('lesson_translation').where({ course_id: courseId });
  await stored.clone().update({ checked_at: null, run_id: null, judged_by: null });
  const [refused, untouched] = course.modules[0]!.lessons;
  const set = (id: string, texts: object) =>
    stored
      .clone()
      .where({ lesson_id: id })
      .update({ texts: JSON.stringify(texts) });
  const { title, content, objectives, key_takeaways, quiz, exercises } = untouched!;
  await set(untouched!.lesson_id, { title, content, objectives, key_takeaways, quiz, exercises });
  const row = await stored.clone().where({ lesson_id: refused!.lesson_id }).first('texts');
  const no = 'Je suis désolé, mais je ne peux pas vous aider avec cette demande.';
  await set(refused!.lesson_id, { ...row!.texts, content: `${no}\n\n${no}` });
  return { of, untrue: [refused!.lesson_id, untouched!.lesson_id] };
}
type Of = Awaited<ReturnType<typeof givenOldTranslation>>['of'];

const givenBack = ({ accountId }: Of) =>
  database.knex('token_lot').where({ owner_id: accountId, source: 'return' }).orderBy('id').pluck('amount');
const french = async (of: Of) => (await listTranslations(of)).translations.find(({ language }) => language === 'french')!;
const left = async (of: Of) =>
  Number(
    (await database.knex('lesson_translation').where({ course_id: of.courseId }).whereNull('checked_at').count({ n: '*' }).first())!['n'],
  );

describe('a translation that was stored before there were rules', () => {
  it('is checked once: an unfaithful lesson is shown in the course’s language, named, and its price is refunded once', async () => {
    const { of, untrue } = await givenOldTranslation();
    expect(await french(of)).toMatchObject({ ready: 4, unfaithful: [] });
    await Promise.all([checkStoredTranslations(), checkStoredTranslations(), checkStoredTranslations()]);
    expect(await french(of)).toMatchObject({ ready: 2, missing: 2, unfaithful: untrue.map((lesson_id) => ({ lesson_id })), cost: 200 });
    expect((await readTranslation({ ...of, language: 'french' })).untranslated).toEqual(untrue);
    expect(await givenBack(of)).toEqual([100, 100]);
    // as if an older release had written it again
    await database.knex('lesson_translation').where({ course_id: of.courseId }).update({ checked_at: null });
    await checkStoredTranslations();
    expect(await givenBack(of)).toEqual([100, 100]);
    expect(await checkStoredTranslations()).toBe(0);
    expect(await findLedgerFaults(database.knex)).toEqual([]);
  });

  it('is marked and refunded together, whenever the process that does it is killed', async () => {
    const { of } = await givenOldTranslation();
    const mortal = killableProcess();
    try {
      for (let lasting = 0; (await left(of)) > 0; lasting += 1) {
        mortal.killAfter(lasting % 3);
        await checkStoredTranslations().catch(() => undefined);
        await mortal.revive();
        const marked = await database.knex('lesson_translation').where({ course_id: of.courseId, verdict: 'unfaithful' });
        expect(await givenBack(of)).toHaveLength(marked.length);
        expect(lasting).toBeLessThan(40);
      }
    } finally {
      mortal.restore();
    }
    expect(await givenBack(of)).toEqual([100, 100]);
    expect(await findLedgerFaults(database.knex)).toEqual([]);
  });

  it('that the installation paid for refunds nothing', async () => {
    const { of, untrue } = await givenOldTranslation();
    await database.knex('run').where({ account_id: of.accountId }).update({ tokens_charged: 0 });
    await checkStoredTranslations();
    expect(await french(of)).toMatchObject({ ready: 2, unfaithful: untrue.map((lesson_id) => ({ lesson_id })) });
    expect(await givenBack(of)).toEqual([]);
  });

  it('of a lesson that has changed since is not compared with anything', async () => {
    const { of } = await givenOldTranslation();
    await database.knex('lesson_translation').where({ course_id: of.courseId }).update({ source_hash: 'another' });
    await checkStoredTranslations();
    expect(await givenBack(of)).toEqual([]);
    expect(await left(of)).toBe(0);
  });

  it('outside the lessons is made again at no cost', async () => {
    const { of } = await givenOldTranslation();
    const { title, description, learning_objectives, expert_insights, industry_relevance, modules } = await getCourse(of);
    const frame = {
      title,
      description,
      learning_objectives,
      expert_insights,
      industry_relevance,
      modules: modules.map((one) => ({ title: one.title, summary: one.summary })),
    };
    await database
      .knex('course_translation')
      .where({ course_id: of.courseId })
      .update({ frame: JSON.stringify(frame), frame_checked_at: null });
    await checkStoredTranslations();
    expect(await french(of)).toMatchObject({ is_frame_stale: true });
  });
});
