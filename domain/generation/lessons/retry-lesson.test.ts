import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { listNotifications } from '#domain/notifications/notification.queries.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { setJobSink, type Delivery } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { assembleCourse } from './assemble-course.command.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { retryLesson } from './retry-lesson.command.ts';
import {
  buildOutline,
  claim,
  givenCompletedRun,
  givenStartedRun,
  playAssembly,
  playFailure,
  playOutline,
  playRest,
  playWorkshop,
  playWriting,
} from '#domain/generation/runs/run.factory.ts';
import { finishRewrite } from '#domain/generation/rewrites/rewrite.commands.ts';
import { listCourseRuns, runEnvelope, runLesson } from '#domain/generation/runs/run.queries.ts';
import { settleStepFailure } from '#domain/generation/answers/settle-step-failure.command.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';

const database = useTestDatabase();
const delivered: Delivery[] = [];
let accountId: string;

beforeAll(() => setJobSink(async (deliveries) => void delivered.push(...deliveries)));
beforeEach(async () => {
  await database.knex('run').del();
  accountId = await givenOwner();
});

const retry = (runId: string, lessonId: string) => retryLesson({ runId, lessonId, accountId, requestId: 'retry' });
const envelope = (runId: string) => runEnvelope({ runId, accountId });
const stepOf = (runId: string, key: string) => database.knex('step').where({ run_id: runId, key }).first();

describe('retrying a failed lesson while its run is active', () => {
  it('requeues it with its attempts reset, and touches no other step', async () => {
    const runId = await givenStartedRun(accountId);
    const lessons = await playOutline(runId);
    await playFailure(runId, lessons[2]!);
    const others = () =>
      database
        .knex('step')
        .where({ run_id: runId })
        .whereNot({ key: lessonKeys(lessons[2]!).write })
        .orderBy('key');
    const before = await others();
    delivered.length = 0;
    expect(await retry(runId, lessons[2]!)).toEqual({ runId });
    expect(await stepOf(runId, lessonKeys(lessons[2]!).write)).toMatchObject({
      state: 'queued',
      tried: [],
      error_code: null,
      started_at: null,
    });
    expect(delivered).toMatchObject([{ job: 'write-lesson', stepId: (await stepOf(runId, lessonKeys(lessons[2]!).write))!.id }]);
    expect(await others()).toEqual(before);
    expect((await envelope(runId)).items[2]).toMatchObject({ state: 'pending', readable: false });
  });

  it('delays an assembly that has begun, and the course has the lesson', async () => {
    const runId = await givenStartedRun(accountId);
    const lessons = await playOutline(runId);
    await playFailure(runId, lessons[0]!);
    for (const lessonId of lessons.slice(1)) {
      await playWriting(runId, lessonId);
      await playRest(runId, lessonId);
    }
    const assembling = await claim(runId, 'assemble');
    await retry(runId, lessons[0]!);
    await expect(assembleCourse({ step: assembling, signal: new AbortController().signal })).rejects.toThrow('was taken over or ended');
    expect(await envelope(runId)).toMatchObject({ status: 'running', stage: 'lessons' });
    await playWriting(runId, lessons[0]!);
    await playRest(runId, lessons[0]!);
    await playAssembly(runId);
    expect(await database.knex('course').where({ run_id: runId }).first()).toMatchObject({ lesson_count: 6, quality_level: 'high' });
  });

  it('writes only the failed practice of a written lesson; a second service then checks the quiz', async () => {
    const runId = await givenStartedRun(accountId);
    const lessons = await playOutline(runId);
    const keys = lessonKeys(lessons[0]!);
    await playWriting(runId, lessons[0]!);
    await settleStepFailure(await claim(runId, keys.practice), new ProductError('spend.user_cap'));
    await completeStep(await claim(runId, keys.check), {
      output: { verdict: 'accept', findings: [], question_verdicts: [] },
      service: 'grok',
    });
    const done = () => database.knex('step').where({ run_id: runId, state: 'completed' }).orderBy('key').select('key', 'finished_at');
    const before = await done();
    expect((await envelope(runId)).items[0]).toMatchObject({ practice_failures: [{ service: null, code: 'spend.user_cap' }] });
    await retry(runId, lessons[0]!);
    expect(await done()).toEqual(before);
    expect(await stepOf(runId, keys.practice)).toMatchObject({ state: 'queued', error_code: null });
    expect((await envelope(runId)).items[0]!.practice_failures).toBeUndefined();
    const question = { id: 'q1', question: 'Why?', options: [], answer_id: 'a', explanation: '' };
    await completeStep(await claim(runId, keys.practice), { output: { quiz: [question], exercises: [] }, service: 'openai' });
    const verdicts = [{ question_id: 'q1', ok: true, reason: '' }];
    await completeStep(await claim(runId, keys.recheck), {
      output: { verdict: 'accept', findings: [], question_verdicts: verdicts },
      service: 'grok',
    });
    const { lesson, awaits } = await runLesson({ runId, lessonId: lessons[0]!, accountId });
    expect([lesson.quiz.map(({ id }) => id), lesson.notes, awaits]).toEqual([['q1'], [], null]);
    await expect(retry(runId, lessons[0]!)).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
  });

  it('is rejected for a lesson that has not failed, a missing one, and another user’s', async () => {
    const runId = await givenStartedRun(accountId);
    const lessons = await playOutline(runId);
    await playWriting(runId, lessons[0]!);
    await expect(retry(runId, lessons[0]!)).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
    await expect(retry(runId, lessons[1]!)).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
    await expect(retry(runId, '0_0')).rejects.toMatchObject({ code: 'not_found' });
    await expect(retryLesson({ runId, lessonId: lessons[0]!, accountId: await givenOwner(), requestId: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('retrying the practice of a lesson whose course is finished', () => {
  const question = { id: 'q1', question: 'Why?', options: [], answer_id: 'a', explanation: '' };
  const liveContent = async (runId: string) => {
    const version = database
      .knex('course')
      .join('course_version', (on) => on.on('course_id', 'course.id').andOn('number', 'current_version'));
    return (await version.where('course.run_id', runId).first('content'))!.content as CourseContent;
  };
  /** Creates a whole course without the practice of its first lesson. */
  async function givenUnpractised() {
    const runId = await givenStartedRun(accountId);
    const lessons = await playOutline(runId, buildOutline(1, 2));
    const keys = lessonKeys(lessons[0]!);
    await playWriting(runId, lessons[0]!);
    await settleStepFailure(await claim(runId, keys.practice), new ProductError('spend.user_cap'));
    await completeStep(await claim(runId, keys.check), {
      output: { verdict: 'accept', findings: [], question_verdicts: [] },
      service: 'grok',
    });
    await playWriting(runId, lessons[1]!);
    await playRest(runId, lessons[1]!);
    await playAssembly(runId);
    return { runId, lessons, keys };
  }

  it('writes it in its own run for free; text, other lessons and marks stay; the page of the old run no longer misses it', async () => {
    const { runId, lessons, keys } = await givenUnpractised();
    const before = await liveContent(runId);
    expect(before.quality_level).toBe('standard');
    expect((await envelope(runId)).items[0]).toMatchObject({ practice_failures: [{ service: null, code: 'spend.user_cap' }] });
    const later = await retry(runId, lessons[0]!);
    expect(await retry(runId, lessons[0]!)).toEqual(later);
    expect(await envelope(later.runId)).toMatchObject({ kind: 'lesson', stage: 'practice', tokens: { reserved: 0 } });
    expect((await envelope(runId)).items.map((item) => item.being_written_in)).toEqual([later.runId, undefined]);
    await completeStep(await claim(later.runId, keys.practice), { output: { quiz: [question], exercises: [] }, service: 'openai' });
    const question_verdicts = [{ question_id: 'q1', ok: true, reason: '' }];
    await completeStep(await claim(later.runId, keys.recheck), {
      output: { verdict: 'revise', findings: ['x'], question_verdicts },
      service: 'grok',
    });
    await finishRewrite({ step: await claim(later.runId, 'finish'), signal: new AbortController().signal });
    const after = await liveContent(runId);
    const [first, second] = before.modules[0]!.lessons;
    expect(after.modules[0]!.lessons).toEqual([{ ...first, quiz: [question], notes: [] }, second]);
    expect(after.quality_level).toBe('high');
    expect(await envelope(later.runId)).toMatchObject({ status: 'completed', tokens: { charged: 0 } });
    const [made] = (await envelope(runId)).items;
    expect([made!.practice_failures, made!.being_written_in]).toEqual([undefined, undefined]);
    await expect(retry(runId, lessons[0]!)).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
    await expect(retry(runId, lessons[1]!)).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
  });

  it('works for practice that the learner’s stop interrupted at any stage, for free', async () => {
    const runId = await givenStartedRun(accountId);
    const lessons = await playOutline(runId, buildOutline(2, 2));
    for (const lessonId of lessons) await playWriting(runId, lessonId);
    const keysOf = (n: number) => lessonKeys(lessons[n]!);
    // The first was not started, the second was in progress, the quiz of the third was not checked yet; the fourth is complete.
    await claim(runId, keysOf(1).practice);
    await completeStep(await claim(runId, keysOf(2).practice), { output: { quiz: [question], exercises: [] }, service: 'openai' });
    await playRest(runId, lessons[3]!);
    await cancelRun({ runId, accountId, keep: true });

    const reasons = async () => (await envelope(runId)).items.map((item) => item.practice_failures?.[0]?.code);
    const stopped = 'run.cancelled';
    expect(await reasons()).toEqual([stopped, stopped, stopped, undefined]);
    const later = await retry(runId, lessons[1]!);
    expect(await envelope(later.runId)).toMatchObject({ kind: 'lesson', stage: 'practice', tokens: { reserved: 0 } });
    await completeStep(await claim(later.runId, keysOf(1).practice), {
      output: { quiz: [], exercises: [{ id: 'e1', title: 'Try', instructions: 'Try it.' }] },
      service: 'openai',
    });
    // Its text was not checked yet, and must not change whatever the check finds.
    await completeStep(await claim(later.runId, keysOf(1).check), {
      output: { verdict: 'revise', findings: ['x'], question_verdicts: [] },
      service: 'grok',
    });
    await finishRewrite({ step: await claim(later.runId, 'finish'), signal: new AbortController().signal });
    expect(await reasons()).toEqual([stopped, undefined, stopped, undefined]);
    expect(await envelope(later.runId)).toMatchObject({ status: 'completed', tokens: { charged: 0 } });
    await expect(retry(runId, lessons[1]!)).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
    await expect(retry(runId, lessons[3]!)).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
    expect(await envelope((await retry(runId, lessons[2]!)).runId)).toMatchObject({ stage: 'review' });
  });

  it('works for a quiz that the second service refused, or that none could check, at no cost; the note goes when questions stay', async () => {
    const runId = await givenStartedRun(accountId);
    const lessons = await playOutline(runId, buildOutline(1, 3));
    const keysOf = (n: number) => lessonKeys(lessons[n]!);
    const verdict = (ok: boolean) => ({
      verdict: 'accept',
      findings: [],
      question_verdicts: [{ question_id: 'q1', ok, reason: '' }],
    });
    const playQuiz = async (n: number, ok: boolean | null) => {
      await playWriting(runId, lessons[n]!);
      await completeStep(await claim(runId, keysOf(n).practice), { output: { quiz: [question], exercises: [] }, service: 'openai' });
      await playWorkshop(runId, lessons[n]!);
      const check = await claim(runId, keysOf(n).check);
      if (ok !== null) return completeStep(check, { output: verdict(ok), service: 'grok' });
      const none = { output: { verdict: 'not_reviewed', findings: [], question_verdicts: [] } };
      await completeStep(check, none);
      await completeStep(await claim(runId, keysOf(n).recheck), none);
    };
    await playQuiz(0, false);
    await playQuiz(1, null);
    await playQuiz(2, true);
    await playAssembly(runId);
    const notes = async () => (await liveContent(runId)).modules[0]!.lessons.map((lesson) => lesson.notes);
    const reasons = async () => (await envelope(runId)).items.map((item) => item.practice_failures);
    const versions = async () =>
      (await database.knex('course_version').whereRaw('course_id = (select course_id from course_run where run_id = ?)', runId)).length;
    const because = (code: string) => [{ service: null, code }];
    expect(await notes()).toEqual([['quiz_dropped'], ['quiz_unchecked'], []]);
    expect(await reasons()).toEqual([because('quiz.dropped'), because('quiz.unchecked'), undefined]);
    await expect(retry(runId, lessons[2]!)).rejects.toMatchObject({ code: 'run.lesson_not_failed' });

    const playLater = async (n: number, ok: boolean) => {
      const later = await retry(runId, lessons[n]!);
      expect(await retry(runId, lessons[n]!)).toEqual(later);
      // a quiz that no service could check already exists, and is checked
      if (n === 0)
        await completeStep(await claim(later.runId, keysOf(n).practice), {
          output: { quiz: [question], exercises: [] },
          service: 'openai',
        });
      const look = n === 1 ? keysOf(n).check : keysOf(n).recheck;
      await completeStep(await claim(later.runId, look), { output: verdict(ok), service: 'grok' });
      await finishRewrite({ step: await claim(later.runId, 'finish'), signal: new AbortController().signal });
      const { status, tokens, log } = await envelope(later.runId);
      expect({ status, tokens }).toEqual({ status: 'completed', tokens: { reserved: 0, charged: 0 } });
      return log.find(({ event }) => event === 'run.completed')!.text;
    };
    const before = await liveContent(runId);
    expect(await playLater(0, false)).toBe('A new quiz was also left out: the service that checked it disagreed with its answers.');
    expect([await liveContent(runId), await versions()]).toEqual([before, 1]);
    expect(await playLater(0, true)).toBe('The practice is part of the course now.');
    await playLater(1, true);
    expect(await notes()).toEqual([[], [], []]);
    expect((await liveContent(runId)).quality_level).toBe('high');
    expect(await reasons()).toEqual([undefined, undefined, undefined]);
    await expect(retry(runId, lessons[0]!)).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
  });

  it('is not offered for a quiz that only a later text of the lesson lacked', async () => {
    const { runId, lessons } = await givenCompletedRun(accountId);
    const course = await database.knex('run').join('course_run', 'run_id', 'id').where({ id: runId }).first('course_id');
    const bare = { quiz: [], exercises: [], notes: ['quiz_dropped'] };
    const content = await liveContent(runId);
    Object.assign(content.modules[0]!.lessons[0]!, bare);
    await database
      .knex('course_version')
      .where({ course_id: course.course_id })
      .update({ content: JSON.stringify(content) });
    expect((await envelope(runId)).items[0]!.practice_failures).toBeUndefined();
    await expect(retry(runId, lessons[0]!)).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
  });

  it('updates the quality of the course, once interrupted practice is there and its lesson checked', async () => {
    const runId = await givenStartedRun(accountId);
    const lessons = await playOutline(runId, buildOutline(1, 2));
    for (const lessonId of lessons) await playWriting(runId, lessonId);
    await playRest(runId, lessons[0]!);
    await cancelRun({ runId, accountId, keep: true });
    const before = await liveContent(runId);
    expect([before.quality_level, before.modules[0]!.lessons[1]!.notes]).toEqual(['standard', ['no_practice']]);
    const later = await retry(runId, lessons[1]!);
    await playRest(later.runId, lessons[1]!);
    await finishRewrite({ step: await claim(later.runId, 'finish'), signal: new AbortController().signal });
    const content = await liveContent(runId);
    expect(content.quality_level).toBe('high');
    expect(content.modules[0]!.lessons[1]).toMatchObject({ notes: [], reviewed_by: 'grok', exercises: [{ id: 'e1' }] });
  });

  it('that fails again gives the reason, changes nothing, and can be requested again', async () => {
    const { runId, lessons, keys } = await givenUnpractised();
    const before = await liveContent(runId);
    const later = await retry(runId, lessons[0]!);
    await settleStepFailure(await claim(later.runId, keys.practice), new ProductError('spend.user_cap'));
    expect(await envelope(later.runId)).toMatchObject({ status: 'failed', error: { code: 'spend.user_cap' } });
    expect((await listCourseRuns({ accountId, live: false, limit: 1 })).runs).toMatchObject([{ lessons_ready: 0, lessons_total: 1 }]);
    expect((await listNotifications(accountId)).notifications[0]).toMatchObject({ kind: 'run.practice_failed', task_id: later.runId });
    expect(await liveContent(runId)).toEqual(before);
    expect((await retry(runId, lessons[0]!)).runId).not.toBe(later.runId);
  });
});

describe('retrying a lesson that a finished course lacks', () => {
  it('starts a run of kind lesson with that lesson only; asking again attaches to it', async () => {
    const { runId, lessons } = await givenCompletedRun(accountId, { failing: 1 });
    const rewrite = await retry(runId, lessons[0]!);
    expect(rewrite.runId).not.toBe(runId);
    expect(await envelope(rewrite.runId)).toMatchObject({
      kind: 'lesson',
      status: 'running',
      items: [{ id: lessons[0], title: 'Lesson 1.1' }],
    });
    expect(await retry(runId, lessons[0]!)).toEqual(rewrite);
    await expect(retry(runId, lessons[1]!)).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
  });

  it('names the writing run in the old run’s envelope and asks to poll it; for no other lesson', async () => {
    const { runId, lessons } = await givenCompletedRun(accountId, { failing: 2 });
    const told = async () => {
      const { items, poll_after_ms } = await envelope(runId);
      return {
        writers: items.map((item) => item.being_written_in).filter(Boolean),
        by: items[1]!.being_written_in,
        isPolled: poll_after_ms > 0,
      };
    };
    const silence = { writers: [], by: undefined, isPolled: false };
    expect(await told()).toEqual(silence);
    const first = await retry(runId, lessons[1]!);
    expect(await told()).toEqual({ writers: [first.runId], by: first.runId, isPolled: true });
    await playFailure(first.runId, lessons[1]!);
    expect(await told(), 'it has failed again').toEqual(silence);
    const second = await retry(runId, lessons[1]!);
    expect(await told()).toMatchObject({ by: second.runId });
    await playWriting(second.runId, lessons[1]!);
    await playRest(second.runId, lessons[1]!);
    await finishRewrite({ step: await claim(second.runId, 'finish'), signal: new AbortController().signal });
    expect(await told()).toEqual(silence);
    expect((await envelope(runId)).items[1]).toMatchObject({ written_later: '0_0' });
  });

  it('links to the new lesson on the old run’s page; until then the page names the services that failed', async () => {
    const { runId, lessons } = await givenCompletedRun(accountId, { failing: 2 });
    const items = async () =>
      (await envelope(runId)).items.map(({ state, failures, written_later }) => ({ state, failures, written_later }));
    const failed = { state: 'failed', failures: [{ service: 'claude', code: 'vendors.refused' }], written_later: undefined };
    expect((await items()).slice(0, 3)).toEqual([failed, failed, { state: 'completed', failures: undefined, written_later: undefined }]);
    const rewrite = await retry(runId, lessons[1]!);
    await playWriting(rewrite.runId, lessons[1]!);
    await playRest(rewrite.runId, lessons[1]!);
    await finishRewrite({ step: await claim(rewrite.runId, 'finish'), signal: new AbortController().signal });
    expect((await items()).slice(0, 3)).toEqual([
      failed,
      { ...failed, written_later: '0_0' },
      { state: 'completed', failures: undefined, written_later: undefined },
    ]);
  });

  it('works for a run that was stopped and kept, not for one without a course', async () => {
    const kept = await givenStartedRun(accountId);
    const lessons = await playOutline(kept);
    await playWriting(kept, lessons[0]!);
    await cancelRun({ runId: kept, accountId, keep: true });
    expect(await envelope((await retry(kept, lessons[5]!)).runId)).toMatchObject({ kind: 'lesson', items: [{ id: lessons[5] }] });

    const stopped = await givenStartedRun(accountId);
    const others = await playOutline(stopped);
    await cancelRun({ runId: stopped, accountId, keep: false });
    await expect(retry(stopped, others[0]!)).rejects.toMatchObject({ code: 'run.ended' });
  });
});
