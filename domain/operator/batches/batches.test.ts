import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { planBatch as endpoint, type BatchPlan } from '#contract/operator/batches.contract.ts';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { lessonsCost } from '#contract/generation/lesson-cost.ts';
import { planCreatorBatch as creatorPlan, type CreatorBatchPlan } from '#contract/studio/creator-batches.contract.ts';
import { startEngine } from '#domain/kinds.ts';
import { reserveWork } from '#domain/billing/ledger/hold.commands.ts';
import { givenTokens } from '#domain/billing/ledger/wallet.factory.ts';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { editLesson, pinLesson } from '#domain/courses/content/lesson.commands.ts';
import { storedLessons, writeProposal } from '#domain/generation/proposals/proposal.factory.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { acceptingAtMost } from '#domain/platform/accepted-price.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { admitRuns } from '#domain/platform/runs/admit-runs.command.ts';
import { claimStep } from '#domain/platform/steps/lease.commands.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { failRun } from '#domain/platform/runs/complete-run.command.ts';
import { sceneFor } from '#ops/sandbox/simulations/library.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { uuidv7 } from 'uuidv7';
import { givenWebhook, heardBy } from '#domain/webhooks/webhook.factory.ts';
import { actOnBatch, type BatchAction } from './act-on-batch.command.ts';
import { readBatch, differencesInBatch, listItems, similarityOf } from './batch.queries.ts';
import { listCreatorBatches, listCreatorItems, readCreatorBatch } from './creator-batches.queries.ts';
import { actOnRun } from '#domain/operator/runs/act-on-run.command.ts';
import { listVersions } from '#domain/courses/versions/version.queries.ts';
import { saveSettings } from '#domain/settings/save-settings.command.ts';
import { estimateBatch, estimateCreatorBatch, planBatch, planCreatorBatch } from './plan-batch.command.ts';
import { advanceBatches } from './advance-batches.command.ts';
import { readCsv } from './selection.queries.ts';
import type { NotificationKind } from '#contract/notifications/notices.ts';

const db = useTestDatabase();
beforeAll(() => {
  startEngine();
  setJobSink(async () => undefined);
});

let operator: { accountId: string; requestId: string };
let owner: string;
let courses: string[];
beforeEach(async () => {
  await db.knex('run').whereIn('status', ['queued', 'running']).update({ status: 'cancelled', finished_at: new Date() });
  operator = { accountId: await insertAccount(db.knex, { roles: ['operator'] }), requestId: 'r-1' };
  owner = await givenOwner({ tokens: 0 });
  courses = [];
  for (let count = 0; count < 4; count += 1) courses.push(await givenCourse(owner));
  courses.sort();
});

const plan = async (changes: object = {}) =>
  planBatch(
    endpoint.body.parse({
      name: 'Refresh',
      what: 'refresh_all',
      budget_cents: 100_000,
      selection: { owner_id: owner },
      ...changes,
    }) as BatchPlan,
    operator,
  );
const act = (batchId: string, deed: Omit<BatchAction, 'batchId'>) => actOnBatch({ batchId, ...deed }, operator);
const children = (batchId: string) =>
  db.knex('run').where({ parent_id: batchId }).orderBy('created_at').select('id', 'status', 'account_id', 'payer_id', 'lane');
const running = async (batchId: string) =>
  (await db.knex('batch_item').where({ batch_id: batchId, state: 'running' }).orderBy('position').pluck('child_id')) as string[];
const finish = async (batchId: string, status: 'completed' | 'failed' = 'completed') => {
  for (const child of await running(batchId)) await writeProposal(child, { status });
};
/** Everything of a reader's that a batch must not change. */
const marks = () =>
  Promise.all(
    ['lesson_completion', 'lesson_bookmark', 'lesson_note', 'reading_place'].map((table) => db.knex(table).where({ account_id: owner })),
  );

describe('a plan', () => {
  it('selects rewritable courses and estimates the cost without starting; invalid CSV rows are reported by line', async () => {
    const [first, second] = courses as [string, string];
    const ids = [...(await storedLessons(first)).keys()];
    await pinLesson({ accountId: owner, courseId: first, lessonId: ids[0]!, pinned: true });
    await editLesson({
      accountId: owner,
      courseId: first,
      lessonId: ids[1]!,
      baseVersion: 1,
      editSession: uuidv7(),
      changes: { content: 'mine' },
    });
    const nobody = uuidv7();
    const csv = `course_id;title\n${first};A\n${second};B\nnonsense;C\n\n${second};again\n${nobody};D\n`;
    const { batch, badRows } = await plan({ selection: { csv } });
    expect(badRows.map(({ line, problem }) => [line, problem])).toEqual([
      [4, 'not_an_id'],
      [6, 'twice'],
      [7, 'no_such_course'],
    ]);
    expect(batch).toMatchObject({ state: 'planned', total: 2, spent_micro_usd: 0, acts: ['start', 'set_limits', 'cancel'] });
    expect(batch.estimate).toMatchObject({ courses: 2, lessons: 1 + 3, pinned: 1, edited: 1, basis: 'presumed' });
    expect(batch.estimate.micro_usd.low).toBeLessThan(batch.estimate.micro_usd.worst);
    expect([await children(batch.batch_id), await advanceBatches()]).toEqual([[], 0]);
    expect((await plan({ selection: { csv, include_edited: true } })).batch.estimate.lessons).toBe(5);
    await expect(plan({ what: 'fix' })).rejects.toMatchObject({ code: 'validation.failed' });
    await expect(plan({ selection: { owner_id: uuidv7() } })).rejects.toMatchObject({ code: 'batch.nothing_chosen' });
    await expect(plan({ selection: { owner_id: owner, lessons: 'unreviewed' }, what: 'refresh_matching' })).rejects.toMatchObject({
      code: 'batch.nothing_chosen',
    });
  });

  it('selects the lessons of models other than today’s, including those without a stored call', async () => {
    const old = async () =>
      (await plan({ what: 'refresh_matching', selection: { owner_id: owner, lessons: 'old_model' } })).batch.estimate.lessons;
    expect(await old()).toBe(4 * 3);
    const [course] = courses as [string];
    const [lesson] = [...(await storedLessons(course)).keys()];
    const { run_id: runId } = (await db.knex('course').where({ id: course }).first('run_id'))!;
    const callId = uuidv7();
    const { model } = config().vendors.claude;
    await db.knex('vendor_call').insert({ id: callId, run_id: runId, service: 'claude', model, purpose: 'lesson', outcome: 'ok' });
    await db
      .knex('step')
      .insert({ id: uuidv7(), run_id: runId!, job: 'write-lesson', key: `lesson:${lesson}`, state: 'completed', call_id: callId });
    expect(await old()).toBe(4 * 3 - 1);
  });

  it('selects by language, quality and age of the course, and lessons without practice', async () => {
    const chosen = async (selection: object, what = 'refresh_all') =>
      (await plan({ what, selection: { owner_id: owner, ...selection } })).batch.total;
    const old = new Date(Date.now() + 60_000).toISOString();
    expect(await chosen({ language: 'english', quality_level: 'high', older_than: old })).toBe(4);
    await expect(chosen({ language: 'arabic' })).rejects.toMatchObject({ code: 'batch.nothing_chosen' });
    await expect(chosen({ older_than: new Date(0).toISOString() })).rejects.toMatchObject({ code: 'batch.nothing_chosen' });
    await expect(chosen({}, 'missing_practice')).rejects.toMatchObject({ code: 'batch.nothing_chosen' });
  });

  it('selects by words of the title, by topic, and by the address of a creator; a dry run says which courses', async () => {
    const [first, second] = courses as [string, string];
    await db.knex('course').where({ id: first }).update({ title: 'Sourdough Brèad at home' });
    const found = async (selection: object) => {
      const body = endpoint.body.parse({ name: 'Bread', what: 'refresh_all', budget_cents: 100_000, selection }) as BatchPlan;
      return (await estimateBatch(body)).courses;
    };
    const { email } = (await db.knex('account').where({ id: owner }).first('email'))!;
    expect(await found({ owner_id: owner, title: 'bread SOURDOUGH' })).toEqual([
      { course_id: first, title: 'Sourdough Brèad at home', owner_email: email, units: 3 },
    ]);
    await expect(found({ owner_id: owner, title: 'bread rye' })).rejects.toMatchObject({ code: 'batch.nothing_chosen' });
    const { run_id: runId } = (await db.knex('course').where({ id: second }).first('run_id'))!;
    await db.knex('run').where({ id: runId! }).update({ subject: 'Baking bread for beginners' });
    expect((await found({ owner_id: owner, topic: 'bread' })).map(({ course_id: id }) => id).toSorted()).toEqual(
      [first, second].toSorted(),
    );
    expect(await found({ owner_email: email.toUpperCase() })).toHaveLength(4);
    await expect(found({ owner_email: 'nobody@example.com' })).rejects.toMatchObject({ code: 'batch.nothing_chosen' });
  });

  it('costs less through the vendors’ batch services, and takes as long as their batches took recently', async () => {
    const { accounts } = config();
    setConfig({ ...config(), accounts: { ...accounts, claude: { ...accounts.claude, apiKey: 'a-key' } } });
    const { estimate } = (await plan({ by_vendor_batch: true })).batch;
    expect(estimate.micro_usd.expected).toBeLessThan(estimate.ordinary_micro_usd!);
    expect(estimate.finish_s).toBeGreaterThanOrEqual(24 * 3_600);
    setConfig({ ...config(), accounts });
  });

  it('reads a CSV with and without a header', () => {
    const id = uuidv7();
    expect([...readCsv(`id\n"${id}"`).ids.keys()]).toEqual([id]);
    expect([...readCsv(`title,course_id\r\nBees,${id}\r\n`).ids.keys()]).toEqual([id]);
    expect(readCsv('').bad).toEqual([]);
    expect([similarityOf('the bee, the hive', 'The hive'), similarityOf('', ''), similarityOf('a', 'b')]).toEqual([2 / 3, 1, 0]);
  });
});

describe('a batch of a creator', () => {
  const planMine = (creatorId: string, changes: object = {}) =>
    planCreatorBatch({ ...creatorPlan.body.parse({ name: 'Mine', what: 'refresh_all' }), ...changes } as CreatorBatchPlan, {
      accountId: creatorId,
      requestId: 'r-2',
    });
  const spend = (centitokens: number) =>
    transact((trx) =>
      reserveWork(trx, { accountId: owner, jobId: uuidv7(), centitokens, expiresAt: new Date(Date.now() + 86_400_000), cause: 'Course' }),
    );

  it('selects their own courses only, shows the price in tokens, is charged to them, and waits when their tokens are used up', async () => {
    const stranger = await givenOwner({ tokens: 0 });
    const theirs = await givenCourse(stranger);
    const csv = `${courses[0]}\n${theirs}\n${courses[1]}`;
    const { batchId, badRows } = await planMine(owner, { csv, canary: 0 });
    expect(badRows).toMatchObject([{ line: 2, problem: 'no_such_course' }]);
    const of = { creatorId: owner, batchId };
    // all lessons of two courses: twice the price of a course's text
    expect(await readCreatorBatch(of)).toMatchObject({
      total: 2,
      lessons: 6,
      most_cost: 2 * lessonsCost(3, 3),
      charged: 0,
      acts: ['start', 'set_limits', 'cancel'],
    });
    await expect(readCreatorBatch({ ...of, creatorId: stranger })).rejects.toMatchObject({ code: 'not_found' });
    await expect(planMine(uuidv7())).rejects.toMatchObject({ code: 'batch.nothing_chosen' });

    // 45 tokens of the free plan are enough for one of them, so the batch does not start
    await admitRuns();
    await expect(act(batchId, { act: 'start' })).rejects.toMatchObject({
      code: 'tokens.insufficient',
      data: { needed: (2 * lessonsCost(3, 3)) / 100, available: 45 },
    });
    expect(await readCreatorBatch(of)).toMatchObject({ state: 'planned' });
    // they have enough at the start, and then spend it elsewhere
    await givenTokens(owner, 45);
    await act(batchId, { act: 'start' });
    await spend(9_000 - lessonsCost(3, 3) - 100);
    for (let round = 0; round < 3; round += 1) {
      await advanceBatches();
      await finish(batchId);
    }
    await advanceBatches();
    expect(await children(batchId)).toMatchObject([{ account_id: owner, payer_id: owner, lane: 'batch' }]);
    expect(await readCreatorBatch(of)).toMatchObject({ state: 'paused', paused_for: 'tokens', items: { ready: 1, pending: 1 } });
    expect((await readBatch(batchId)).creator_id).toBe(owner);
    expect((await listCreatorBatches(owner)).map((batch) => batch.batch_id)).toEqual([batchId]);
    expect((await listCreatorItems(of, 0)).map((item) => item.state).sort()).toEqual(['pending', 'ready']);
  });

  it('never costs more in total than its creator was told: it pauses if prices or courses have grown', async () => {
    await givenTokens(owner);
    const { batchId } = await planMine(owner, { csv: courses.slice(0, 3).join('\n'), canary: 0 });
    // enough for two of the three, and nearly for the third
    const most = 3 * lessonsCost(3, 3) - 1;
    await db
      .knex('batch')
      .where({ run_id: batchId })
      .update({ estimate: db.knex.raw(`jsonb_set(estimate, '{most_cost}', ?)`, [String(most)]) });
    await act(batchId, { act: 'start' });
    for (let round = 0; round < 3; round += 1) {
      await advanceBatches();
      await finish(batchId);
      await db
        .knex('run')
        .where({ parent_id: batchId })
        .update({ tokens_charged: db.knex.ref('tokens_reserved') });
    }
    const reserved = await db.knex('run').where({ parent_id: batchId }).pluck('tokens_reserved');
    expect(reserved).toEqual([lessonsCost(3, 3), lessonsCost(3, 3)]);
    expect(await readCreatorBatch({ creatorId: owner, batchId })).toMatchObject({ state: 'paused', paused_for: 'budget' });
    expect((await listCreatorItems({ creatorId: owner, batchId }, 0)).map((item) => item.state).sort()).toContain('pending');
  });

  it('does not continue for a caller who has accepted less than it may still cost', async () => {
    await givenTokens(owner);
    const { batchId } = await planMine(owner, { csv: courses[0], canary: 0 });
    const cost = lessonsCost(3, 3);
    const startFor = (most: number) => acceptingAtMost(most, () => act(batchId, { act: 'start' }));
    for (const most of [0, cost - 1])
      await expect(startFor(most)).rejects.toMatchObject({ code: 'price.changed', data: { needed: cost / 100, available: most / 100 } });
    expect(await readCreatorBatch({ creatorId: owner, batchId })).toMatchObject({ state: 'planned' });
    expect(await startFor(cost)).toMatchObject({ state: 'running' });
    await act(batchId, { act: 'pause' });
    await expect(acceptingAtMost(0, () => act(batchId, { act: 'resume' }))).rejects.toMatchObject({ code: 'price.changed' });
  });
});

describe('a batch of translations', () => {
  const translated = (courseId: string) => db.knex('lesson_translation').where({ course_id: courseId, language: 'spanish' });
  /** Does what a run of the batch does, without calling a service. */
  const translate = async (child: string) => {
    const { course_id, lessons } = (await db.knex('run').where({ id: child }).first('request'))!.request as Record<string, any>;
    for (const lesson_id of lessons) {
      await db
        .knex('step')
        .insert({ id: uuidv7(), run_id: child, job: 'translate-lesson', key: lesson_id, item_id: lesson_id, state: 'completed' });
      const row = { course_id, language: 'spanish', lesson_id, source_hash: 'x', texts: '{}', service: 'claude' };
      await db.knex('lesson_translation').insert(row);
    }
    await db.knex('run').where({ id: child }).update({ status: 'completed', finished_at: db.knex.fn.now() });
  };

  it('selects untranslated courses, has them translated at the installation’s cost, and reverts them in one act', async () => {
    const [first, second] = courses as [string, string];
    const [lesson] = [...(await storedLessons(first)).keys()];
    await pinLesson({ accountId: owner, courseId: first, lessonId: lesson!, pinned: true });
    await db.knex('course_translation').insert({ course_id: second, language: 'spanish' });
    for (const lesson_id of (await storedLessons(second)).keys())
      await db
        .knex('lesson_translation')
        .insert({ course_id: second, language: 'spanish', lesson_id, source_hash: 'x', texts: '{}', service: 'grok' });

    await expect(plan({ what: 'translation' })).rejects.toMatchObject({ code: 'validation.failed' });
    const { batch } = await plan({ what: 'translation', into_language: 'spanish', canary: 0, at_once: 10 });
    expect(batch).toMatchObject({ total: 3, into_language: 'spanish', estimate: { lessons: 9, pinned: 0 } });
    await admitRuns();
    await act(batch.batch_id, { act: 'start' });
    for (let round = 0; round < 4; round += 1) {
      await advanceBatches();
      await advanceBatches();
      for (const child of await running(batch.batch_id)) await translate(child);
    }
    expect(await children(batch.batch_id)).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ account_id: owner, payer_id: null, lane: 'batch' })),
    );
    expect((await readBatch(batch.batch_id)).items).toMatchObject({ approved: 3, ready: 0 });
    expect((await translated(first)).length).toBe(3);
    expect(await storedLessons(first)).toHaveLength(3);

    await act(batch.batch_id, { act: 'rollback', course_ids: [first] });
    await advanceBatches();
    expect([(await translated(first)).length, (await translated(second)).length]).toEqual([0, 3]);
  });
});

describe('a batch of pictures', () => {
  const drawn = (courseId: string) => db.knex('course_picture').where({ home_id: homes.get(courseId), state: 'drawn' });
  const homes = new Map<string, string>();
  /** Does what a run of the batch does, without calling a service. */
  const draw = async (child: string) => {
    const run = (await db.knex('run').where({ id: child }).first('account_id', 'request'))!;
    const account_id = run.account_id!;
    const request = run.request as Record<string, any>;
    for (const place of request.places) {
      const [media_id, thumb_id] = [uuidv7(), uuidv7()];
      const file = { account_id, kind: 'picture', type: 'image/webp', bytes: 1, sha256: 'x' };
      await db.knex('media_object').insert([
        { ...file, id: media_id },
        { ...file, id: thumb_id },
      ]);
      await db.knex('course_picture').insert({
        home_id: request.home_id,
        place,
        lessons: place.split(':').slice(1),
        account_id,
        state: 'drawn',
        media_id,
        thumb_id,
        alt: 'A hive',
        run_id: child,
      });
    }
    await db.knex('run').where({ id: child }).update({ status: 'completed', finished_at: db.knex.fn.now() });
  };

  it('draws missing pictures whose owners want them, at the installation’s cost, and removes them in one act', async () => {
    for (const { id, run_id } of await db.knex('course').whereIn('id', courses).select('id', 'run_id')) homes.set(id, run_id!);
    const [first, second] = courses as [string, string];
    const place = { account_id: owner, state: 'removed' };
    await db.knex('course_picture').insert({ ...place, home_id: homes.get(first), place: 'cover' });

    const { batch } = await plan({ what: 'media', canary: 0, at_once: 10, selection: { csv: `${first}\n${second}` } });
    // a cover and two modules each, one of them missing
    expect(batch).toMatchObject({ total: 2, estimate: { lessons: 5, basis: 'presumed' } });
    await act(batch.batch_id, { act: 'start' });
    for (let round = 0; round < 3; round += 1) {
      await advanceBatches();
      for (const child of await running(batch.batch_id)) await draw(child);
    }
    expect(await children(batch.batch_id)).toMatchObject([{ account_id: owner, payer_id: null, lane: 'batch' }, { payer_id: null }]);
    expect((await readBatch(batch.batch_id)).items).toMatchObject({ approved: 2 });
    expect([(await drawn(first)).length, (await drawn(second)).length]).toEqual([2, 3]);
    await expect(plan({ what: 'media', selection: { csv: `${first}\n${second}` } })).rejects.toMatchObject({
      code: 'batch.nothing_chosen',
    });

    await act(batch.batch_id, { act: 'rollback', course_ids: [second] });
    await advanceBatches();
    expect([(await drawn(first)).length, (await drawn(second)).length]).toEqual([2, 0]);
  });
});

describe('a batch of simulations', () => {
  const made = () => db.knex('simulation').where({ account_id: owner });
  const end = async (batchId: string, status: 'completed' | 'failed') => {
    for (const child of await running(batchId))
      if (status === 'completed') {
        await db
          .knex('simulation')
          .where({ run_id: child })
          .update({ scene: JSON.stringify(sceneFor('gears')) });
        await db.knex('run').where({ id: child }).update({ status, finished_at: db.knex.fn.now() });
      } else await transact((trx) => failRun(trx, { id: child, kind: 'simulation' }, 'vendors.failed', []));
  };

  it('creates missing simulations, at the installation’s cost, leaves nothing of failed ones, and removes them in one act', async () => {
    const [first, second] = courses as [string, string];
    const wanted = { what: 'simulation', canary: 0, at_once: 10, selection: { csv: `${first}\n${second}` } };
    const { batch } = await plan(wanted);
    expect(batch).toMatchObject({ total: 2, estimate: { courses: 2, lessons: 2, basis: 'presumed' } });
    const { batch_id: batchId } = batch;
    await act(batchId, { act: 'start' });
    await advanceBatches();
    await admitRuns();
    expect(await children(batchId)).toMatchObject([{ account_id: owner, payer_id: null, lane: 'batch' }]);
    await end(batchId, 'failed');
    expect(await made()).toEqual([]);
    await advanceBatches();
    await act(batchId, { act: 'retry_failed' });
    for (let round = 0; round < 4; round += 1) {
      await advanceBatches();
      await end(batchId, 'completed');
    }
    expect((await readBatch(batchId)).items).toMatchObject({ approved: 2 });
    expect((await made()).map(({ place }) => place)).toEqual([1, 1]);
    await expect(plan(wanted)).rejects.toMatchObject({ code: 'batch.nothing_chosen' });

    await act(batchId, { act: 'rollback' });
    await advanceBatches();
    expect(await made()).toEqual([]);
  });

  it('of a creator shows its price in tokens', async () => {
    const dry = await estimateCreatorBatch(creatorPlan.body.parse({ name: 'Scenes', what: 'simulation' }), owner);
    expect(dry).toMatchObject({ courses: 4, most_cost: 4 * COST_ESTIMATE.ar_vr });
  });
});

describe('a batch', () => {
  it('OPS-03 writes a canary, waits for review, then the rest in a growing window; the installation pays, and no user is notified', async () => {
    const before = await Promise.all(courses.map(storedLessons));
    const { batch } = await plan({ canary: 1, at_once: 2 });
    await admitRuns();
    expect(await db.knex('run').where({ id: batch.batch_id }).first('status', 'is_parked')).toEqual({ status: 'running', is_parked: true });
    await act(batch.batch_id, { act: 'start' });
    await Promise.all([advanceBatches(), advanceBatches()]);
    await advanceBatches();
    expect(await children(batch.batch_id)).toMatchObject([{ account_id: owner, payer_id: null, lane: 'batch' }]);
    await finish(batch.batch_id);
    await advanceBatches();
    const review = await readBatch(batch.batch_id);
    expect([review.state, review.items.ready, review.items.pending]).toEqual(['review', 1, 3]);
    const differences = await differencesInBatch(batch.batch_id, courses[0]!);
    expect(differences[0]).toMatchObject({ proposed: expect.stringContaining('Said in other words.') });
    // operators look first at results that differ most
    const judged = (await listItems(batch.batch_id, { state: 'ready', page: 0 }))[0]!;
    expect(judged).toMatchObject({ course_id: courses[0], is_clean: false });
    expect(judged.similarity).toBeCloseTo(Math.min(...differences.map(({ similarity }) => similarity)), 5);
    expect(judged.similarity).toBeLessThan(1);
    await expect(act(batch.batch_id, { act: 'pause' })).rejects.toMatchObject({ code: 'batch.not_now' });
    await act(batch.batch_id, { act: 'continue' });
    const begun: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      begun.push(await advanceBatches());
      await finish(batch.batch_id);
    }
    await advanceBatches();
    expect(begun).toEqual([1, 2, 0]);
    // its run continues until its results are decided, and the batch says so
    expect(await readBatch(batch.batch_id)).toMatchObject({ state: 'deciding', items: { ready: 4 }, eta_s: null });
    expect(await db.knex('run').where({ id: batch.batch_id }).first('status')).toEqual({ status: 'running' });
    expect(await children(batch.batch_id)).toHaveLength(4);
    expect(await db.knex('notification').where({ account_id: owner })).toEqual([]);
    expect(await Promise.all(courses.map(storedLessons))).toEqual(before);
  });

  it('pauses by its rules when too much fails; failed courses are retried, once; a budget is never exceeded', async () => {
    const { batch } = await plan({ canary: 0, at_once: 4, most_failures: 0.1 });
    const { batch_id: id } = batch;
    await db.knex('batch_item').where({ batch_id: id }).update({ worst_micro_usd: 1000 });
    await act(id, { act: 'start' });
    await db.knex('batch').where({ run_id: id }).update({ budget_micro_usd: 2500, most_unclean: 1 });
    // one at first; every service fails
    await advanceBatches();
    await finish(id, 'failed');
    await db.knex('batch_item').where({ batch_id: id, state: 'running' }).update({ state: 'failed' });
    // fewer than five results do not count
    await advanceBatches();
    expect((await readBatch(id)).state).toBe('running');
    await finish(id);
    const [spender] = await children(id);
    await db
      .knex('vendor_call')
      .insert({ id: uuidv7(), run_id: spender!.id, service: 'grok', model: 'm', purpose: 'lesson', outcome: 'ok', cost_micro_usd: 1800 });
    await advanceBatches();
    const broke = await readBatch(id);
    expect([broke.state, broke.paused_for, broke.spent_micro_usd + broke.reserved_micro_usd <= broke.budget_micro_usd]).toEqual([
      'paused',
      'budget',
      true,
    ]);
    await act(id, { act: 'resume', budget_cents: 100 });
    await act(id, { act: 'retry_failed' });
    for (let round = 0; round < 4; round += 1) {
      await advanceBatches();
      await finish(id);
    }
    await advanceBatches();
    const done = await readBatch(id);
    expect([done.state, done.items.ready, done.items.failed]).toEqual(['deciding', 4, 0]);
    expect(await db.knex('batch_item').where({ batch_id: id, attempt: 2 })).toHaveLength(1);
    // five were started in total
    expect(await children(id)).toHaveLength(5);
    await db.knex('batch').where({ run_id: id }).update({ state: 'running', most_failures: 0 });
    await db.knex('batch_item').where({ batch_id: id }).update({ is_seen: false });
    await db.knex('batch_item').where({ batch_id: id, course_id: courses[0] }).update({ state: 'failed' });
    await db.knex('batch_item').insert({
      ...(await db.knex('batch_item').where({ batch_id: id, course_id: courses[1] }).first()),
      lesson_ids: [],
      course_id: await givenCourse(owner),
      base_prints: null,
    });
    await advanceBatches();
    expect(await readBatch(id)).toMatchObject({ state: 'paused', paused_for: 'failures' });
  });

  it('a dry run stores nothing, and a budget below the expected cost stops the start until it is raised', async () => {
    const asked = endpoint.body.parse({
      name: 'Refresh',
      what: 'refresh_all',
      budget_cents: 1,
      selection: { owner_id: owner },
    }) as BatchPlan;
    const counts = async () => Promise.all(['batch', 'run'].map(async (table) => (await db.knex(table).count())[0]));
    const before = await counts();
    const dryRun = await estimateBatch(asked);
    expect(dryRun).toMatchObject({ estimate: { courses: 4 }, budget_micro_usd: 10_000, over_budget: true, bad_rows: [] });
    expect(await counts()).toEqual(before);

    const { batch } = await plan({ budget_cents: 1, canary: 0 });
    expect(batch).toMatchObject({ state: 'planned', over_budget: true, estimate: dryRun.estimate });
    const cents = Math.ceil(dryRun.estimate.micro_usd.expected / 10_000);
    for (const budget of [undefined, cents - 1])
      await expect(act(batch.batch_id, { act: 'start', budget_cents: budget })).rejects.toMatchObject({
        code: 'batch.over_budget',
        message: expect.stringContaining(`$${(dryRun.estimate.micro_usd.expected / 1e6).toFixed(2)}, and the budget is $0.`),
      });
    expect(await readBatch(batch.batch_id)).toMatchObject({ state: 'planned', budget_micro_usd: 10_000 });
    const begun = await act(batch.batch_id, { act: 'start', budget_cents: cents });
    expect(begun).toMatchObject({ state: 'running', over_budget: false, budget_micro_usd: cents * 10_000 });
  });

  it('skips courses whose owner opted out: at planning, at their start, and at approval', async () => {
    const decide = (wants: boolean) => saveSettings({ accountId: owner, changes: { privacy: { operator_rewrites: wants } } });
    const { batch } = await plan({ canary: 0 });
    await act(batch.batch_id, { act: 'start' });
    await advanceBatches();
    await finish(batch.batch_id);
    await decide(false);
    await expect(plan()).rejects.toMatchObject({ code: 'batch.nothing_chosen', message: expect.stringContaining('owners') });
    const stranger = await givenOwner({ tokens: 0 });
    const theirs = await givenCourse(stranger);
    const csv = [...courses, theirs].join('\n');
    expect((await plan({ selection: { csv } })).batch.estimate).toMatchObject({ courses: 1, opted_out: 4 });

    await advanceBatches();
    await act(batch.batch_id, { act: 'approve' });
    await advanceBatches();
    const states = await db.knex('batch_item').where({ batch_id: batch.batch_id }).orderBy('position').select('state', 'reason');
    expect(states).toEqual([
      { state: 'ready', reason: 'course.owner_opted_out' },
      ...Array.from({ length: 3 }, () => ({ state: 'skipped', reason: 'course.owner_opted_out' })),
    ]);
    expect(await db.knex('course_version').where({ course_id: courses[0] })).toHaveLength(1);
    expect(await db.knex('notification').where({ account_id: owner })).toEqual([]);
    // creators' own batches are not affected
    await planCreatorBatch(creatorPlan.body.parse({ name: 'Mine', what: 'refresh_all' }) as CreatorBatchPlan, {
      accountId: owner,
      requestId: 'r-3',
    });
  });

  it('is done once its results are decided and its failures given up, like its run', async () => {
    const { batch } = await plan({ canary: 0, most_failures: 1, most_unclean: 1, at_once: 4 });
    const { batch_id: id } = batch;
    await admitRuns();
    await act(id, { act: 'start' });
    for (let round = 0; round < 3; round += 1) {
      await advanceBatches();
      await finish(id, round === 0 ? 'failed' : 'completed');
    }
    await advanceBatches();
    const states = async () => [(await readBatch(id)).state, (await db.knex('run').where({ id }).first('status'))!.status];
    expect((await readBatch(id)).items).toMatchObject({ failed: 1, ready: 3 });
    expect(await states()).toEqual(['deciding', 'running']);
    await act(id, { act: 'discard' });
    await advanceBatches();
    await advanceBatches();
    expect((await readBatch(id)).items).toMatchObject({ cancelled: 1, discarded: 3 });
    expect(await states()).toEqual(['done', 'completed']);
  });

  it('counts a failed course again if an operator retries its run', async () => {
    const { batch } = await plan({ canary: 0, most_failures: 1 });
    const { batch_id: id } = batch;
    await act(id, { act: 'start' });
    await advanceBatches();
    const [child] = await running(id);
    await finish(id, 'failed');
    await db.knex('run').where({ id: child }).update({ status: 'failed', error_code: 'internal', finished_at: new Date() });
    await db.knex('batch_item').where({ batch_id: id, child_id: child }).update({ state: 'failed', reason: 'internal' });
    await actOnRun({ runId: child!, act: 'retry' }, operator);
    expect(await db.knex('batch_item').where({ batch_id: id, child_id: child }).first('state', 'reason')).toEqual({
      state: 'running',
      reason: null,
    });
    expect((await children(id)).find((run) => run.id === child)).toMatchObject({
      status: expect.stringMatching(/queued|running/),
      payer_id: null,
    });
  });

  it('paused starts no step, halted aborts running ones; resumed continues; cancelled, also from the list of runs, leaves nothing active', async () => {
    const { batch } = await plan({ canary: 0, at_once: 2 });
    const { batch_id: id } = batch;
    await act(id, { act: 'start' });
    await advanceBatches();
    await admitRuns();
    const [child] = await running(id);
    const { id: stepId } = (await db.knex('step').where({ run_id: child, state: 'queued' }).first('id'))!;
    await act(id, { act: 'pause' });
    expect([await advanceBatches(), await claimStep(stepId, 'test')]).toEqual([0, { kind: 'gone' }]);
    await act(id, { act: 'resume' });
    expect(await claimStep(stepId, 'test')).toMatchObject({ kind: 'claimed' });
    const { fence } = (await db.knex('step').where({ id: stepId }).first('fence'))!;
    // after `halt`, its worker loses the step
    expect(await act(id, { act: 'halt' })).toMatchObject({ state: 'paused', paused_for: 'operator' });
    expect(await db.knex('step').where({ id: stepId }).first('state', 'fence')).toEqual({ state: 'queued', fence: fence + 1 });
    expect(await claimStep(stepId, 'test')).toEqual({ kind: 'gone' });
    await act(id, { act: 'resume' });
    expect(await claimStep(stepId, 'test')).toMatchObject({ kind: 'claimed' });
    await actOnRun({ runId: id, act: 'cancel' }, operator);
    await advanceBatches();
    expect(await readBatch(id)).toMatchObject({ state: 'cancelled', items: { cancelled: 4, running: 0, pending: 0 } });
    expect(await db.knex('step').where({ run_id: child }).whereIn('state', ['queued', 'running'])).toEqual([]);
  });

  it('publishes versions and reverts them: every byte is restored; progress, notes and bookmarks never change; edits are not overwritten without a yes', async () => {
    const before = await Promise.all(courses.map(storedLessons));
    const [first, second] = courses as [string, string];
    const [lesson] = [...before[0]!.keys()];
    await db.knex('lesson_completion').insert({ account_id: owner, course_id: first, lesson_id: lesson });
    await db.knex('lesson_bookmark').insert({ account_id: owner, course_id: first, lesson_id: lesson });
    await db.knex('lesson_note').insert({ id: uuidv7(), account_id: owner, course_id: first, lesson_id: lesson, text: 'Mind the queen' });
    const kept = await marks();

    const { batch } = await plan({ canary: 0, at_once: 4 });
    const { batch_id: id } = batch;
    await act(id, { act: 'start' });
    for (let round = 0; round < 4; round += 1) {
      await advanceBatches();
      await finish(id);
    }
    await advanceBatches();
    const other = [...before[1]!.keys()][0]!;
    await editLesson({
      accountId: owner,
      courseId: second,
      lessonId: other,
      baseVersion: 1,
      editSession: uuidv7(),
      changes: { content: 'mine' },
    });
    const webhook = await givenWebhook({ accountId: operator.accountId, holder: 'operator' });
    // none of them is checked, and all use different words
    await act(id, { act: 'approve', only_clean: true });
    await act(id, { act: 'approve', least_similarity: 0.99 });
    expect(await readBatch(id)).toMatchObject({ items: { approving: 0, ready: 4 } });
    await act(id, { act: 'approve', only_clean: false });
    await advanceBatches();
    expect(await readBatch(id)).toMatchObject({ items: { approved: 3, ready: 1 } });
    expect(JSON.parse((await storedLessons(first)).get(lesson!)!).content).toContain('Said in other words.');
    expect(JSON.parse((await storedLessons(second)).get(other)!).content).toBe('mine');
    expect(await marks()).toEqual(kept);
    await act(id, { act: 'approve', course_ids: [second], overwrite: true });
    await advanceBatches();
    expect(JSON.parse((await storedLessons(second)).get(other)!).content).toContain('Said in other words.');
    expect((await readBatch(id)).live).toEqual({ courses: 4, units: 4 * 3 });
    const decided = (await heardBy(webhook)).filter(({ type, object_id: of }) => type === 'batch.decided' && of === id);
    expect(decided.map(({ data }) => data)).toEqual([0, 0, 4, 1].map((count) => ({ decision: 'approve', courses: count })));
    // its changes can be inspected afterwards, lesson by lesson
    const changed = await differencesInBatch(id, first);
    expect(changed.map(({ lesson_id: changedId }) => changedId).toSorted()).toEqual([...before[0]!.keys()].toSorted());
    expect(changed[0]).toMatchObject({ live: expect.any(String), proposed: expect.stringContaining('Said in other words.') });
    expect(changed[0]!.live).not.toContain('Said in other words.');
    // the run of a fully decided batch has ended
    await advanceBatches();
    expect((await db.knex('run').where({ id }).first('status'))!.status).toBe('completed');

    await act(id, { act: 'rollback' });
    await Promise.all([advanceBatches(), advanceBatches()]);
    await advanceBatches();
    expect(await readBatch(id)).toMatchObject({ items: { rolled_back: 4 }, live: { courses: 0, units: 0 } });
    // the owner is informed once about each change, and the history names the batch
    const told = async (kind: NotificationKind) =>
      db.knex('notification').where({ account_id: owner, kind }).orderBy('course_id').pluck('course_id');
    expect(await told('operator.rewrote')).toEqual(courses);
    expect(await told('operator.took_back')).toEqual(courses);
    const history = await listVersions({ accountId: owner, courseId: first });
    expect(history.map(({ kind, operator_reason: reason }) => [kind, reason])).toEqual([
      ['restored', 'Refresh'],
      ['regenerated', 'Refresh'],
      ['generated', null],
    ]);
    const after = await Promise.all(courses.map(storedLessons));
    expect([after[0], after[2], after[3]]).toEqual([before[0], before[2], before[3]]);
    expect(JSON.parse(after[1]!.get(other)!).content).toBe('mine');
    expect(await marks()).toEqual(kept);
    const acts = await db
      .knex('audit_entry')
      .where({ subject: `batch:${id}` })
      .orderBy('id')
      .pluck('action');
    expect(acts).toEqual(['batch.plan', 'batch.start', ...Array.from({ length: 4 }, () => 'batch.approve'), 'batch.rollback']);
  });
});
