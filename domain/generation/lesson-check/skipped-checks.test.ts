import { beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { ledgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { walletBalance } from '#domain/billing/wallet/wallet.queries.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { editLesson, pinLesson } from '#domain/courses/content/lesson.commands.ts';
import { listProposals } from '#domain/generation/proposals/list-proposals.queries.ts';
import { acceptProposal, discardProposal } from '#domain/generation/proposals/proposal.commands.ts';
import { storedLessons } from '#domain/generation/proposals/proposal.factory.ts';
import {
  buildLessonText,
  buildOutline,
  claim,
  givenStartedRun,
  playAssembly,
  playOutline,
  playWorkshop,
  playWriting,
} from '#domain/generation/runs/run.factory.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';
import { transact } from '#domain/platform/database.ts';
import { advanceRun, lockRun } from '#domain/platform/runs/advance-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { failStep } from '#domain/platform/steps/step.commands.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { finishChecks, checkSkippedLessons } from './skipped-checks.commands.ts';
import { skippedChecks } from './skipped-checks.queries.ts';

const db = useTestDatabase({ maxActiveRuns: 1_000 });
let accountId: string;
let courseId: string;
let lessons: string[];

const QUESTION = { id: 'q1', kind: 'true_false', question: 'Bees sleep?', options: [], correct_options: [], explanation: 'They do.' };
const envelope = (runId: string) => runEnvelope({ runId, accountId });
const offer = () => skippedChecks({ accountId, courseId });
const check = async (idempotencyKey?: string) =>
  (await checkSkippedLessons({ accountId, courseId, requestId: 'test', idempotencyKey })).runId;
const course = () => getCourse({ accountId, courseId });
const proposals = () => listProposals({ accountId, courseId });
const verdicts = [{ question_id: 'q1', ok: true, reason: 'so it is' }];

/**
 * A course of three lessons; the checks of the first ones were skipped. It is paid with tokens, unless the account's plan still has a
 * course.
 */
async function givenUnchecked(skipped = 3): Promise<void> {
  const runId = await givenStartedRun(accountId);
  lessons = await playOutline(runId, buildOutline(1, 3));
  for (const [place, id] of lessons.entries()) {
    const keys = lessonKeys(id);
    await playWriting(runId, id);
    await completeStep(await claim(runId, keys.practice), { output: { quiz: [QUESTION], exercises: [] }, service: 'openai' });
    const none = { output: { verdict: 'not_reviewed', findings: [], question_verdicts: [] } };
    const accepted = { output: { verdict: 'accept', findings: [], question_verdicts: verdicts }, service: 'grok' as const };
    await playWorkshop(runId, id);
    await completeStep(await claim(runId, keys.check), place < skipped ? none : accepted);
    if (place < skipped) await completeStep(await claim(runId, keys.recheck), none);
  }
  await playAssembly(runId);
  courseId = (await envelope(runId)).result!.course_id;
}

const accepts = async (runId: string, id: string) =>
  completeStep(await claim(runId, lessonKeys(id).check), {
    output: { verdict: 'accept', findings: [], question_verdicts: verdicts },
    service: 'grok',
  });
async function corrects(runId: string, id: string): Promise<void> {
  const keys = lessonKeys(id);
  const found = { verdict: 'revise', findings: ['The hive has no “door”.'], question_verdicts: verdicts };
  await completeStep(await claim(runId, keys.check), { output: found, service: 'grok' });
  const text = { ...buildLessonText(id), content: 'Corrected.', question_verdicts: verdicts };
  await completeStep(await claim(runId, keys.correct), { output: text, service: 'claude' });
}
async function fails(runId: string, id: string): Promise<void> {
  const step = await claim(runId, lessonKeys(id).check);
  const tried = [{ service: 'grok' as const, code: 'vendors.unavailable' as const, at: new Date().toISOString() }];
  await transact(async (trx) => {
    await lockRun(trx, runId);
    await failStep(trx, step, { code: 'vendors.exhausted', detail: 'no service is left', tried });
    return advanceRun(trx, { id: runId, kind: step.kind });
  });
}
const finish = async (runId: string) => finishChecks({ step: await claim(runId, 'finish'), signal: new AbortController().signal });

beforeEach(async () => {
  setJobSink(async () => {});
  accountId = await givenOwner({ tokens: 1_000 });
  // it uses the one course of the free plan
  await givenStartedRun(accountId);
});

describe('checking lessons that no second service could check', () => {
  it('costs the quarter that was not charged; a correct lesson says so at once, and no text changes', async () => {
    await givenUnchecked();
    const before = await course();
    expect([before.quality_level, before.modules[0]!.lessons[0]!.quiz]).toEqual(['standard', []]);
    // 31 tokens, of which three quarters were charged
    expect(await offer()).toEqual({ lessonIds: lessons, cost: 775, isPossible: true });
    const runId = await check();
    expect(await envelope(runId)).toMatchObject({ kind: 'lesson', tokens: { reserved: 775, charged: 0 } });
    for (const id of lessons) await accepts(runId, id);
    await finish(runId);
    expect(await envelope(runId)).toMatchObject({ status: 'completed', tokens: { reserved: 775, charged: 775 } });
    const after = await course();
    expect(after).toMatchObject({ quality_level: 'high', version: 2 });
    const lesson = after.modules[0]!.lessons[0]!;
    expect([lesson.reviewed_by, lesson.notes, lesson.quiz.map(({ question }) => question)]).toEqual(['grok', [], ['Bees sleep?']]);
    expect(after.modules.flatMap((one) => one.lessons.map(({ content }) => content))).toEqual(
      before.modules.flatMap((one) => one.lessons.map(({ content }) => content)),
    );
    expect([await proposals(), await offer()]).toEqual([[], { lessonIds: [], cost: 0, isPossible: false }]);
    expect(await ledgerFaults()).toEqual([]);
  });

  it('proposes its corrections, with the findings; discarded or accepted, they are not offered again', async () => {
    await givenUnchecked(2);
    expect(await offer()).toMatchObject({ lessonIds: lessons.slice(0, 2), cost: 516 });
    const runId = await check();
    const before = await storedLessons(courseId);
    expect(await proposals()).toMatchObject([{ status: 'writing', only_review: true, lessons: [] }]);
    for (const id of lessons.slice(0, 2)) await corrects(runId, id);
    await finish(runId);
    expect(await storedLessons(courseId)).toEqual(before);
    const [proposal] = await proposals();
    expect(proposal).toMatchObject({
      status: 'ready',
      only_review: true,
      findings: lessons.slice(0, 2).map((lesson_id) => ({ lesson_id, findings: ['The hive has no “door”.'] })),
      lessons: [{ content: 'Corrected.', reviewed_by: 'grok' }, { content: 'Corrected.' }],
    });
    await acceptProposal({ accountId, courseId, taskId: runId, lessonIds: [lessons[0]!] });
    expect((await course()).modules[0]!.lessons[0]).toMatchObject({
      content: 'Corrected.',
      reviewed_by: 'grok',
      quiz: [{ question: 'Bees sleep?' }],
    });
    await discardProposal({ accountId, courseId, taskId: runId });
    expect(await offer()).toMatchObject({ lessonIds: [], cost: 0 });
    await expect(check()).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
  });

  it('is one run and one charge, however often it is pressed', async () => {
    await givenUnchecked();
    const { balance } = await walletBalance(accountId);
    const runs = await Promise.all([...Array.from({ length: 8 }, (_, n) => check(`press-${n % 4}`)), check(), check()]);
    expect(new Set(runs).size).toBe(1);
    expect(await offer()).toMatchObject({ lessonIds: [], cost: 0 });
    for (const id of lessons) await accepts(runs[0]!, id);
    await finish(runs[0]!);
    expect(await check('press-0')).toBe(runs[0]);
    expect((await walletBalance(accountId)).balance).toBeCloseTo(balance - 7.75);
  });

  it('does not charge for lessons that could not be checked, and offers them again', async () => {
    await givenUnchecked(2);
    const runId = await check();
    await accepts(runId, lessons[0]!);
    await fails(runId, lessons[1]!);
    await finish(runId);
    expect((await envelope(runId)).tokens).toEqual({ reserved: 516, charged: 258 });
    expect(await offer()).toMatchObject({ lessonIds: [lessons[1]], cost: 258 });
    const again = await check();
    await fails(again, lessons[1]!);
    expect(await envelope(again)).toMatchObject({ status: 'failed', error: { code: 'vendors.all_down' }, tokens: { charged: 0 } });
    expect(await offer()).toMatchObject({ lessonIds: [lessons[1]], cost: 258 });
    expect(await ledgerFaults()).toEqual([]);
  });

  it('is free if a course of the plan was used, which was not divided', async () => {
    accountId = await givenOwner();
    await givenUnchecked();
    expect(await offer()).toMatchObject({ lessonIds: lessons, cost: 0 });
    const runId = await check();
    for (const id of lessons) await accepts(runId, id);
    await finish(runId);
    expect(await envelope(runId)).toMatchObject({ status: 'completed', tokens: { reserved: 0, charged: 0 } });
  });

  it('leaves pinned lessons alone, and ignores a text that was edited in the meantime', async () => {
    await givenUnchecked(3);
    await pinLesson({ accountId, courseId, lessonId: lessons[2]!, pinned: true });
    const runId = await check();
    const change = { accountId, courseId, baseVersion: 1, editSession: uuidv7(), changes: { content: 'Mine.' } };
    await editLesson({ ...change, lessonId: lessons[1]! });
    for (const id of lessons.slice(0, 2)) await accepts(runId, id);
    await finish(runId);
    const shown = (await course()).modules.flatMap((one) => one.lessons);
    expect(shown.slice(0, 3).map(({ content, reviewed_by: by }) => [content === 'Mine.', by])).toEqual([
      [false, 'grok'],
      [true, null],
      [false, null],
    ]);
  });

  it('belongs to the owner', async () => {
    await givenUnchecked(1);
    accountId = await givenOwner({ tokens: 100 });
    await expect(offer()).rejects.toMatchObject({ code: 'not_found' });
    await expect(check()).rejects.toMatchObject({ code: 'not_found' });
    expect(await db.knex('run').where({ account_id: accountId }).first('id')).toBeUndefined();
  });
});
