import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { readConsoleCourse as course, readConsoleState as state, searchConsole as search } from '#contract/operator/console.contract.ts';
import { USUAL_LIMITS } from '#contract/operator/batches.contract.ts';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { startEngine } from '#domain/kinds.ts';
import { noteAlert } from '#domain/operator/alerts/alert.commands.ts';
import { recentAlerts } from '#domain/operator/alerts/alert.queries.ts';
import { listAudit } from '#domain/operator/audit/audit.queries.ts';
import { pauseWork } from '#domain/operator/control/pause-work.command.ts';
import { inspectRun } from '#domain/operator/runs/inspect-run.queries.ts';
import { usualRuns } from '#domain/operator/runs/run-filter.ts';
import { searchRuns } from '#domain/operator/runs/search-runs.queries.ts';
import { tune } from '#domain/operator/settings/tune.command.ts';
import { runSteps } from '#domain/platform/runs/run-envelope.queries.ts';
import { givenCreatorCourse } from '#domain/studio/creator-course.factory.ts';
import { insertAccount, insertRun } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { readConsoleCourse, readConsoleState, searchConsole } from './console.queries.ts';

const db = useTestDatabase();
let operator: { accountId: string; requestId: string };
beforeAll(async () => {
  startEngine();
  operator = {
    accountId: await insertAccount(db.knex, {
      email: 'olu@console.example',
      first_name: 'Olu',
      last_name: 'Ade',
      roles: ['operator'],
    }),
    requestId: 'r-1',
  };
});

const openAlert = async () => {
  const id = uuidv7();
  await db.knex('operator_alert').insert({ id, rule: 'ServicePaused', subject: 'gemini', value: 1, opened_at: new Date() });
  return id;
};

describe('the search of the console', () => {
  const find = async (q: string) => search.responses[200].parse(await searchConsole(q));

  it('finds runs by id, its beginning, words of the subject and of the error; people by name; courses by title', async () => {
    const lena = await insertAccount(db.knex, { email: 'lena@bakery.example', first_name: 'Lena', last_name: 'Fischer' });
    const older = await insertRun(db.knex, { account_id: lena, subject: 'Sourdough 100% rye', created_at: new Date('2026-01-02') });
    const failed = await insertRun(db.knex, {
      account_id: lena,
      subject: 'Rolls',
      status: 'failed',
      error_code: 'vendors.all_down',
      error_detail: 'Gemini asked for a pause of the sourdough.',
      finished_at: new Date(),
    });
    const courseId = await givenCourse(lena);
    await db.knex('course').where({ id: courseId }).update({ title: 'Sourdough at home' });

    const found = await find('SOURDOUGH');
    expect(found.runs).toMatchObject([
      { task_id: failed, status: 'failed', error_code: 'vendors.all_down', email: 'lena@bakery.example' },
      { task_id: older, name: 'Sourdough 100% rye' },
    ]);
    expect(found.courses).toEqual([{ course_id: courseId, title: 'Sourdough at home', email: 'lena@bakery.example' }]);
    expect((await find('rye 100%')).runs).toMatchObject([{ task_id: older }]);
    expect((await find('rye 10_%')).runs).toEqual([]);
    expect((await find('fischer len')).people).toEqual([{ user_id: lena, email: 'lena@bakery.example', name: 'Lena Fischer' }]);
    expect((await find(older)).runs).toMatchObject([{ task_id: older }]);
    expect((await find(older.slice(0, 23))).runs.map((run) => run.task_id)).toContain(older);
    expect((await find(lena)).people).toMatchObject([{ user_id: lena }]);
  });
});

describe('a course in the operators’ view', () => {
  it('is found from the run that wrote it, with its owner and its live text', async () => {
    const owner = await insertAccount(db.knex, { email: 'kim@console.example', first_name: 'Kim', last_name: 'Osei' });
    const runId = await insertRun(db.knex, { account_id: owner });
    const courseId = await givenCourse(owner);
    await db.knex('course').where({ id: courseId }).update({ run_id: runId });
    expect((await inspectRun(runId)).course_id).toBe(courseId);
    const read = course.responses[200].parse(await readConsoleCourse(courseId));
    expect(read).toMatchObject({
      course_id: courseId,
      version: 1,
      owner: { user_id: owner, email: 'kim@console.example', name: 'Kim Osei' },
    });
    expect(read.modules[0]!.lessons[0]!.content).not.toBe('');
    await db.knex('course').where({ id: courseId }).del();
    expect((await inspectRun(runId)).course_id).toBeNull();
    await expect(readConsoleCourse(courseId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is found from a run that works on it', async () => {
    const owner = await insertAccount(db.knex);
    const courseId = await givenCourse(owner);
    const runId = await insertRun(db.knex, { account_id: owner, request: JSON.stringify({ course_id: courseId }) });
    expect((await inspectRun(runId)).course_id).toBe(courseId);
    const other = await insertRun(db.knex, { account_id: owner, request: JSON.stringify({ course_id: 'none' }) });
    expect((await inspectRun(other)).course_id).toBeNull();
  });
});

describe('the header of the console', () => {
  it('shows what is paused, how many alerts are open without an owner, and which batches wait', async () => {
    const { failed } = await readConsoleState();
    await insertRun(db.knex, { status: 'failed', error_code: 'vendors.all_down', finished_at: new Date() });
    await insertRun(db.knex, { status: 'failed', error_code: 'vendors.all_down', finished_at: new Date('2026-01-02') });
    expect(state.responses[200].parse(await readConsoleState())).toMatchObject({ paused: [], batches: 0, texts: 0, failed: failed + 1 });
    await pauseWork({ scope: 'queue', name: 'film-interactive', paused: true }, operator);
    await pauseWork({ scope: 'service', name: 'grok', paused: true }, operator);
    const alertId = await openAlert();
    const { paused, alerts, recovering } = await readConsoleState();
    expect(paused).toEqual([
      { scope: 'queue', name: 'film-interactive' },
      { scope: 'service', name: 'grok' },
    ]);
    expect(recovering).not.toContain('grok');
    expect(alerts).toEqual({ open: 1, unowned: 1 });
    await noteAlert({ alertId, mine: true }, operator);
    expect((await readConsoleState()).alerts).toEqual({ open: 1, unowned: 0 });
  });
});

describe('an item that needs an operator without being an alert', () => {
  const needs = async () => (await readConsoleState()).needs;

  it('is a batch that its limits have paused or that waits after its canary, not one that an operator has paused', async () => {
    const states = [
      ['running', null],
      ['paused', 'operator'],
      ['review', null],
      ['paused', 'quality'],
    ] as const;
    for (const [state, paused_for] of states) {
      const runId = await insertRun(db.knex, { kind: 'batch', lane: 'batch' });
      const batch = { run_id: runId, name: `${state} ${paused_for}`, what: 'refresh_all', state, paused_for } as const;
      await db
        .knex('batch')
        .insert({ ...batch, at_once: 1, canary: 0, budget_micro_usd: 1, selection: '{}', estimate: '{}', ...USUAL_LIMITS });
    }
    expect((await needs()).map(({ kind, name, reason }) => [kind, name, reason])).toEqual([
      ['batch', 'paused quality', 'quality'],
      ['batch', 'review null', null],
    ]);
    await db.knex('batch').delete();
  });

  it('is a reported course until somebody has decided, once for all of its reports', async () => {
    const creator = await givenOwner({ tokens: 0 });
    const { id } = await givenCreatorCourse(creator);
    for (const reason of ['spam', 'rights'] as const)
      await db.knex('course_report').insert({ id: uuidv7(), account_id: await insertAccount(db.knex), creator_course_id: id, reason });
    expect(await readConsoleState()).toMatchObject({ reports: 1, needs: [{ kind: 'report', id, reason: 'spam' }] });
    await db.knex('course_report').update({ decided_at: new Date(), decision: 'dismissed' });
    expect(await readConsoleState()).toMatchObject({ reports: 0, needs: [] });
  });

  it('is a comparison that lacks lessons, until they are written or a winner is made the default', async () => {
    const runId = await insertRun(db.knex, { kind: 'evaluation', lane: 'batch', status: 'completed', finished_at: new Date() });
    const plan = { name: 'Two models', language: 'english', casts: '[]', judges: '[]', briefs: '[]', estimate: '{}' } as const;
    await db.knex('evaluation').insert({ run_id: runId, ...plan });
    const step = async (key: string) => {
      await db.knex('step').insert({ id: uuidv7(), run_id: runId, job: 'write-sample', key, state: 'failed', finished_at: new Date() });
    };
    // optional parts that are missing do not make it incomplete
    await step('review:0:0');
    expect(await needs()).toEqual([]);
    await step('lesson:0:1');
    expect(await needs()).toEqual([{ kind: 'comparison', id: runId, name: 'Two models', reason: null }]);
    await db.knex('evaluation').update({ applied_cast: 0 });
    expect(await needs()).toEqual([]);
  });
});

it('an alert has an owner and a note, and the audit shows who took it', async () => {
  const alertId = (await recentAlerts())[0]!.id;
  expect(await noteAlert({ alertId, note: 'The vendor knows.' }, operator)).toMatchObject({
    owner: { email: 'olu@console.example', name: 'Olu Ade' },
    note: 'The vendor knows.',
  });
  expect(await noteAlert({ alertId, mine: false }, operator)).toMatchObject({ owner: null, note: 'The vendor knows.' });
  const { entries } = await listAudit({ topic: 'alerts' });
  expect(entries.map(({ action }) => action)).toEqual(['alert.give_back', 'alert.note', 'alert.take']);
  await expect(noteAlert({ alertId: uuidv7(), mine: true }, operator)).rejects.toMatchObject({ code: 'not_found' });
});

it('the audit is searched by subject and time, and names its subjects', async () => {
  await tune([{ name: 'max_active_runs', value: 7 }], operator);
  const limits = await listAudit({ topic: 'limits', since: new Date(Date.now() - 60_000).toISOString() });
  expect(limits.entries).toMatchObject([
    { action: 'setting.change', subject_name: null, actor_name: 'Olu Ade', actor_email: 'olu@console.example' },
  ]);
  expect((await listAudit({ topic: 'limits', until: new Date(Date.now() - 60_000).toISOString() })).entries).toEqual([]);
  const ada = await insertAccount(db.knex, { email: 'ada@console.example', first_name: 'Ada', last_name: 'Lund' });
  await db.knex('audit_entry').insert({ actor: 'script:grant', action: 'role.grant', subject: `account:${ada}` });
  expect((await listAudit({ topic: 'people' })).entries).toMatchObject([
    { subject_name: 'Ada Lund', subject_email: 'ada@console.example' },
  ]);
});

describe('the usual figure of a kind', () => {
  const run = (took: number, rest: object = {}) => {
    const ended = new Date('2026-05-05T12:00:00Z');
    const started = new Date(ended.getTime() - took * 1000);
    return insertRun(db.knex, { kind: 'simulation', status: 'completed', started_at: started, finished_at: ended, ...rest });
  };

  it('is the median, and runs above twice that are slow, or expensive', async () => {
    for (const took of [9, 10, 11]) await run(took);
    const slow = await run(21);
    const dear = await run(10);
    for (const id of [slow, dear])
      await db.knex('vendor_call').insert({
        id: uuidv7(),
        run_id: id,
        service: 'claude',
        model: 'm',
        purpose: 'lesson',
        outcome: 'ok',
        cost_micro_usd: id === dear ? 900 : 0,
      });
    usualRuns.clear();
    const find = async (unusual: 'slow' | 'dear') =>
      searchRuns({ filter: { unusual, kind: 'simulation' }, sort: 'created_at', order: 'desc', page: 0, size: 10 });
    const found = await find('slow');
    expect(found.usual['simulation']).toEqual({ seconds: 10, micro_usd: 0 });
    expect([found.runs.map(({ task_id: id }) => id), found.total]).toEqual([[slow], 1]);
    expect((await find('dear')).runs.map(({ task_id: id }) => id)).toEqual([dear]);
    expect((await inspectRun(slow)).usual).toEqual({ seconds: 10, micro_usd: 0 });
  });
});

describe('the steps of a run', () => {
  it('show when each waited and worked, by lesson, and no content; another run’s are not found', async () => {
    const owner = await insertAccount(db.knex);
    const runId = await insertRun(db.knex, { account_id: owner });
    const at = (second: number) => new Date(Date.UTC(2026, 4, 5, 12, 0, second));
    const tried = [{ service: 'grok', code: 'vendors.broken_output', at: at(4).toISOString(), hint: 'The answer said: my secret.' }];
    await db.knex('step').insert({
      id: uuidv7(),
      run_id: runId,
      job: 'review-lesson',
      key: 'review:1',
      label: '2.3 The long rise',
      state: 'completed',
      service: 'gemini',
      tried: JSON.stringify(tried),
      output: JSON.stringify({ text: 'my secret' }),
      created_at: at(0),
      started_at: at(2),
      finished_at: at(9),
    });
    const steps = await runSteps({ runId, accountId: owner });
    expect(steps).toEqual([
      {
        key: 'review:1',
        job: 'review-lesson',
        label: '2.3 The long rise',
        state: 'completed',
        service: 'gemini',
        failed_at: [at(4).toISOString()],
        created_at: at(0).toISOString(),
        started_at: at(2).toISOString(),
        finished_at: at(9).toISOString(),
      },
    ]);
    await expect(runSteps({ runId, accountId: operator.accountId })).rejects.toMatchObject({ code: 'not_found' });
    expect((await inspectRun(runId)).steps).toMatchObject([{ label: '2.3 The long rise', tries: [{ hint: tried[0]!.hint }] }]);
  });

  it('of a run that works on a course are named by its lessons', async () => {
    const owner = await insertAccount(db.knex);
    const courseId = await givenCourse(owner);
    const { contents } = (await db.knex('course_version').where({ course_id: courseId }).first('contents'))!;
    const [lesson] = contents!.modules[0]!.lessons;
    const runId = await insertRun(db.knex, { account_id: owner, kind: 'flash-cards', request: JSON.stringify({ course_id: courseId }) });
    await db.knex('step').insert({ id: uuidv7(), run_id: runId, job: 'write-cards', key: 'cards:1', item_id: lesson!.lesson_id });
    expect((await inspectRun(runId)).steps[0]!.label).toBe(`1.1 ${lesson!.title}`);
  });
});
