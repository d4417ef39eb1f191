import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { ledgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { walletBalance, listMovements } from '#domain/billing/wallet/wallet.queries.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { listNotifications } from '#domain/notifications/notification.queries.ts';
import { config, setConfig, type Config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { failStep } from '#domain/platform/steps/step.commands.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { killableProcess } from '#domain/testing/killed-process.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { admitRuns } from '#domain/platform/runs/admit-runs.command.ts';
import { advanceRun, lockRun } from '#domain/platform/runs/advance-run.command.ts';
import { approveOutline } from '#domain/generation/outline/outline.commands.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { releaseOrphans } from '#domain/platform/runs/release-orphans.command.ts';
import { retryLesson } from '#domain/generation/lessons/retry-lesson.command.ts';
import { retryRun } from '#domain/platform/runs/retry.commands.ts';
import {
  buildOutline,
  claim,
  givenCompletedRun,
  givenStartedRun,
  playAssembly,
  playFailure,
  playOutline,
  playRest,
  playWriting,
} from './run.factory.ts';
import { runEnvelope } from './run.queries.ts';
import { lessonKeys } from './stage-order.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/ledger: released the remaining hold of an ended run/);

const store = useTestDatabase();
const knex = (table: string) => store.knex(table);
let base: Config;
beforeAll(() => {
  base = config();
  setJobSink(async () => {});
});
beforeEach(async () => {
  setConfig(base);
  await knex('run').del();
});

const envelope = (accountId: string, runId: string) => runEnvelope({ accountId, runId });
const stepsOf = (runId: string) => knex('step').where({ run_id: runId }).orderBy('key').select('id', 'key', 'state', 'output');
const openHolds = (runId: string) => knex('token_hold').where({ state: 'open' }).whereLike('job_id', `${runId}%`);

/** Creates a user who pays with tokens, and their run that failed after its outline. */
async function givenFailedRun(form: Partial<CourseForm> = {}, outline = buildOutline(1, 2)) {
  const accountId = await givenOwner();
  await givenCompletedRun(accountId);
  const runId = await givenStartedRun(accountId, form);
  const lessons = await playOutline(runId, outline);
  if (form.review_outline) await approve(accountId, runId, lessons);
  for (const lessonId of lessons) await playFailure(runId, lessonId);
  expect(await envelope(accountId, runId)).toMatchObject({ status: 'failed', can_retry: true });
  return { accountId, runId, lessons };
}

async function approve(accountId: string, runId: string, lessons: string[]) {
  const module = { title: 'Mine', lessons: lessons.toReversed().map((id, n) => ({ id, title: `My lesson ${n + 1}` })) };
  await approveOutline({ runId, accountId, outline: { title: 'My course', modules: [module] } });
}

async function write(runId: string, lessons: readonly string[]) {
  for (const lessonId of lessons) {
    await playWriting(runId, lessonId);
    await playRest(runId, lessonId);
  }
}

describe('a run that failed after its outline', () => {
  it('resumes: outline and research are not bought again, its lessons are retried, and it becomes a course', async () => {
    const { accountId, runId, lessons } = await givenFailedRun();
    const before = (await stepsOf(runId)).filter(({ state }) => state === 'completed');
    expect(await retryRun({ runId, accountId })).toEqual({ runId });
    const now = await envelope(accountId, runId);
    expect(now).toMatchObject({ status: 'running', stage: 'lessons', items: [{ state: 'pending' }, { state: 'pending' }] });
    expect([now.error, now.can_retry, now.finished_at]).toEqual([undefined, undefined, null]);
    const steps = await stepsOf(runId);
    expect(steps.filter(({ state }) => state === 'completed')).toEqual(before);
    expect(steps.filter(({ state }) => state === 'queued').map(({ key }) => key)).toEqual(
      lessons.map((id) => lessonKeys(id).write).toSorted(),
    );
    await write(runId, lessons);
    await playAssembly(runId);
    expect(await envelope(accountId, runId)).toMatchObject({
      status: 'completed',
      points_awarded: 200,
      tokens: { reserved: 3_100, charged: 3_100 },
    });
    expect(await knex('course').where({ run_id: runId }).first()).toMatchObject({ lesson_count: 2, quality_level: 'high' });
  });

  it('keeps the outline its learner approved one to one, and does not ask for it again', async () => {
    const { accountId, runId } = await givenFailedRun({ review_outline: true });
    const plan = () => knex('run').join('course_run', 'run_id', 'id').where({ id: runId }).first('plan', 'title', 'approved_at');
    const before = await plan();
    await retryRun({ runId, accountId });
    expect(await plan()).toEqual(before);
    expect(await envelope(accountId, runId)).toMatchObject({
      stage: 'lessons',
      title: 'My course',
      items: [{ title: 'My lesson 1' }, { title: 'My lesson 2' }],
    });
  });

  it('retries failed research before its lessons, so that they can use it', async () => {
    const { accountId, runId } = await givenFailedRun();
    await knex('step').where({ run_id: runId, key: 'research' }).update({ state: 'failed', error_code: 'vendors.exhausted' });
    await retryRun({ runId, accountId });
    const waiting = (await stepsOf(runId)).filter(({ state }) => state === 'queued');
    expect(waiting.map(({ key }) => key)).toEqual(['research']);
    expect(await envelope(accountId, runId)).toMatchObject({ stage: 'research' });
  });

  it('reserves its tokens again, because the failure released them, and may fail and resume again', async () => {
    const { accountId, runId, lessons } = await givenFailedRun();
    const { balance } = await walletBalance(accountId);
    for (const time of [1, 2]) {
      expect((await walletBalance(accountId)).balance, `time ${time}`).toBe(balance);
      await retryRun({ runId, accountId });
      expect(await walletBalance(accountId)).toMatchObject({ held: 31 });
      for (const lessonId of lessons) await playFailure(runId, lessonId);
      expect(await walletBalance(accountId)).toMatchObject({ balance, held: 0 });
    }
    const { movements } = await listMovements({ accountId, limit: 50 });
    expect(movements.filter(({ task_id }) => task_id === runId)).toHaveLength(6);
    expect(await ledgerFaults()).toEqual([]);
  });

  it('is announced as failed once for each failure, and not while it is retried', async () => {
    const { accountId, runId, lessons } = await givenFailedRun();
    const failures = async () => (await listNotifications(accountId)).notifications.filter(({ kind }) => kind === 'run.failed').length;
    expect(await failures()).toBe(1);
    await retryRun({ runId, accountId });
    expect(await failures()).toBe(0);
    for (const lessonId of lessons) await playFailure(runId, lessonId);
    expect(await failures()).toBe(1);
  });

  it('waits for its turn behind the waiting runs', async () => {
    const { accountId, runId } = await givenFailedRun();
    setConfig({ ...base, maxActiveRuns: 1 });
    const other = await givenOwner();
    await givenStartedRun(other);
    const waiting = await givenStartedRun(await givenOwner());
    await retryRun({ runId, accountId });
    expect(await envelope(accountId, runId)).toMatchObject({
      status: 'queued',
      queue_position: 2,
      items: [{ state: 'pending' }, { state: 'pending' }],
    });
    expect((await stepsOf(runId)).map(({ state }) => state)).not.toContain('queued');
    setConfig({ ...base, maxActiveRuns: 3 });
    await admitRuns();
    expect(await envelope(accountId, runId)).toMatchObject({ status: 'running', stage: 'lessons' });
    expect(await knex('run').where({ id: waiting }).first('status')).toEqual({ status: 'running' });
  });

  it('can be retried for one lesson only; the others stay as they are', async () => {
    const { accountId, runId, lessons } = await givenFailedRun();
    expect(await retryLesson({ runId, accountId, lessonId: lessons[1]!, requestId: 'x' })).toEqual({ runId });
    expect((await envelope(accountId, runId)).items.map(({ state }) => state)).toEqual(['failed', 'pending']);
    await expect(retryLesson({ runId, accountId, lessonId: lessons[1]!, requestId: 'x' })).rejects.toMatchObject({
      code: 'run.lesson_not_failed',
    });
    await write(runId, [lessons[1]!]);
    await playAssembly(runId);
    expect(await envelope(accountId, runId)).toMatchObject({ status: 'completed', tokens: { charged: 1_550 } });
  });

  /** Creates a run whose one lesson is written, and whose assembly failed. */
  async function givenFailedAssembly() {
    const accountId = await givenOwner();
    const runId = await givenStartedRun(accountId);
    await write(runId, await playOutline(runId, buildOutline(1, 1)));
    const step = await claim(runId, 'assemble');
    await transact(async (trx) => {
      await lockRun(trx, runId);
      await failStep(trx, step, { code: 'internal', detail: 'a bug', tried: [] });
      await advanceRun(trx, { id: runId, kind: 'course' });
    });
    return { accountId, runId };
  }

  it('that is queued for a retry can be stopped and its lessons kept, once', async () => {
    const { accountId, runId } = await givenFailedAssembly();
    setConfig({ ...base, maxActiveRuns: 0 });
    await retryRun({ runId, accountId });
    await cancelRun({ runId, accountId, keep: true });
    const ended = { status: 'completed', stopped: true, result: { course_id: expect.any(String) } };
    expect(await envelope(accountId, runId)).toMatchObject(ended);
    setConfig(base);
    expect(await admitRuns()).toEqual([]);
    expect(await knex('course').where({ run_id: runId })).toHaveLength(1);
    expect(await openHolds(runId)).toEqual([]);
  });

  it('is assembled again when only the assembly had failed', async () => {
    const { accountId, runId } = await givenFailedAssembly();
    expect(await envelope(accountId, runId)).toMatchObject({
      status: 'failed',
      error: { code: 'internal' },
      can_retry: true,
      items: [{ readable: true }],
    });
    await retryRun({ runId, accountId });
    await playAssembly(runId);
    expect(await envelope(accountId, runId)).toMatchObject({ status: 'completed' });
  });
});

describe('a run that failed at its outline', () => {
  it('OPS-03: starts again from its request: the outline is written anew, and its tokens are reserved again', async () => {
    const accountId = await givenOwner();
    // the plan's course is used: this one is paid with tokens
    await givenCompletedRun(accountId);
    const runId = await givenStartedRun(accountId);
    const outline = await claim(runId, 'outline');
    // half of an outline had arrived
    await knex('course_run')
      .where({ run_id: runId })
      .update({ plan: JSON.stringify({ title: 'Half', modules: [] }) });
    await transact(async (trx) => {
      await lockRun(trx, runId);
      await failStep(trx, outline, { code: 'vendors.exhausted', detail: '', tried: [] });
      await advanceRun(trx, { id: runId, kind: 'course' });
    });
    expect(await envelope(accountId, runId)).toMatchObject({ status: 'failed', can_retry: true });
    expect(await openHolds(runId)).toEqual([]);
    await retryRun({ runId, accountId });
    expect(await envelope(accountId, runId)).toMatchObject({ status: 'running', stage: 'outline' });
    expect(await openHolds(runId)).toHaveLength(1);
    await write(runId, await playOutline(runId));
    await playAssembly(runId);
    expect(await envelope(accountId, runId)).toMatchObject({ status: 'completed', tokens: { charged: 3_100 } });
    expect(await knex('course').where({ run_id: runId })).toHaveLength(1);
    expect(await ledgerFaults()).toEqual([]);
  });
});

describe('a retry is rejected', () => {
  it('for a run that did not fail, one whose details were archived, and for other users', async () => {
    const { accountId, runId: old } = await givenFailedRun();
    await knex('run').where({ id: old }).update({ pruned_at: new Date() });
    expect((await envelope(accountId, old)).can_retry).toBeUndefined();
    await expect(retryRun({ runId: old, accountId })).rejects.toMatchObject({ code: 'run.details_pruned' });
    const stopped = await givenStartedRun(accountId);
    await playOutline(stopped);
    await cancelRun({ runId: stopped, accountId, keep: false });
    const { runId: done } = await givenCompletedRun(accountId);
    for (const runId of [stopped, done]) await expect(retryRun({ runId, accountId })).rejects.toMatchObject({ code: 'run.not_failed' });
    await expect(retryRun({ runId: old, accountId: await givenOwner() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(retryRun({ runId: 'nonsense', accountId })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('if the tokens are no longer there: the run stays failed', async () => {
    const accountId = await givenOwner({ tokens: 0 });
    const runId = await givenStartedRun(accountId);
    for (const lessonId of await playOutline(runId)) await playFailure(runId, lessonId);
    // the plan's one course, and then the remaining tokens, are used for others
    await givenCompletedRun(accountId);
    await givenCompletedRun(accountId);
    const before = await envelope(accountId, runId);
    await expect(retryRun({ runId, accountId })).rejects.toMatchObject({ code: 'tokens.insufficient', data: { needed: 31 } });
    expect(await envelope(accountId, runId)).toEqual(before);
    expect(await openHolds(runId)).toEqual([]);
  });
});

describe('exactly once', () => {
  it('concurrent requests retry it once, with one hold', async () => {
    const { accountId, runId, lessons } = await givenFailedRun();
    const asked = await Promise.all(Array.from({ length: 8 }, () => retryRun({ runId, accountId })));
    expect(new Set(asked.map((answer) => answer.runId))).toEqual(new Set([runId]));
    expect(await openHolds(runId)).toHaveLength(1);
    expect(await knex('run').where({ id: runId }).first('attempt', 'status')).toEqual({ attempt: 2, status: 'running' });
    expect(await knex('run_event').where({ run_id: runId, event: 'run.retried' })).toHaveLength(1);
    await write(runId, lessons);
    await playAssembly(runId);
    expect(await knex('course').where({ run_id: runId })).toHaveLength(1);
    expect(await ledgerFaults()).toEqual([]);
  });

  it('attaches to the run that writes the same course already', async () => {
    const { accountId, runId } = await givenFailedRun({ topic: 'Twins' });
    const twin = await givenStartedRun(accountId, { topic: 'Twins' });
    expect(await retryRun({ runId, accountId })).toEqual({ runId: twin });
    expect(await openHolds(runId)).toEqual([]);
    expect(await envelope(accountId, runId)).toMatchObject({ status: 'failed' });
  });

  it('a crash after any lasting change leaves it failed or resumed, and a repeated request resumes it', async () => {
    const { accountId, runId, lessons } = await givenFailedRun({}, buildOutline(1, 1));
    // of runs left over from other tests
    const later = new Date(Date.now() + 2 * 3_600_000);
    await releaseOrphans(later);
    const mortal = killableProcess();
    try {
      for (let changes = 0, isDone = false; !isDone; changes += 1) {
        mortal.killAfter(changes);
        await retryRun({ runId, accountId }).catch(() => undefined);
        isDone = !mortal.isDead();
        await mortal.revive();
        const { status } = await envelope(accountId, runId);
        expect(['failed', 'queued', 'running']).toContain(status);
        expect(await openHolds(runId)).toHaveLength(status === 'failed' ? 0 : 1);
        await retryRun({ runId, accountId });
        await admitRuns();
        expect(await envelope(accountId, runId), `killed after ${changes}`).toMatchObject({ status: 'running', stage: 'lessons' });
        expect(await openHolds(runId)).toHaveLength(1);
        expect(await releaseOrphans(later)).toBe(0);
        for (const lessonId of lessons) await playFailure(runId, lessonId);
        expect(await openHolds(runId)).toEqual([]);
      }
    } finally {
      mortal.restore();
    }
    expect(await ledgerFaults()).toEqual([]);
    expect(
      await knex('outbox')
        .whereIn('step_id', knex('step').where({ run_id: runId }).select('id'))
        .count(),
    ).toEqual([{ count: 0 }]);
  });
});
