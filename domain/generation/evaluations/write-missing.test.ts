import { beforeAll, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import type { EvaluationPlan, Part } from '#contract/operator/evaluation-plan.contract.ts';
import { USUAL_BRIEFS } from '#contract/operator/usual-briefs.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { startEngine } from '#domain/kinds.ts';
import { config } from '#domain/platform/config.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { actOnEvaluation } from './act-on-evaluation.command.ts';
import { estimateEvaluation, startEvaluation } from './evaluation.commands.ts';
import { CLOSING, pairsOf } from './evaluation.kind.ts';
import { readMissing } from './write-missing.command.ts';

const db = useTestDatabase();
beforeAll(() => {
  startEngine();
  setJobSink(async () => undefined);
});

const SCRIPT = { accountId: null, script: 'test', requestId: 'test' };
const part = (service: Service): Part => ({ service, model: config().vendors[service].model });
const cast = (name: string, service: Service) => ({
  name,
  roles: { outline: part(service), lesson: part(service), practice: part(service), review: part('gemini') },
});
const planned = (): EvaluationPlan => ({
  name: 'Two models',
  language: 'english',
  briefs: USUAL_BRIEFS.slice(0, 5),
  casts: [cast('Claude', 'claude'), cast('OpenAI', 'openai')],
  judges: [part('grok')],
});

/** A comparison that has ended without three lessons of the second cast (two texts and one outline failed) and without one verdict. */
async function givenLoss(): Promise<string> {
  const id = await startEvaluation(planned(), SCRIPT);
  const lost = ['lesson:0:1', 'lesson:1:1', 'outline:2:1'];
  const steps = [[CLOSING, 'close-evaluation']];
  for (const [brief] of planned().briefs.entries()) {
    steps.push([`research:${brief}`, 'research-brief']);
    for (const place of [0, 1]) {
      const isLost = lost.some((key) => key.endsWith(`:${brief}:${place}`));
      for (const [role, job] of [
        ['outline', 'draft-sample'],
        ['lesson', 'write-sample'],
        ['practice', 'question-sample'],
        ['review', 'review-sample'],
      ] as const)
        if (!isLost || role === 'outline' || (role === 'lesson' && brief < 2)) steps.push([`${role}:${brief}:${place}`, job]);
    }
    if (brief > 2)
      for (const [one, other] of pairsOf(2))
        steps.push([`judge:${brief}:${one}-${other}:0`, 'judge-pair'], [`judge:${brief}:${other}-${one}:0`, 'judge-pair']);
  }
  const hasFailed = (key: string) => lost.includes(key) || key === 'judge:3:0-1:0';
  await db.knex('step').where({ run_id: id }).del();
  await db.knex('step').insert(
    steps.map(([key, job]) => ({
      id: uuidv7(),
      run_id: id,
      job: job!,
      key: key!,
      state: hasFailed(key!) ? ('failed' as const) : ('completed' as const),
      finished_at: new Date(),
      output: JSON.stringify({ verdict: 'accept' }),
    })),
  );
  await db.knex('run').where({ id }).update({ status: 'completed', progress: 100, finished_at: new Date() });
  return id;
}

/** The steps that were given to workers. */
const nextSteps = (id: string) => db.knex('step').where({ run_id: id, state: 'queued' }).orderBy('key').pluck('key');

it('a comparison that has lost lessons of one side shows the cost of writing only these, and has only these written', async () => {
  const id = await givenLoss();
  const missing = (await readMissing(id))!;
  // three lessons, both orders of three pairs, and the lost verdict
  expect(missing).toMatchObject({ lessons: 3, verdicts: 3 * 2 + 1, estimate: { calls: 3 * 3 + 1 + 7 } });
  const whole = await estimateEvaluation(planned());
  expect(missing.estimate.micro_usd).toBeGreaterThan(0);
  expect(missing.estimate.micro_usd).toBeLessThan(whole.micro_usd);

  const kept = () => db.knex('step').where({ run_id: id, state: 'completed' }).whereNot({ key: CLOSING }).orderBy('key').pluck('key');
  const before = await kept();
  await expect(actOnEvaluation({ evaluationId: id, act: 'write_missing', acceptedMicroUsd: 0 }, SCRIPT)).rejects.toMatchObject({
    code: 'evaluation.price_changed',
  });
  expect(await nextSteps(id)).toEqual([]);
  await actOnEvaluation({ evaluationId: id, act: 'write_missing', acceptedMicroUsd: missing.estimate.micro_usd }, SCRIPT);
  expect(await kept()).toEqual(before);
  // steps that depend on a lesson follow once it exists
  expect(await nextSteps(id)).toEqual(['judge:3:0-1:0', 'lesson:0:1', 'lesson:1:1', 'outline:2:1']);
  expect((await db.knex('run').where({ id }).first('status'))!.status).not.toBe('completed');
  expect(await readMissing(id)).toBeNull();
  expect(
    await db
      .knex('audit_entry')
      .where({ subject: `evaluation:${id}` })
      .pluck('action'),
  ).toContain('evaluation.write_missing');
  await expect(actOnEvaluation({ evaluationId: id, act: 'write_missing' }, SCRIPT)).rejects.toMatchObject({
    code: 'evaluation.unfinished',
  });
});

it('a complete one has nothing to be written', async () => {
  const id = await givenLoss();
  await db.knex('step').where({ run_id: id }).update({ state: 'completed' });
  expect(await readMissing(id)).toBeNull();
  await expect(actOnEvaluation({ evaluationId: id, act: 'write_missing' }, SCRIPT)).rejects.toMatchObject({ code: 'evaluation.complete' });
});
