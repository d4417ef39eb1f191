import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { openAdminPort, type AdminPort } from './admin.ts';
import { metrics, QUEUE_GAUGES, recordStep, registerQueueGauges } from './metrics.ts';

describe('the admin port', () => {
  let admin: AdminPort;
  afterEach(() => admin.close());
  const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${admin.port}${path}`, { method });

  it('reports that the process is alive', async () => {
    admin = await openAdminPort(0, {});
    const response = await get('/health/live');
    expect([response.status, await response.json()]).toEqual([200, { status: 'live' }]);
  });

  it('is ready if every check passes, and names the one that fails', async () => {
    let well = true;
    admin = await openAdminPort(0, {
      store: async () => undefined,
      queue: async () => (well ? undefined : Promise.reject(new Error('away'))),
    });
    const ready = await get('/health/ready');
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', checks: { store: 'ok', queue: 'ok' } }]);
    well = false;
    const notReady = await get('/health/ready');
    expect([notReady.status, await notReady.json()]).toEqual([503, { status: 'not ready', checks: { store: 'ok', queue: 'away' } }]);
  });

  it('shows figures by job and outcome, and of the process', async () => {
    // a worker that another test has killed in this process can no longer report on its queues
    for (const name of Object.values(QUEUE_GAUGES)) metrics.removeSingleMetric(name);
    recordStep('job-of-this-test', 'done', 0.3);
    admin = await openAdminPort(0, {});
    const text = await (await get('/metrics')).text();
    expect(text).toContain('coursewright_steps_total{job="job-of-this-test",outcome="done"} 1');
    expect(text).toContain('coursewright_step_seconds_bucket{le="1",job="job-of-this-test",outcome="done"} 1');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('shows figures by queue and state, even while the database is unavailable', async () => {
    let away = false;
    const gauges = new Registry();
    registerQueueGauges(
      {
        queues: async () => {
          if (away) throw new Error('away');
          return [{ queue: 'generate-batch', waiting: 4, active: 1, delayed: 0, failed: 0, paused: 0 }];
        },
        outboxAgeS: async () => 1.5,
        held: () => 7,
      },
      gauges,
    );
    admin = await openAdminPort(0, {}, gauges);
    const text = await (await get('/metrics')).text();
    expect(text).toContain('coursewright_queue_jobs{queue="generate-batch",state="waiting"} 4');
    expect(text).toContain('coursewright_outbox_age_seconds 1.5');
    expect(text).toContain('coursewright_held_steps 7');
    away = true;
    expect(await (await get('/metrics')).text()).toContain('coursewright_held_steps 7');
  });

  it('knows no other paths or methods', async () => {
    admin = await openAdminPort(0, {});
    expect((await get('/health/live', 'POST')).status).toBe(405);
    expect((await get('/')).status).toBe(404);
  });

  it('refuses a taken port', async () => {
    admin = await openAdminPort(0, {});
    await expect(openAdminPort(admin.port, {})).rejects.toThrow('EADDRINUSE');
  });
});
