import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { buildForm, givenOwner } from '#domain/courses/content/course.factory.ts';
import { startRun } from '#domain/generation/runs/course-run.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { failRun } from '#domain/platform/runs/complete-run.command.ts';
import { retryRun } from '#domain/platform/runs/retry.commands.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { KINDS, startEngine } from '#domain/kinds.ts';
import { insertAccount, insertRun } from '#domain/testing/account.factory.ts';
import { poison } from '#domain/testing/poison.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { pauseWork } from '#domain/operator/control/pause-work.command.ts';
import { admitRuns } from '#domain/platform/runs/admit-runs.command.ts';
import { claimStep, sweepSteps } from '#domain/platform/steps/lease.commands.ts';
import { LANES, queueName } from '#queues/platform/define-job.ts';
import { works } from '#queues/registry.ts';
import { EVERY_QUEUE } from '#contract/operator/control.contract.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { COUNTED_RUNS, inspectRun as contract, type RunFilter } from '#contract/operator/runs-console.contract.ts';
import { actOnRun } from './act-on-run.command.ts';
import { abortBulkAct, MOST_IN_BULK, readBulkAct, startBulkAct, runBulkActions } from './start-bulk-act.command.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { expectLogged } from '#ops/testing/expect-logged.ts';
import { inspectRun } from './inspect-run.queries.ts';
import { actsOnAll, countRuns, searchRuns } from './search-runs.queries.ts';

const db = useTestDatabase();
const delivered: string[] = [];
beforeAll(() => {
  startEngine();
  setJobSink(async (jobs) => void delivered.push(...jobs.map(({ stepId }) => stepId)));
});

let operator: { accountId: string; requestId: string };
beforeAll(async () => {
  operator = { accountId: await insertAccount(db.knex, { roles: ['operator'] }), requestId: 'r-1' };
});

it('lists every kind by its own name', () => {
  expect(Object.values(KINDS).map(({ name }) => name)).toEqual(Object.keys(KINDS));
});

const FAILED = { status: 'failed', error_code: 'vendors.all_down', finished_at: new Date() };
const call = (runId: string, service: string, cost: number) =>
  db
    .knex('vendor_call')
    .insert({ id: uuidv7(), run_id: runId, service, model: 'm', purpose: 'lesson', outcome: 'ok', cost_micro_usd: cost });
const find = async (filter: RunFilter, list: { sort?: 'cost' | 'created_at'; order?: 'asc' } = {}) => {
  const { runs, total } = await searchRuns({ filter, sort: 'created_at', order: 'desc', page: 0, size: 100, ...list });
  expect(total).toBe(runs.length);
  expect([await countRuns(filter), await countRuns(filter, 1)]).toEqual([total, Math.min(1, total)]);
  return runs.map(({ task_id: id }) => id);
};

describe('a search of runs', () => {
  it('counts matches of words up to a limit, says that there are more, and offers no act on an unknown number', async () => {
    const ofWord = { status: 'failed', error_code: 'vendors.all_down', subject: 'Everybody asks for quicksand' } as const;
    const id = await insertRun(db.knex, { ...ofWord, finished_at: new Date() });
    const search = { filter: { q: 'quicksand' }, sort: 'created_at', order: 'desc', page: 0, size: 25 } as const;
    expect(await searchRuns(search)).toMatchObject({ total: 1, is_more: false, acts: ['retry', 'remove'] });
    await db.knex.raw(
      `insert into run (id, kind, lane, request, request_id, status, subject)
       select gen_random_uuid(), 'course', 'interactive', '{}', 'many', 'completed', 'Everybody asks for quicksand' from generate_series(1, ?)`,
      [COUNTED_RUNS],
    );
    expect(await searchRuns(search)).toMatchObject({ total: COUNTED_RUNS, is_more: true, acts: [] });
    expect((await searchRuns({ ...search, page: COUNTED_RUNS / 25 })).runs).toMatchObject([{ task_id: id }]);
    await db.knex('run').where({ subject: ofWord.subject }).del();
  });

  it('finds by person, text, id, kind, error, service, batch, course and cost, and sorts', async () => {
    const ines = await insertAccount(db.knex, { email: 'ines_b@apiary.example' });
    const bees = await insertRun(db.knex, { account_id: ines, subject: 'Bees in 100% of hives' });
    const failed = await insertRun(db.knex, {
      account_id: ines,
      ...FAILED,
      kind: 'lesson',
      parent_id: bees,
      error_detail: 'Nobody answered.',
    });
    await call(bees, 'claude', 500);
    await call(bees, 'grok', 250);
    await call(failed, 'grok', 900);
    expect(await find({ person: 'INES_B@api' })).toEqual([failed, bees]);
    expect(await find({ person: 'inesXb@' })).toEqual([]);
    expect(await find({ person: ines, status: 'failed' })).toEqual([failed]);
    expect(await find({ q: '100% of' })).toEqual([bees]);
    expect(await find({ q: 'nobody ANSWERED' })).toEqual([failed]);
    expect(await find({ q: bees })).toEqual([bees]);
    expect(await find({ batch_id: bees })).toEqual([failed]);
    expect(await find({ error_code: 'vendors.all_down', kind: 'lesson' })).toEqual([failed]);
    expect(await find({ service: 'claude' })).toEqual([bees]);
    expect(await find({ person: ines, cost_from: 800 })).toEqual([failed]);
    expect(await find({ person: ines }, { sort: 'cost', order: 'asc' })).toEqual([bees, failed]);
    // on every page, runs without cost come after those with cost, or before them in reverse order
    const free = await insertRun(db.knex, { account_id: ines });
    const paged = async (order: 'asc' | 'desc') =>
      Promise.all(
        [0, 1, 2, 3].map(async (page) =>
          (await searchRuns({ filter: { person: ines }, sort: 'cost', order, page, size: 1 })).runs.map((run) => run.task_id),
        ),
      );
    expect(await paged('desc')).toEqual([[failed], [bees], [free], []]);
    expect(await paged('asc')).toEqual([[free], [bees], [failed], []]);
    const [found] = (await searchRuns({ filter: { q: bees }, sort: 'cost', order: 'desc', page: 0, size: 1 })).runs;
    expect(found).toMatchObject({ cost_micro_usd: 750, services: ['claude', 'grok'], person: { email: 'ines_b@apiary.example' } });
    // a call believed lost reports its cost later
    await db.knex('vendor_call').where({ run_id: bees, service: 'grok' }).update({ cost_micro_usd: 1000 });
    expect((await inspectRun(bees)).run.cost_micro_usd).toBe(1500);
  });
});

describe('a search of runs by a part of an address', () => {
  it('that matches more people than are looked up first finds the runs of all', async () => {
    const last = await insertAccount(db.knex, { email: 'z@swarm.example' });
    await db.knex.raw(
      `insert into account (id, email, first_name, last_name, terms_version, terms_accepted_at)
       select gen_random_uuid(), n || '@swarm.example', 'Ada', 'Okafor', '1', now() from generate_series(1, 501) n`,
    );
    const run = await insertRun(db.knex, { account_id: last });
    expect(await find({ person: '@swarm' })).toEqual([run]);
  });
});

describe('the details of one run', () => {
  const look = async (runId: string) => contract.responses[200].parse(await inspectRun(runId));

  it('lead to its trace, where the installation has a tool for traces', async () => {
    const runId = await insertRun(db.knex, { request_id: '01a210f6-22ee-7121-b313-e9a75dde7a67' });
    expect(await look(runId)).toMatchObject({ request_id: '01a210f6-22ee-7121-b313-e9a75dde7a67', trace_url: null });
    const without = config();
    setConfig({ ...without, traceUrl: 'https://traces.example/explore/{trace_id}?from=now' });
    expect((await look(runId)).trace_url).toBe('https://traces.example/explore/01a210f622ee7121b313e9a75dde7a67?from=now');
    setConfig(without);
  });

  it('return as declared for any stored row', async () => {
    const withdrawn = await insertAccount(db.knex);
    const batch = await insertRun(db.knex, { account_id: null, payer_id: withdrawn, kind: 'batch', lane: 'batch' });
    const child = await insertRun(db.knex, { account_id: null, payer_id: withdrawn, parent_id: batch, kind: 'lesson', title: 'Bees' });
    const step = {
      id: uuidv7(),
      run_id: child,
      job: 'write-lesson',
      key: 'a',
      state: 'queued',
      tried: JSON.stringify([{ service: null, code: 'internal', at: '' }]),
    };
    await db.knex('step').insert(step);
    const calls = ['claude', 'grok'].map((service) => ({
      id: uuidv7(),
      run_id: child,
      service,
      model: 'm',
      purpose: 'lesson',
      outcome: 'aborted',
    }));
    await db
      .knex('vendor_call')
      .insert(calls.map((one, at) => ({ ...one, account_id: withdrawn, step_id: at === 0 ? step.id : uuidv7() })));
    await db.knex('account').where({ id: withdrawn }).del();
    expect(await look(batch)).toMatchObject({ run: { person: null }, children: { running: 1 }, steps: [], calls: [] });
    expect(await look(child)).toMatchObject({
      run: { batch_id: batch, cost_micro_usd: 0, services: ['claude', 'grok'] },
      steps: [{ service: null, worker: null, started_at: null, tries: [{ service: null, hint: null }] }],
      calls: [{ step_key: 'a', ms: null, cost_micro_usd: null }, { step_key: null }],
    });
  });

  it('of a kind that only a newer version knows offer nothing this one cannot do', async () => {
    const ofNewKind = { kind: 'hologram' };
    expect((await look(await insertRun(db.knex, { ...ofNewKind, ...FAILED }))).acts).toEqual(['remove']);
    expect((await look(await insertRun(db.knex, ofNewKind))).acts).toEqual([]);
  });

  it('of a run that is deleted in the meantime are complete or missing', async () => {
    const runs = await Promise.all(Array.from({ length: 12 }, () => insertRun(db.knex)));
    const looks = runs.flatMap((runId) => [look(runId), db.knex('run').where({ id: runId }).del(), look(runId)]);
    for (const seen of await Promise.allSettled(looks))
      if (seen.status === 'rejected') expect(seen.reason).toMatchObject({ code: 'not_found' });
  });
});

describe('an act on a run', () => {
  it('cancels with its steps, and removes a run without a result but not its costs', async () => {
    const runId = await insertRun(db.knex);
    await db.knex('step').insert({ id: uuidv7(), run_id: runId, job: 'write-lesson', key: 'a', state: 'running', lease_until: new Date() });
    await call(runId, 'grok', 70);
    expect((await inspectRun(runId)).acts).toEqual(['cancel']);
    await actOnRun({ runId, act: 'cancel' }, operator);
    expect(await db.knex('step').where({ run_id: runId }).pluck('state')).toEqual(['cancelled']);
    await expect(actOnRun({ runId, act: 'cancel' }, operator)).rejects.toMatchObject({ code: 'run.ended' });
    await actOnRun({ runId, act: 'remove' }, operator);
    await expect(inspectRun(runId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await db.knex('run_total').where({ status: 'cancelled' }).first('runs', 'calls', 'cost_micro_usd')).toEqual({
      runs: 1,
      calls: 1,
      cost_micro_usd: 70,
    });
    const completed = await insertRun(db.knex, { status: 'completed', finished_at: new Date() });
    await expect(actOnRun({ runId: completed, act: 'remove' }, operator)).rejects.toMatchObject({ code: 'run.not_waiting' });
  });

  it('says that a plan has paid for it, and not that it was free', async () => {
    const [ownFree, ofPlan] = [await insertRun(db.knex), await insertRun(db.knex)];
    const counter = { id: uuidv7(), owner_kind: 'user', owner_id: uuidv7(), feature: 'text_course', period_key: 'm', allowed: 5, used: 1 };
    await db.knex('quota_counter').insert(counter);
    await db.knex('quota_hold').insert({
      job_id: ofPlan,
      feature: 'text_course',
      counter_id: counter.id,
      units: 1,
      state: 'used',
      expires_at: new Date(),
      resolved_at: new Date(),
    });
    expect([(await inspectRun(ownFree)).of_plan, (await inspectRun(ofPlan)).of_plan]).toEqual([false, true]);
  });

  it('promotes a waiting run before all others, and a delayed step to now', async () => {
    const runId = await insertRun(db.knex);
    const stepId = uuidv7();
    const due = new Date(Date.now() + 3_600_000);
    await db.knex('step').insert({ id: stepId, run_id: runId, job: 'write-lesson', key: 'a', due_at: due });
    expect(await claimStep(stepId, 'test')).toMatchObject({ kind: 'leased' });
    await actOnRun({ runId, act: 'promote' }, operator);
    expect(delivered).toContain(stepId);
    expect(await claimStep(stepId, 'test')).toMatchObject({ kind: 'claimed' });
    await expect(actOnRun({ runId, act: 'promote' }, operator)).rejects.toMatchObject({ code: 'run.not_waiting' });
  });
});

describe('OPS-03: a run that failed', () => {
  /** Inserts a run of a kind whose only step has failed. */
  async function givenFailed(kind: string, request: object, [job, key]: readonly [string, string], row: object = {}): Promise<string> {
    const runId = await insertRun(db.knex, { kind, request: JSON.stringify(request), ...FAILED, ...row });
    await db
      .knex('step')
      .insert({ id: uuidv7(), run_id: runId, job, key, state: 'failed', error_code: 'internal', finished_at: new Date() });
    return runId;
  }
  const statusOf = async (runId: string) => (await db.knex('run').where({ id: runId }).first('status'))!.status;

  it.each([
    ['course', {}, ['draft-outline', 'outline']],
    ['recommendations', {}, ['recommend-courses', 'choose']],
    ['interface-texts', { batches: 1 }, ['translate-texts', 'batch-0']],
    ['bulk-texts', {}, ['translate-list', 'list']],
    ['text-judgement', {}, ['judge-text', 'judge']],
    ['video', { duration: 8, mode: 'quality' }, ['film-take', 'take-0']],
  ] as const)('of kind %s runs again from its request, its failed step first', async (kind, request, step) => {
    // the installation pays; prices have their own tests
    const runId = await givenFailed(kind, request, step, { payer_id: null });
    expect((await inspectRun(runId)).acts).toEqual(['retry', 'remove']);
    await actOnRun({ runId, act: 'retry' }, operator);
    await db.knex('run').where({ status: 'running' }).whereNot({ id: runId }).update({ status: 'cancelled', finished_at: new Date() });
    await admitRuns();
    expect(await statusOf(runId)).toBe('running');
    expect(await db.knex('step').where({ run_id: runId, state: 'queued' }).pluck('key')).toContain(step[1]);
    // a second press finds it in progress
    await expect(actOnRun({ runId, act: 'retry' }, operator)).rejects.toMatchObject({ code: 'run.not_failed' });
  });

  it('costs its owner no more than they accepted: a run that their plan paid does not take their tokens', async () => {
    const accountId = await givenOwner({ tokens: 100 });
    const start = async (topic: string) => (await startRun({ accountId, form: buildForm({ topic }), requestId: 'r-1' })).runId;
    const runId = await start('Bees');
    expect(await db.knex('run').where({ id: runId }).first('paid_from')).toEqual({ paid_from: 'plan' });
    await transact((trx) => failRun(trx, { id: runId, kind: 'course' }, 'internal', []));
    // the Free Plan's only course is another one now
    const other = await start('Wasps');
    await expect(actOnRun({ runId, act: 'retry' }, operator)).rejects.toMatchObject({
      code: 'price.changed',
      data: { needed: 31, available: 0 },
    });
    expect(await statusOf(runId)).toBe('failed');
    // the owner may retry
    await retryRun({ runId, accountId });
    await Promise.all([runId, other].map((id) => cancelRun({ runId: id, accountId, keep: false })));
    expect(await db.knex('token_hold').where({ owner_id: accountId, state: 'open' })).toEqual([]);
  });

  it.each(['lesson', 'course-pictures', 'course-translation', 'course-export', 'source-reading', 'transcription', 'answer.grade'])(
    'of kind %s cannot start again once its course, file or answer is gone, and nobody is offered it',
    async (kind) => {
      const gone = uuidv7();
      const request = { home_id: gone, course_id: gone, source_id: gone, is_page: true, voice_note_id: gone, answer_id: gone };
      const runId = await givenFailed(kind, request, ['a', 'a']);
      expect((await inspectRun(runId)).acts).toEqual(['remove']);
      await expect(actOnRun({ runId, act: 'retry' }, operator)).rejects.toMatchObject({ code: 'run.input_gone' });
    },
  );

  it('is offered the acts that at least one of the matches allows, and skipped runs give the reason', async () => {
    const batch = await insertRun(db.knex);
    const ofBatch = { parent_id: batch, payer_id: null };
    const [again, rewrite, old] = [
      await givenFailed('course', {}, ['draft-outline', 'outline'], ofBatch),
      await givenFailed('lesson', {}, ['write-lesson', 'lesson:1'], { ...ofBatch, subject: 'Wasps' }),
      await givenFailed('course', {}, ['draft-outline', 'outline'], { ...ofBatch, pruned_at: new Date(), subject: 'Moths' }),
    ];
    const filter = { batch_id: batch, status: 'failed' } as const;
    const acts = async () => (await searchRuns({ filter, sort: 'created_at', order: 'asc', page: 0, size: 10 })).acts;
    expect(await acts()).toEqual(['retry', 'remove']);
    const asked = { bulkId: uuidv7(), act: 'retry', filter, expected: 3 } as const;
    await startBulkAct(asked, operator);
    await runBulkActions();
    expect(await readBulkAct(asked.bulkId)).toMatchObject({
      state: 'done',
      done: 1,
      refused: 2,
      left_alone: [
        { task_id: rewrite, subject: 'Wasps', code: 'run.input_gone' },
        { task_id: old, subject: 'Moths', code: 'run.details_pruned' },
      ],
    });
    expect(['queued', 'running']).toContain(await statusOf(again));
    expect(await acts()).toEqual(['remove']);
  });

  it('is offered by the state that a filter names if many match, and never for more than can be chosen at once', async () => {
    const of = { batch_id: await insertRun(db.knex) };
    const acts = (filter: RunFilter, total = COUNTED_RUNS + 1) => actsOnAll({ ...of, ...filter }, total);
    expect(await acts({})).toEqual([]);
    expect(await acts({ status: 'queued' })).toEqual(['promote', 'cancel']);
    expect(await acts({ status: 'completed' })).toEqual([]);
    expect(await acts({ status: 'failed' }), 'none of which can run again').toEqual(['remove']);
    await givenFailed('course', {}, ['draft-outline', 'outline'], { parent_id: of.batch_id, payer_id: null });
    expect(await acts({ status: 'failed' })).toEqual(['retry', 'remove']);
    expect(await acts({ status: 'failed' }, MOST_IN_BULK)).toEqual(['retry', 'remove']);
    expect(await acts({ status: 'failed' }, MOST_IN_BULK + 1)).toEqual([]);
  });

  it('is skipped while another run does the same work, and delays no other run', async () => {
    const owner = await insertAccount(db.knex);
    const same = { account_id: owner, payer_id: null, dedupe_key: 'bees' };
    const failed = await givenFailed('course', {}, ['draft-outline', 'outline'], same);
    await insertRun(db.knex, same);
    await expect(actOnRun({ runId: failed, act: 'retry' }, operator)).rejects.toMatchObject({ code: 'run.twin_live' });
  });
});

describe('an act on all matches', () => {
  it('is rejected without a filter or when the count has changed; applies once to each eligible run; stops on request', async () => {
    const batch = await insertRun(db.knex);
    const runs = await Promise.all(Array.from({ length: 30 }, () => insertRun(db.knex, { status: 'queued', parent_id: batch })));
    await db.knex('run').where({ id: runs[0] }).update({ status: 'completed', finished_at: new Date() });
    const asked = { bulkId: uuidv7(), act: 'cancel', filter: { batch_id: batch }, expected: 30 } as const;
    await expect(startBulkAct({ ...asked, filter: {} }, operator)).rejects.toMatchObject({ code: 'validation.failed' });
    await expect(startBulkAct({ ...asked, expected: 29 }, operator)).rejects.toMatchObject({ code: 'operator.selection_changed' });
    await Promise.all([startBulkAct(asked, operator), startBulkAct(asked, operator)]);
    expect(await db.knex('audit_entry').where({ subject: `bulk:${asked.bulkId}` })).toHaveLength(1);
    await runBulkActions();
    expect(await readBulkAct(asked.bulkId)).toMatchObject({ state: 'running', done: 19, refused: 1, total: 30 });
    expect(await abortBulkAct(asked.bulkId, operator)).toMatchObject({ state: 'aborted', done: 19 });
    expect(await runBulkActions()).toBe(0);
    expect(await find({ batch_id: batch, status: 'cancelled' })).toHaveLength(19);
    // two workers share the rest; ended runs are skipped
    const rest = { ...asked, bulkId: uuidv7(), filter: { batch_id: batch, lane: 'interactive' } } as const;
    await startBulkAct(
      { ...rest, expected: (await searchRuns({ filter: rest.filter, sort: 'cost', order: 'asc', page: 0, size: 1 })).total },
      operator,
    );
    await Promise.all([runBulkActions(), runBulkActions()]);
    await runBulkActions();
    expect(await readBulkAct(rest.bulkId)).toMatchObject({ state: 'done', total: 30, done: 10, refused: 20 });
  });

  it('is done for the others even if one run fails because of a bug here', async () => {
    expectLogged(/bulk act: a run could not be processed/);
    const batch = await insertRun(db.knex);
    const [, poisoned] = [0, 1, 2].map(() => insertRun(db.knex, { status: 'queued', parent_id: batch }));
    const act = { bulkId: uuidv7(), act: 'cancel', filter: { batch_id: batch }, expected: 3 } as const;
    const heal = await poison(db.knex, 'run', `new.id = '${await poisoned}'`);
    await startBulkAct(act, operator);
    await runBulkActions();
    await heal();
    expect(await readBulkAct(act.bulkId)).toMatchObject({ state: 'done', done: 2, refused: 1 });
    expect(
      await db
        .knex('bulk_act_item')
        .where({ bulk_id: act.bulkId, run_id: await poisoned })
        .pluck('outcome'),
    ).toEqual(['internal']);
    await db.knex('run').where({ parent_id: batch }).orWhere({ id: batch }).delete();
  });
});

describe('a paused part', () => {
  it('is neither started nor swept until it is resumed; then it is announced again', async () => {
    const runId = await insertRun(db.knex, { lane: 'batch' });
    const stepId = uuidv7();
    const long = new Date(Date.now() - 3_600_000);
    await db
      .knex('step')
      .insert({ id: stepId, run_id: runId, job: 'write-lesson', key: 'a', due_at: long, dispatched_at: long, created_at: long });
    const pause = (paused: boolean) => pauseWork({ scope: 'queue', name: 'generate-batch', paused }, operator);
    await pause(true);
    delivered.length = 0;
    await sweepSteps();
    // on a busy machine, steps of earlier tests are swept again
    expect([await claimStep(stepId, 'test'), delivered.includes(stepId)]).toEqual([{ kind: 'gone' }, false]);
    await pause(false);
    await sweepSteps();
    expect(delivered).toContain(stepId);
    expect(await claimStep(stepId, 'test')).toMatchObject({ kind: 'claimed' });
    await expect(pauseWork({ scope: 'queue', name: 'none', paused: true }, operator)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('all queues are paused at once, and resumed at once, including those that were paused before', async () => {
    const paused = () => db.knex('paused_work').where({ scope: 'queue' }).pluck('name');
    const all = works().flatMap((work) => LANES.map((lane) => queueName(work, lane)));
    await pauseWork({ scope: 'queue', name: 'generate-batch', paused: true }, operator);
    await pauseWork({ scope: 'queue', name: EVERY_QUEUE, paused: true }, operator);
    expect((await paused()).toSorted()).toEqual(all.toSorted());
    await pauseWork({ scope: 'queue', name: EVERY_QUEUE, paused: false }, operator);
    expect(await paused()).toEqual([]);
    const acts = await db.knex('audit_entry').where({ subject: 'queue:*' }).orderBy('id').pluck('detail');
    expect(acts).toMatchObject([{ before: { paused: ['generate-batch'] } }, { before: { paused: all } }]);
  });

  it('a paused kind is not admitted; a paused service is not available', async () => {
    const runId = await insertRun(db.knex, { status: 'queued', kind: 'recommendations' });
    await pauseWork({ scope: 'kind', name: 'recommendations', paused: true }, operator);
    // frees a slot
    await db.knex('run').where({ status: 'running' }).update({ status: 'cancelled', finished_at: new Date() });
    expect(await admitRuns()).not.toContain(runId);
    await pauseWork({ scope: 'kind', name: 'recommendations', paused: false }, operator);
    expect(await db.knex('run').where({ id: runId }).first('status')).toEqual({ status: 'running' });
    await pauseWork({ scope: 'service', name: 'grok', paused: true }, operator);
    expect(await db.knex('vendor_lane').where({ service: 'grok' }).first('paused_at')).toEqual({ paused_at: expect.any(Date) });
  });
});
