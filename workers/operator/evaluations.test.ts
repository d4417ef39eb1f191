import { describe, expect, it, vi } from 'vitest';
import type { EvaluationPlan, Part } from '#contract/operator/evaluation-plan.contract.ts';
import { USUAL_BRIEFS } from '#contract/operator/usual-briefs.ts';
import { TERMINAL_RUN_STATUSES, type Service } from '#contract/platform/status.contract.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { actOnEvaluation } from '#domain/generation/evaluations/act-on-evaluation.command.ts';
import { readBlindPair, readEvaluatedBrief, readEvaluation } from '#domain/generation/evaluations/evaluation.queries.ts';
import { judgeAsPerson } from '#domain/generation/evaluations/verdict.commands.ts';
import { addBriefs } from '#domain/generation/evaluations/add-briefs.command.ts';
import { estimateEvaluation, startEvaluation, startJudging } from '#domain/generation/evaluations/evaluation.commands.ts';
import { config } from '#domain/platform/config.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { PLAIN_DEFECTS, seededLessons, type SeededLesson } from '#ops/sandbox/faults/seeded-lessons.ts';
import { readJob } from '#queues/registry.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';
import { startHeartbeat } from '../platform/heartbeat.ts';
import { createStepRunner } from '../platform/run-step.ts';
import { PROCESSORS } from '../processors.ts';

const { database, control, sandbox } = usePipeline();

const nameOf = ({ service, model }: Part): string => `${service} · ${model}`;
const part = (service: Service): Part => ({ service, model: config().vendors[service].model });
const cast = (name: string, service: Service) => ({
  name,
  roles: { outline: part(service), lesson: part(service), practice: part(service), review: part('gemini') },
});
const plan = (changes: Partial<EvaluationPlan> = {}): EvaluationPlan => ({
  name: 'Two models',
  language: 'english',
  briefs: USUAL_BRIEFS.slice(0, 5),
  casts: [cast('Claude', 'claude'), cast('OpenAI', 'openai')],
  judges: [part('grok')],
  ...changes,
});
const SCRIPT = { accountId: null, script: 'test', requestId: 'test' };

async function ended(id: string) {
  await vi.waitUntil(async () => TERMINAL_RUN_STATUSES.includes((await database.knex('run').where({ id }).first('status'))!.status), {
    timeout: 60_000,
    interval: 20,
  });
  await callsSettled();
  return readEvaluation(id, null);
}
const compare = async (changes: Partial<EvaluationPlan> = {}) => ended(await startEvaluation(plan(changes), SCRIPT));

const seededPlan = (seeded: readonly SeededLesson[], judges: readonly Part[]): EvaluationPlan => {
  const library = { service: 'claude', model: 'library' } as const;
  return plan({
    casts: ['As written', 'Candidate'].map((name) => ({
      name,
      roles: { outline: library, lesson: library, practice: { ...library, model: name }, review: library },
    })),
    briefs: seeded.map(({ course }) => ({ topic: course, difficulty: 'beginner' as const })),
    judges: [...judges],
  });
};
const samplesOf = (seeded: readonly SeededLesson[]) => seeded.map(({ original, candidate }) => [original, candidate]);

/** Judges existing lessons, half of them damaged in ways that are visible in any lesson, because the library grows. */
async function judgeSeeded(judges: readonly Part[]) {
  const seeded = seededLessons(20, PLAIN_DEFECTS);
  return { seeded, report: await ended(await startJudging(seededPlan(seeded, judges), samplesOf(seeded), SCRIPT)) };
}

describe('a comparison of models', () => {
  it('has each brief written by every cast and each pair judged in both orders; counts, verdicts and costs are in its report', async () => {
    const estimate = await estimateEvaluation(plan());
    const report = await compare();
    expect(report.evaluation).toMatchObject({ status: 'completed', progress: 100, unpriced_calls: 0 });
    const { standings, judges, by_brief: briefs } = report;
    for (const standing of standings)
      expect(standing).toMatchObject({
        written: 5,
        failed: 0,
        // the sandbox's services all write alike
        wins: 0,
        losses: 0,
        ties: 5,
        score: 0.5,
        words: expect.any(Number),
        reading_level: expect.any(Number),
        seconds: expect.any(Number),
        micro_usd: expect.any(Number),
      });
    expect(standings[0]!.citations.all).toBeGreaterThan(0);
    expect(standings[0]!.citations.held).toBe(standings[0]!.citations.all);
    expect(standings[0]!.questions.sound).toBe(standings[0]!.questions.all);
    expect(judges).toMatchObject([{ name: nameOf(part('grok')), verdicts: 10, ties: 10, steady: 1, prefers: null }]);
    expect(report.winner).toBeNull();
    expect(briefs.map(({ outcomes }) => outcomes)).toEqual(briefs.map(() => [{ one: 0, other: 1, winner: null, judges: 1 }]));

    // each service was called only for its own role
    const calls = await database
      .knex('vendor_call')
      .where({ run_id: report.evaluation.evaluation_id })
      .select('service', 'purpose', 'outcome');
    const asked = (purpose: string) =>
      [...new Set(calls.filter((call) => call.purpose === purpose).map(({ service }) => service))].toSorted();
    // as in a course, once for all casts; on a busy machine a call may be cut off and repeated
    expect(calls.filter(({ purpose, outcome }) => purpose === 'research' && outcome === 'ok')).toHaveLength(5);
    expect(asked('research')).toEqual(['grok']);
    expect([asked('outline'), asked('lesson'), asked('practice'), asked('review'), asked('judgement')]).toEqual([
      ['claude', 'openai'],
      ['claude', 'openai'],
      ['claude', 'openai'],
      ['gemini'],
      ['grok'],
    ]);
    expect(report.evaluation.spent_micro_usd / estimate.micro_usd).toBeGreaterThan(0.5);
    expect(report.evaluation.spent_micro_usd / estimate.micro_usd).toBeLessThan(2);

    const { lessons, verdicts } = await readEvaluatedBrief(report.evaluation.evaluation_id, 0);
    expect(lessons.map(({ text }) => text?.content.length)).toEqual([expect.any(Number), expect.any(Number)]);
    expect(verdicts).toHaveLength(2);
  });

  it('is continued with more briefs: the existing ones stay, and the result covers all', async () => {
    const first = await compare();
    const id = first.evaluation.evaluation_id;
    const texts = async () => database.knex('evaluation_sample').where({ evaluation_id: id }).where('brief', '<', 5).orderBy('id').select();
    const before = await texts();
    const added = await addBriefs(id, { after: 5, briefs: USUAL_BRIEFS.slice(5, 7) }, SCRIPT);
    expect(added).toMatchObject({ briefs: 7, additions: 1, finished_at: null });
    const report = await ended(id);
    expect(report.evaluation).toMatchObject({ status: 'completed', progress: 100, briefs: 7 });
    expect(report.standings.map(({ written, ties }) => [written, ties])).toEqual([
      [7, 7],
      [7, 7],
    ]);
    expect(report.duels).toEqual([{ one: 0, other: 1, wins: 0, losses: 0, ties: 7, interval: null }]);
    expect(await texts()).toEqual(before);
    const lessons = await database.knex('vendor_call').where({ run_id: id, purpose: 'lesson', outcome: 'ok' });
    expect(lessons).toHaveLength(14);
  });

  it('writes three lessons in a row on request: each by its own place in the outline, judged together', async () => {
    const { evaluation, standings, judges } = await compare({ lessons_in_a_row: 3 });
    expect([evaluation.status, evaluation.lessons_in_a_row, evaluation.finds.wins_needed]).toEqual(['completed', 3, null]);
    expect(standings.map(({ written, failed }) => [written, failed])).toEqual([
      [5, 0],
      [5, 0],
    ]);
    expect(judges).toMatchObject([{ verdicts: 10 }]);
    const { lessons } = await readEvaluatedBrief(evaluation.evaluation_id, 0);
    for (const { text } of lessons) {
      const titles = [...text!.content.matchAll(/^# (.+)$/gm)].map(([, title]) => title);
      expect(new Set(titles).size).toBe(3);
      expect(text!.title).toBe(titles.join('; '));
    }
    const spent = evaluation.spent_micro_usd / evaluation.estimate.micro_usd;
    expect(spent).toBeGreaterThan(0.5);
    expect(spent).toBeLessThan(2);
  });

  it('counts lessons that a checking service had corrected', async () => {
    await control('PUT', 'review', { revise_share: 1 });
    const { standings, evaluation } = await compare();
    expect(standings.map(({ corrected }) => corrected)).toEqual([1, 1]);
    const corrected = await database.knex('evaluation_sample').where({ evaluation_id: evaluation.evaluation_id }).whereNotNull('corrected');
    expect(corrected).toHaveLength(10);
  });

  it('continues without parts that a model cannot write; if none can, it fails', async () => {
    await control('PUT', 'faults', { service: 'openai', mode: 'garbage' });
    const { evaluation, standings, by_brief: briefs } = await compare();
    expect(evaluation.status).toBe('completed');
    expect(standings.map(({ written, failed }) => [written, failed])).toEqual([
      [5, 0],
      [0, 5],
    ]);
    expect(briefs[0]).toMatchObject({ outcomes: [], missing: [1] });
    await control('PUT', 'faults', { service: 'claude', mode: 'garbage' });
    expect((await compare()).evaluation.status).toBe('failed');
  });

  it('continues without research that nobody could deliver', async () => {
    await control('PUT', 'faults', { service: 'grok', mode: 'garbage' });
    const { evaluation, standings, judges } = await compare();
    expect([evaluation.status, standings.map(({ written }) => written), judges]).toEqual(['completed', [5, 5], []]);
  });

  it('refuses a judge that has written, identical casts, and services that are not connected', async () => {
    const refused = async (changes: Partial<EvaluationPlan>) =>
      estimateEvaluation(plan(changes)).then(
        () => null,
        (error: { data?: { errors?: { path: string }[] } }) => error.data?.errors?.[0]?.path,
      );
    expect(await refused({ judges: [part('claude')] })).toBe('judges');
    expect(await refused({ judges: [part('grok'), part('grok')] })).toBe('judges');
    expect(await refused({ casts: [cast('One', 'claude'), cast('Other', 'claude')] })).toBe('casts');
    expect(await refused({ casts: [cast('One', 'claude'), cast('one', 'openai')] })).toBe('casts');
  });

  it('uses another model of a service if a cast names one, and stops when it is stopped', async () => {
    const other = { service: 'claude' as const, model: 'claude-unheard-of' };
    const casts = [cast('Claude', 'claude'), { name: 'Other', roles: { ...cast('', 'claude').roles, lesson: other } }];
    const id = await startEvaluation(plan({ casts }), SCRIPT);
    await vi.waitUntil(
      () =>
        sandbox()
          .calls('claude')
          .some(({ model }) => model === other.model),
      { timeout: 30_000, interval: 20 },
    );
    await actOnEvaluation({ evaluationId: id, act: 'cancel' }, SCRIPT).catch(() => undefined);
    expect((await ended(id)).evaluation.status).toMatch(/cancelled|completed/);
  });
});

describe('a judge', () => {
  it('that prefers the first answer is noticed, and no longer counts; another one agrees with nobody', async () => {
    await control('PUT', 'judges', { prefer_first: ['grok'] });
    const { report, seeded } = await judgeSeeded([part('grok'), part('gemini')]);
    expect(report.judges).toMatchObject([
      { name: nameOf(part('grok')), steady: 0, prefers: 'first', first: 40 },
      { name: nameOf(part('gemini')), steady: 1, prefers: null },
    ]);
    expect(report.agreement).toEqual([]);
    // every damaged lesson loses, harmless differences do not matter, and only the valid judge names the winner
    const winners = report.by_brief.map(({ outcomes }) => outcomes[0]!.winner);
    expect(winners).toEqual(seeded.map(({ defect }) => (defect === null ? null : 0)));
    expect(report.duels[0]).toMatchObject({ wins: 10, losses: 0, ties: 10 });
    expect(report.winner).toBe(0);
  });

  it('gives each verdict once, although every message comes several times', async () => {
    const heartbeat = startHeartbeat();
    const second = createStepRunner({ worker: 'second', heartbeat, processors: PROCESSORS });
    const seeded = seededLessons(20);
    const id = await startJudging(seededPlan(seeded, [part('grok')]), samplesOf(seeded), SCRIPT);
    const again = async () => {
      const steps = await database.knex('step').where({ run_id: id }).select('id', 'job', 'dispatch');
      await Promise.all(
        steps.map((step) => second.run(readJob(step.job, { step_id: step.id, dispatch: step.dispatch })).catch(() => undefined)),
      );
      const { status } = (await database.knex('run').where({ id }).first('status'))!;
      return TERMINAL_RUN_STATUSES.includes(status);
    };
    await vi.waitUntil(again, { timeout: 60_000, interval: 20 });
    heartbeat.stop();
    await callsSettled();
    const stored = await database.knex('evaluation_verdict').where({ evaluation_id: id });
    expect(stored).toHaveLength(40);
    expect(
      sandbox()
        .calls('grok')
        .filter(({ purpose }) => purpose === 'judgement'),
    ).toHaveLength(40);
    expect((await readEvaluation(id, null)).evaluation).toMatchObject({ status: 'completed', calls: 40 });
  });
});

describe('a person', () => {
  it('judges pairs without names, then sees them, and judges once: a second verdict changes nothing', async () => {
    const accountId = await insertAccount(database.knex);
    const operator = { accountId, requestId: 'test' };
    const { evaluation } = await compare();
    const id = evaluation.evaluation_id;
    const { pair, left } = await readBlindPair(id, accountId);
    expect(left).toBe(5);
    expect(JSON.stringify(pair)).not.toMatch(/Claude|OpenAI/);
    const [firstId, secondId] = [pair!.first.lesson_id, pair!.second.lesson_id];
    const told = await judgeAsPerson({ evaluationId: id, firstId, secondId, verdict: 'second' }, operator);
    expect([told.first, told.second].toSorted()).toEqual(['Claude', 'OpenAI']);
    // the verdict in the other order is mirrored
    const again = await judgeAsPerson({ evaluationId: id, firstId: secondId, secondId: firstId, verdict: 'second' }, operator);
    expect(again).toEqual({ first: told.second, second: told.first, verdict: 'first' });
    const report = await readEvaluation(id, accountId);
    expect(report.left_to_judge).toBe(4);
    expect(report.judges.find(({ is_person }) => is_person)).toMatchObject({ name: 'people', verdicts: 1, steady: null, prefers: null });
    expect(report.agreement).toMatchObject([{ pairs: 1 }]);
  });
});
