import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { startEngine } from '#domain/kinds.ts';
import { findViolations, watchAlerts } from '#domain/operator/alerts/watch-alerts.command.ts';
import { ALERT_RULES } from '#domain/operator/alerts/alert-rules.ts';
import { insertAccount, insertRun } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { givenWebhook, heardBy } from '#domain/webhooks/webhook.factory.ts';
import { METRICS } from './metric-names.ts';
import { readOverview, readSamples } from './overview.queries.ts';
import { recordWorkerHeartbeat, endWorker } from './record-worker-heartbeat.command.ts';

const db = useTestDatabase();
beforeAll(() => startEngine());

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
const step = (runId: string, row: object) =>
  db.knex('step').insert({ id: uuidv7(), run_id: runId, job: 'write-lesson', key: uuidv7(), ...row });
const worker = { id: 'host:1', lanes: ['interactive', 'batch'], queues: ['generate-interactive'], concurrency: 48, held: 3 };

describe('the overview', () => {
  it('OPS-03 counts every queue and lane from the rows, like SQL', async () => {
    const [one, batch] = [await insertRun(db.knex), await insertRun(db.knex, { lane: 'batch' })];
    await insertRun(db.knex, { status: 'queued', created_at: ago(40) });
    await insertRun(db.knex, { is_parked: true });
    const due = { created_at: ago(90), due_at: ago(30) };
    await Promise.all([
      step(one, { state: 'running', lease_until: new Date(), call_begun: { service: 'claude' } }),
      step(one, { state: 'queued', ...due }),
      step(one, { state: 'queued', created_at: ago(20), due_at: ago(20), tried: JSON.stringify([{ service: 'grok', code: 'x', at: '' }]) }),
      step(one, { state: 'queued', due_at: ago(-60) }),
      step(batch, { state: 'queued', created_at: ago(5), due_at: ago(5) }),
      step(one, { state: 'failed', created_at: ago(110), started_at: ago(100), finished_at: ago(90) }),
      ...Array.from({ length: 9 }, () => step(one, { state: 'completed', created_at: ago(80), started_at: ago(76), finished_at: ago(70) })),
      // too old to count
      step(one, { state: 'completed', created_at: ago(9000), started_at: ago(9000), finished_at: ago(5000) }),
    ]);
    await recordWorkerHeartbeat(worker);
    await db.knex('spend_day').insert({
      day: db.knex.raw(`cast(now() at time zone 'utc' as date)`),
      account_id: '00000000-0000-0000-0000-000000000000',
      micro_usd: 1_500_000,
    });

    const { queues, kinds, services, workers, spend } = await readOverview();
    const learners = queues.find(({ queue }) => queue === 'generate-interactive')!;
    expect(learners).toMatchObject({ active: 1, waiting: 2, delayed: 1, failed: 1, workers: 1, is_paused: false });
    expect(learners.oldest_s).toBeGreaterThanOrEqual(30);
    expect([Math.round(learners.wait!.p50), Math.round(learners.wait!.p99), Math.round(learners.run!.p50)]).toEqual([4, 10, 6]);
    expect(learners.ended.slice(-3).reduce((sum, count) => sum + count)).toBe(10);
    // nothing has ended since the older of the two began to wait: the running step takes the usual 6 s
    expect(learners.empty_in_s! / 12).toBeCloseTo(1, 1);
    expect(queues.find(({ queue }) => queue === 'generate-batch')).toMatchObject({
      waiting: 1,
      active: 0,
      workers: 0,
      wait: null,
      empty_in_s: null,
    });
    expect(kinds.find(({ kind, lane }) => kind === 'course' && lane === 'interactive')).toMatchObject({ queued: 1, running: 1, parked: 1 });
    expect(Math.floor(kinds.find(({ kind, lane }) => kind === 'course' && lane === 'interactive')!.oldest_s / 10)).toBe(4);
    expect(services.map(({ service, under_way, waiting }) => [service, under_way, waiting])).toEqual(
      expect.arrayContaining([
        ['claude', 1, 0],
        ['grok', 0, 1],
      ]),
    );
    expect(workers).toMatchObject([{ id: 'host:1', is_alive: true, held: 3 }]);
    expect([spend.micro_usd, spend.cap_micro_usd! > 0]).toEqual([1_500_000, true]);
    await endWorker('host:1');
    expect((await readOverview()).workers).toEqual([]);
  });

  it('predicts when a queue will be empty from the rate while work waits, not from the quiet minutes before', async () => {
    const run = await insertRun(db.knex);
    const draw = (row: object) => db.knex('step').insert({ id: uuidv7(), run_id: run, job: 'draw-picture', key: uuidv7(), ...row });
    const emptyIn = async () => (await readOverview()).queues.find(({ queue }) => queue === 'draw-interactive')!.empty_in_s;
    expect(await emptyIn()).toBeNull();
    // fourteen quiet minutes, then thirty in twenty seconds, while twelve still wait
    await Promise.all([
      ...Array.from({ length: 12 }, () => draw({ state: 'queued', created_at: ago(20), due_at: ago(20) })),
      ...Array.from({ length: 30 }, (_, n) =>
        draw({ state: 'completed', created_at: ago(20), started_at: ago(19), finished_at: ago(n / 2) }),
      ),
      draw({ state: 'completed', created_at: ago(800), started_at: ago(790), finished_at: ago(780) }),
    ]);
    expect(await emptyIn()).toBeGreaterThan(7);
    expect(await emptyIn()).toBeLessThan(10);
    await db.knex('step').where({ run_id: run, state: 'queued' }).del();
    expect(await emptyIn()).toBeNull();
  });

  it('equals the metrics, under their declared names and labels', async () => {
    const samples = await readSamples();
    for (const { metric, labels, value } of samples) {
      for (const label of Object.keys(labels)) expect(METRICS[metric].labels, metric).toContain(label);
      expect(Number.isFinite(value), metric).toBe(true);
    }
    expect(samples).toContainEqual({
      metric: 'coursewright_queue_steps',
      labels: { queue: 'generate-interactive', state: 'waiting' },
      value: 2,
    });
  });
});

describe('alerts', () => {
  it('report a service that has begun to fail within minutes, although its hour was good', async () => {
    const run = await insertRun(db.knex);
    const calls = (count: number, row: object) =>
      db.knex('vendor_call').insert(
        Array.from({ length: count }, () => ({
          id: uuidv7(),
          run_id: run,
          service: 'gemini',
          model: 'm',
          purpose: 'lesson',
          outcome: 'ok',
          ...row,
        })),
      );
    const burning = async () => {
      const samples = await readSamples();
      return ['ServiceFails', 'ServiceFailsNow'].map((name) => {
        const held = findViolations(
          ALERT_RULES.find((one) => one.name === name)!,
          samples,
        );
        return [...held.keys()];
      });
    };
    await calls(400, { started_at: ago(1800) });
    await calls(19, { started_at: ago(30), outcome: 'broken' });
    // too few calls to judge
    expect(await burning()).toEqual([[], []]);
    await calls(1, { started_at: ago(20), outcome: 'broken' });
    expect(await burning()).toEqual([[], ['gemini']]);
    await calls(30, { started_at: ago(10) });
    expect(await burning()).toEqual([[], []]);
  });

  const rule = ALERT_RULES.find(({ name }) => name === 'NoWorkers')!;
  const alerts = () => db.knex('operator_alert').where({ rule: rule.name }).select('subject', 'value', 'opened_at', 'ended_at');

  it('apply to the worst figure of each subject that passes the threshold', () => {
    const slow = ALERT_RULES.find(({ name }) => name === 'ServiceSlow')!;
    const sample = (service: string, quantile: string, value: number) => ({ metric: slow.metric, labels: { service, quantile }, value });
    expect([
      ...findViolations(slow, [
        sample('grok', '0.95', 121),
        sample('grok', '0.95', 300),
        sample('claude', '0.5', 900),
        sample('openai', '0.95', 120),
      ]),
    ]).toEqual([['grok', 300]]);
  });

  it('open after the time in their rule, are mailed to every operator once, and close when it is over', async () => {
    const operator = await insertAccount(db.knex, { roles: ['learner', 'operator'] });
    await insertAccount(db.knex);
    const webhook = await givenWebhook({ accountId: operator, holder: 'operator' });
    await watchAlerts();
    expect(await alerts()).toMatchObject([{ value: 0, opened_at: null, ended_at: null }]);
    await db.knex('operator_alert').update({ holds_since: ago(rule.forS + 1) });
    expect(await Promise.all([watchAlerts(), watchAlerts()])).toContainEqual({ opened: expect.any(Number), ended: 0 });
    expect((await readOverview()).alerts).toContainEqual(expect.objectContaining({ rule: 'NoWorkers', severity: 'critical', value: 0 }));
    const mails = await db
      .knex('outgoing_mail')
      .where({ kind: 'operator-alert' })
      .whereRaw(`data->>'rule' = 'NoWorkers'`)
      .pluck('account_id');
    expect(mails).toEqual([operator]);
    await recordWorkerHeartbeat(worker);
    await watchAlerts();
    expect(await alerts()).toMatchObject([{ ended_at: expect.any(Date) }]);
    expect((await readOverview()).alerts.filter((alert) => alert.rule === 'NoWorkers')).toEqual([]);
    const heard = (await heardBy(webhook)).filter(({ data }) => 'rule' in data && data.rule === 'NoWorkers');
    expect(heard.map(({ type, data }) => [type, data])).toEqual(
      ['open', 'ended'].map((state) => ['alert.changed', { state, rule: 'NoWorkers', where: '', value: 0 }]),
    );
    expect(new Set(heard.map(({ object_id: id }) => id)).size).toBe(1);
  });
});
