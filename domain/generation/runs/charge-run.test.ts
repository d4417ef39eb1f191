import { beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { restoreVersion } from '#domain/courses/versions/restore-version.command.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { ledgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { organisationOwner } from '#domain/billing/ledger/owner.ts';
import { reserveTokens } from '#domain/billing/ledger/hold.commands.ts';
import { walletBalance } from '#domain/billing/wallet/wallet.queries.ts';
import { failRun } from '#domain/platform/runs/complete-run.command.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { releaseOrphans } from '#domain/platform/runs/release-orphans.command.ts';
import { retryLesson } from '#domain/generation/lessons/retry-lesson.command.ts';
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
import { startRewrite, finishRewrite } from '#domain/generation/rewrites/rewrite.commands.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/ledger: released the remaining hold of an ended run/);

useTestDatabase();
beforeEach(() => setJobSink(async () => {}));

/** Creates a user who pays with tokens: the free plan's one course is used up, and 45 of its tokens are left in addition to `tokens`. */
async function givenPayer(tokens = 1_000): Promise<string> {
  const accountId = await givenOwner({ tokens });
  await givenCompletedRun(accountId);
  return accountId;
}
const FREE_TOKENS = 45;

const finish = async (runId: string) => finishRewrite({ step: await claim(runId, 'finish'), signal: new AbortController().signal });

const envelopeOf = (accountId: string, runId: string) => runEnvelope({ accountId, runId });
const lastLine = async (accountId: string, runId: string) => (await envelopeOf(accountId, runId)).log.at(-1)!.text;
const lastLines = async (accountId: string, runId: string) =>
  (await envelopeOf(accountId, runId)).log
    .slice(-2)
    .map(({ text }) => text)
    .join(' ');
const textUnit = async (accountId: string) => {
  const { used, held } = (await walletBalance(accountId)).quotas.find(({ name }) => name === 'text_course')!;
  return { used, held };
};

/** Records spending. The cost of calls is counted when they end, whatever happens to their run (`settleCall`). */
const spend = (accountId: string, cents: number) =>
  database().raw(
    `insert into spend_day (account_id, day, micro_usd) values (?, cast(now() at time zone 'utc' as date), ?)
     on conflict (account_id, day) do update set micro_usd = spend_day.micro_usd + excluded.micro_usd`,
    [accountId, cents * 10_000],
  );

/** Executes a run until a number of its lessons are written. @returns all of its lessons */
async function write(runId: string, lessons: number, of: { modules: number; lessons: number } = { modules: 3, lessons: 2 }) {
  const ids = await playOutline(runId, buildOutline(of.modules, of.lessons));
  for (const id of ids.slice(0, lessons)) await playWriting(runId, id);
  return ids;
}

describe('A12 a course with pictures, a clip and a simulation', () => {
  it('shows what they cost besides its text: the reservation while they are made, and the final charge', async () => {
    const accountId = await givenPayer();
    const runId = await givenStartedRun(accountId);
    const part = async (status: string, reserved: number, charged: number, parentId: string | null = runId) => {
      const id = uuidv7();
      const run = { kind: 'video', status, tokens_reserved: reserved, tokens_charged: charged, parent_id: parentId, subject: 'Bees' };
      await database()('run').insert({ id, account_id: accountId, request: '{}', request_id: id, ...run });
      return id;
    };
    const parts = async () => (await envelopeOf(accountId, runId)).part_tokens;
    expect(await parts()).toBeUndefined();
    const pictures = await part('completed', 2_000, 2_000);
    await part('running', 50, 0);
    expect(await parts()).toEqual({ reserved: 50, charged: 2_000 });
    const clip = await part('completed', 500, 450, null);
    const filmed = { run_id: pictures, key: 'clip', job: 'film-course', state: 'completed', output: { clip_run_id: clip } };
    await database()('step').insert({ id: uuidv7(), ...filmed });
    expect(await parts()).toEqual({ reserved: 50, charged: 2_450 });
  });
});

describe('A12 a course that is paid with tokens', () => {
  it('reserves the estimate at its start and charges it when it is complete', async () => {
    const accountId = await givenPayer();
    const runId = await givenStartedRun(accountId);
    expect((await envelopeOf(accountId, runId)).tokens).toEqual({ reserved: 3_100, charged: 0 });
    expect((await envelopeOf(accountId, runId)).log[1]).toMatchObject({
      text: '31 tokens are reserved.',
      words: { key: '{n, plural, one {# token is} other {# tokens are}} reserved.', values: { n: 31 } },
    });
    expect(await walletBalance(accountId)).toMatchObject({ balance: 1_000 + FREE_TOKENS - 31, held: 31 });
    for (const id of await playOutline(runId)) {
      await playWriting(runId, id);
      await playRest(runId, id);
    }
    await playAssembly(runId);
    expect(await envelopeOf(accountId, runId)).toMatchObject({ status: 'completed', tokens: { reserved: 3_100, charged: 3_100 } });
    expect(await lastLine(accountId, runId)).toBe('31 tokens were charged.');
    expect(await walletBalance(accountId)).toMatchObject({ balance: 1_000 + FREE_TOKENS - 31, held: 0 });
  });

  it('charges nothing for ordered lessons that the outline lacks, and missing lessons cost the same later', async () => {
    const accountId = await givenPayer();
    const runId = await givenStartedRun(accountId);
    const [missing, ...lessons] = await playOutline(runId);
    await database()('course_run')
      .where({ run_id: runId })
      .update({ plan: database().raw(`plan || '{"lacking": 3}'`) });
    await playFailure(runId, missing!);
    for (const id of lessons) {
      await playWriting(runId, id);
      await playRest(runId, id);
    }
    await playAssembly(runId);
    // 5 of the 6 of its outline, of 9 that were ordered
    expect((await envelopeOf(accountId, runId)).tokens).toEqual({ reserved: 3_100, charged: Math.floor((3_100 * 5) / 9) });
  });

  it.each([
    [1, 2583],
    [3, 1550],
    [4, 1033],
  ])('charges only the delivered part when %i of 6 lessons could not be written, rounded down', async (failing, charged) => {
    const accountId = await givenPayer();
    const { runId } = await givenCompletedRun(accountId, { failing });
    expect((await envelopeOf(accountId, runId)).tokens).toEqual({ reserved: 3_100, charged });
    expect((await walletBalance(accountId)).balance).toBe((100_000 + FREE_TOKENS * 100 - charged) / 100);
  });

  it.each([
    [1, 2970],
    [6, 2325],
  ])(
    'charges three quarters for each of %i of 6 lessons that no second service could check, and is of standard quality',
    async (skipped, charged) => {
      const accountId = await givenPayer();
      const runId = await givenStartedRun(accountId);
      for (const [place, id] of (await playOutline(runId)).entries()) {
        await playWriting(runId, id);
        await playRest(runId, id, { isChecked: place >= skipped });
      }
      await playAssembly(runId);
      const envelope = await envelopeOf(accountId, runId);
      expect(envelope.tokens).toEqual({ reserved: 3_100, charged });
      const version = database()('course_version').join('course', 'course.id', 'course_id').where({ 'course.run_id': runId });
      expect((await version.first('content')).content.quality_level).toBe('standard');
      expect(await ledgerFaults()).toEqual([]);
    },
  );

  it('charges nothing extra for a lesson that is rewritten within the run', async () => {
    const accountId = await givenPayer();
    const runId = await givenStartedRun(accountId);
    const [first, ...rest] = await playOutline(runId);
    await playFailure(runId, first!);
    await retryLesson({ runId, accountId, lessonId: first!, requestId: 'test' });
    for (const id of [first!, ...rest]) {
      await playWriting(runId, id);
      await playRest(runId, id);
    }
    await playAssembly(runId);
    expect((await envelopeOf(accountId, runId)).tokens).toEqual({ reserved: 3_100, charged: 3_100 });
  });

  it('charges nothing when it is stopped without keeping, and says so', async () => {
    const accountId = await givenPayer();
    const runId = await givenStartedRun(accountId);
    await write(runId, 4);
    await cancelRun({ runId, accountId, keep: false });
    expect(await envelopeOf(accountId, runId)).toMatchObject({ status: 'cancelled', tokens: { reserved: 3_100, charged: 0 } });
    expect(await walletBalance(accountId)).toMatchObject({ balance: 1_000 + FREE_TOKENS, held: 0 });
    await cancelRun({ runId, accountId, keep: false });
    expect(await walletBalance(accountId)).toMatchObject({ balance: 1_000 + FREE_TOKENS, held: 0 });
  });

  it.each([
    [1, 516],
    [2, 1_033],
    [5, 2_583],
  ])('charges the kept lessons when it is stopped with %i of 6 lessons', async (kept, charged) => {
    const accountId = await givenPayer();
    const runId = await givenStartedRun(accountId);
    await write(runId, kept);
    await cancelRun({ runId, accountId, keep: true });
    expect(await envelopeOf(accountId, runId)).toMatchObject({ status: 'completed', stopped: true, tokens: { reserved: 3_100, charged } });
    expect(await lastLines(accountId, runId)).toBe(`You stopped it and kept ${kept} of 6 lessons. ${charged / 100} tokens were charged.`);
    expect((await walletBalance(accountId)).balance).toBe((100_000 + FREE_TOKENS * 100 - charged) / 100);
  });

  it('charges nothing when it fails', async () => {
    const accountId = await givenPayer();
    const runId = await givenStartedRun(accountId);
    await write(runId, 2);
    await transact((trx) => failRun(trx, { id: runId, kind: 'course' }, 'vendors.all_down', []));
    expect(await envelopeOf(accountId, runId)).toMatchObject({ status: 'failed', tokens: { reserved: 3_100, charged: 0 } });
    expect(await lastLine(accountId, runId)).toContain('Nothing was charged.');
    expect(await walletBalance(accountId)).toMatchObject({ balance: 1_000 + FREE_TOKENS, held: 0 });
  });

  it('G32 charges nothing for components that cannot be delivered', async () => {
    const accountId = await givenPayer();
    const runId = await givenStartedRun(accountId, {
      ai_components: { veo3_enabled: true, imagen_enabled: true, genie3_enabled: true, vortex_enabled: true },
    });
    expect((await envelopeOf(accountId, runId)).tokens.reserved).toBe(3_100);
  });
});

describe('A12 a course that is paid by the plan', () => {
  it('uses one course of the plan and no tokens', async () => {
    const accountId = await givenOwner({ tokens: 0 });
    const runId = await givenStartedRun(accountId);
    expect((await envelopeOf(accountId, runId)).log[1]!.text).toBe('One course from your plan is reserved for it.');
    expect(await textUnit(accountId)).toEqual({ used: 0, held: 1 });
    for (const id of await playOutline(runId)) {
      await playWriting(runId, id);
      await playRest(runId, id);
    }
    await playAssembly(runId);
    expect(await envelopeOf(accountId, runId)).toMatchObject({ status: 'completed', tokens: { reserved: 0, charged: 0 } });
    expect(await lastLine(accountId, runId)).toBe('One course from your plan is used.');
    expect(await textUnit(accountId)).toEqual({ used: 1, held: 0 });
    expect(await walletBalance(accountId)).toMatchObject({ balance: FREE_TOKENS, held: 0 });
  });

  it('uses it for a course with missing lessons too, and those cost nothing when they are written later', async () => {
    const accountId = await givenOwner({ tokens: 0 });
    const { runId, lessons } = await givenCompletedRun(accountId, { failing: 2 });
    expect(await textUnit(accountId)).toEqual({ used: 1, held: 0 });
    const later = await retryLesson({ runId, accountId, lessonId: lessons[0]!, requestId: 'test' });
    expect(await envelopeOf(accountId, later.runId)).toMatchObject({ tokens: { reserved: 0, charged: 0 } });
    expect((await envelopeOf(accountId, later.runId)).log[1]!.text).toBe('There is no charge for this.');
  });

  it('pays for a missing lesson once: restoring the version without it means paying again', async () => {
    const accountId = await givenOwner({ tokens: 1_000 });
    const { runId, lessons } = await givenCompletedRun(accountId, { failing: 2 });
    const retry = () => retryLesson({ runId, accountId, lessonId: lessons[0]!, requestId: 'test' });
    const later = await retry();
    await playWriting(later.runId, lessons[0]!);
    await playRest(later.runId, lessons[0]!);
    await finish(later.runId);
    const courseId = (await envelopeOf(accountId, runId)).result!.course_id;
    await restoreVersion({ accountId, courseId, number: 1 });
    expect((await envelopeOf(accountId, (await retry()).runId)).tokens).toEqual({ reserved: 516, charged: 0 });
  });

  it.each([
    [2, { used: 0, held: 0 }, 'Nothing was charged.'],
    [3, { used: 1, held: 0 }, 'One course from your plan is used.'],
    [5, { used: 1, held: 0 }, 'One course from your plan is used.'],
  ])('stopped and kept with %i of 6 lessons: %j', async (kept, unit, words) => {
    const accountId = await givenOwner({ tokens: 0 });
    const runId = await givenStartedRun(accountId);
    await write(runId, kept);
    await cancelRun({ runId, accountId, keep: true });
    expect(await textUnit(accountId)).toEqual(unit);
    expect(await lastLines(accountId, runId)).toBe(`You stopped it and kept ${kept} of 6 lessons. ${words}`);
    expect((await envelopeOf(accountId, runId)).tokens).toEqual({ reserved: 0, charged: 0 });
    expect((await walletBalance(accountId)).balance).toBe(FREE_TOKENS);
  });

  it('delivers free lessons to a user who repeatedly stops below half only until the daily spending limit, which no stop refunds', async () => {
    const [capCents, callsCents] = [20, 6]; // the daily spending limit, and the cost of two lessons' calls
    setConfig({ ...config(), spend: { userCents: capCents, installCents: 0 } });
    const accountId = await givenOwner({ tokens: 0 });
    let kept = 0;
    const stopBelowHalf = async () => {
      const runId = await givenStartedRun(accountId);
      await write(runId, 2);
      await spend(accountId, callsCents);
      await cancelRun({ runId, accountId, keep: true });
      kept += 2;
    };
    const most = Math.ceil(capCents / callsCents);
    for (let course = 0; course < most; course += 1) await stopBelowHalf();
    expect(await textUnit(accountId)).toEqual({ used: 0, held: 0 });
    await expect(stopBelowHalf()).rejects.toMatchObject({ code: 'spend.user_cap' });
    expect(kept).toBe(2 * most);
    // a day later, and not before
    await database()('spend_day')
      .where({ account_id: accountId })
      .update({ day: database().raw(`day - 1`) });
    await stopBelowHalf();
    setConfig({ ...config(), spend: { userCents: 0, installCents: 0 } });
  });

  it('returns it when the run fails or is stopped without keeping', async () => {
    const accountId = await givenOwner({ tokens: 0 });
    const stopped = await givenStartedRun(accountId);
    await write(stopped, 5);
    await cancelRun({ runId: stopped, accountId, keep: false });
    expect(await textUnit(accountId)).toEqual({ used: 0, held: 0 });
    const failed = await givenStartedRun(accountId);
    expect(await textUnit(accountId)).toEqual({ used: 0, held: 1 });
    await transact((trx) => failRun(trx, { id: failed, kind: 'course' }, 'internal', []));
    expect(await textUnit(accountId)).toEqual({ used: 0, held: 0 });
  });
});

describe('A12 lessons that are written outside their course’s run', () => {
  const rewrite = (accountId: string, courseId: string, lessonIds: string[]) =>
    startRewrite({ accountId, courseId, lessonIds, instruction: '', requestId: 'test' });

  it('a missing lesson costs its part of the planned course, when it is delivered', async () => {
    const accountId = await givenPayer();
    const { runId, lessons } = await givenCompletedRun(accountId, { failing: 2 });
    const before = (await walletBalance(accountId)).balance;
    const later = await retryLesson({ runId, accountId, lessonId: lessons[0]!, requestId: 'test' });
    expect((await envelopeOf(accountId, later.runId)).tokens).toEqual({ reserved: 516, charged: 0 });
    await playWriting(later.runId, lessons[0]!);
    await playRest(later.runId, lessons[0]!);
    await finish(later.runId);
    expect((await envelopeOf(accountId, later.runId)).tokens).toEqual({ reserved: 516, charged: 516 });
    expect(await walletBalance(accountId)).toMatchObject({ balance: Math.round(before * 100 - 516) / 100, held: 0 });
  });

  it('rewritten lessons cost their share of the course, reserved at the start and charged with the proposal', async () => {
    const accountId = await givenPayer();
    const { runId, lessons } = await givenCompletedRun(accountId);
    const courseId = (await envelopeOf(accountId, runId)).result!.course_id;
    const module = await rewrite(accountId, courseId, lessons.slice(0, 2));
    expect((await envelopeOf(accountId, module.runId)).tokens).toEqual({ reserved: 1_033, charged: 0 });
    // a repeat returns the same run, and is not charged again
    expect(await rewrite(accountId, courseId, lessons.slice(0, 2))).toEqual({ runId: module.runId, created: false });
    for (const id of lessons.slice(0, 2)) {
      await playWriting(module.runId, id);
      await playRest(module.runId, id);
    }
    await finish(module.runId);
    expect(await envelopeOf(accountId, module.runId)).toMatchObject({ status: 'completed', tokens: { reserved: 1_033, charged: 1_033 } });
  });

  it('cost nothing when that run is stopped or fails', async () => {
    const accountId = await givenPayer();
    const { runId, lessons } = await givenCompletedRun(accountId);
    const courseId = (await envelopeOf(accountId, runId)).result!.course_id;
    const before = await walletBalance(accountId);
    const stopped = await rewrite(accountId, courseId, [lessons[0]!]);
    expect(await walletBalance(accountId)).toMatchObject({ held: 5.16 });
    await cancelRun({ runId: stopped.runId, accountId, keep: false });
    const failed = await rewrite(accountId, courseId, [lessons[0]!]);
    await transact((trx) => failRun(trx, { id: failed.runId, kind: 'course' }, 'vendors.all_down', []));
    expect(await walletBalance(accountId)).toEqual(before);
  });
});

describe('the wallet of an organisation', () => {
  it('G16 pays before the member’s own if it covers the whole price; otherwise the member pays', async () => {
    const accountId = await givenOwner({ tokens: 31 });
    const { id } = await givenOrganisation({ owner: { id: accountId, email: 'owner@example.com' } });
    await givenCompletedRun(accountId);
    const pool = organisationOwner(id);
    const { organisation_available: filled } = await walletBalance(accountId);
    const hold = {
      owner: pool,
      jobId: 'another',
      centitokens: filled! * 100 - 3_200,
      cause: 'Another',
      expiresAt: new Date(Date.now() + 1_000),
    };
    await transact((trx) => reserveTokens(trx, hold));

    const first = await givenStartedRun(accountId);
    expect((await envelopeOf(accountId, first)).log[1]!.text).toBe('31 tokens of your organisation are reserved.');
    expect(await walletBalance(accountId)).toMatchObject({ balance: 31 + FREE_TOKENS, organisation_available: 1 });
    const second = await givenStartedRun(accountId);
    expect((await envelopeOf(accountId, second)).log[1]!.text).toBe('31 tokens are reserved.');
    expect(await walletBalance(accountId)).toMatchObject({ balance: FREE_TOKENS, organisation_available: 1 });
    await cancelRun({ runId: first, accountId, keep: false });
    expect(await walletBalance(accountId)).toMatchObject({ balance: FREE_TOKENS, organisation_available: 32, held: 31 });
  });
});

describe('unsettled holds', () => {
  it('are released an hour after their run has ended or was deleted; an active run keeps its hold', async () => {
    const accountId = await givenPayer();
    const [ended, gone, live] = [await givenStartedRun(accountId), await givenStartedRun(accountId), await givenStartedRun(accountId)];
    // looks to the ledger like a crash between reserve and capture
    await database()('run').where({ id: ended }).update({ status: 'cancelled', finished_at: new Date() });
    await database()('run').where({ id: gone }).del();
    expect(await releaseOrphans()).toBe(0);
    expect(await releaseOrphans(new Date(Date.now() + 61 * 60_000))).toBe(2);
    expect(await walletBalance(accountId)).toMatchObject({ balance: 1_000 + FREE_TOKENS - 31, held: 31 });
    await cancelRun({ runId: live, accountId, keep: false });
    expect(await walletBalance(accountId)).toMatchObject({ balance: 1_000 + FREE_TOKENS, held: 0 });
  });

  it('after all of this every invariant of the ledger holds', async () => {
    expect(await ledgerFaults()).toEqual([]);
  });
});
