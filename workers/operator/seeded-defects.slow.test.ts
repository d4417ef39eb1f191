import { expect, it, vi } from 'vitest';
import { TERMINAL_RUN_STATUSES } from '#contract/platform/status.contract.ts';
import { readEvaluatedBrief, readEvaluation } from '#domain/generation/evaluations/evaluation.queries.ts';
import { startJudging } from '#domain/generation/evaluations/evaluation.commands.ts';
import { config } from '#domain/platform/config.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { detectionFigures, seededLessons } from '#ops/sandbox/faults/seeded-lessons.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';
import { patience } from '#ops/testing/slowness.ts';

const { database } = usePipeline();

// `evaluations.test.ts` has 20 of these lessons: each kind of damage once
it(
  'of 200 lessons, half of them damaged in ten ways, the judge finds most beside their twins, fewer held-out ones without, and no clean one; at the estimated cost',
  async () => {
    const seeded = seededLessons(200);
    const library = { service: 'claude', model: 'library' } as const;
    const plan = {
      name: 'Seeded',
      language: 'english' as const,
      briefs: seeded.map(({ course }) => ({ topic: course, difficulty: 'beginner' as const })),
      casts: ['As written', 'Candidate'].map((name) => ({
        name,
        roles: { outline: library, lesson: library, practice: { ...library, model: name }, review: library },
      })),
      judges: [{ service: 'grok' as const, model: config().vendors.grok.model }],
    };
    const samples = seeded.map(({ original, candidate }) => [original, candidate]);
    const id = await startJudging(plan, samples, { accountId: null, script: 'test', requestId: 'test' });
    await vi.waitUntil(async () => TERMINAL_RUN_STATUSES.includes((await database.knex('run').where({ id }).first('status'))!.status), {
      timeout: 180_000,
      interval: 100,
    });
    await callsSettled();
    const report = await readEvaluation(id, null);
    expect(report.evaluation).toMatchObject({ status: 'completed', calls: 400 });
    expect(report.evaluation.spent_micro_usd / report.evaluation.estimate.micro_usd).toBeGreaterThan(0.8);
    expect(report.evaluation.spent_micro_usd / report.evaluation.estimate.micro_usd).toBeLessThan(1.25);

    const judged = new Set(report.by_brief.flatMap(({ outcomes }, at) => (outcomes[0]?.winner === 0 ? [at] : [])));
    const checked = new Set<number>();
    for (const at of seeded.keys()) {
      const [original, candidate] = (await readEvaluatedBrief(id, at)).lessons;
      if (candidate!.faults.some((fault) => !original!.faults.includes(fault))) checked.add(at);
    }
    const found = (isHeldOut: boolean, flagged: ReadonlySet<number>) => {
      const places = [...seeded.keys()].filter((at) => seeded[at]!.isHeldOut === isHeldOut);
      const own = new Set(places.flatMap((at, place) => (flagged.has(at) ? [place] : [])));
      return detectionFigures(
        places.map((at) => seeded[at]!.defect),
        own,
      );
    };
    const twins = found(false, judged);
    expect(twins.recall).toBeGreaterThan(0.8);
    expect(twins.falseAlarmShare).toBeLessThan(0.05);
    // beside another lesson, the judge finds faults in the text itself, but neither a wrong key nor a wrong number
    const heldOut = found(true, judged);
    expect(heldOut.recall).toBeGreaterThan(0.5);
    expect(heldOut.falseAlarmShare).toBeLessThan(0.05);
    const checks = found(false, checked);
    expect(checks.recall).toBeGreaterThan(0.45);
    expect(checks.precision).toBeGreaterThan(0.95);
  },
  patience(240_000),
);
