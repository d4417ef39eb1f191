import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Service } from '#contract/platform/status.contract.ts';
import { signIn, type Client } from '#ops/testing/client.ts';
import { readRecord } from '#ops/start/run-record.mjs';
import { sandbox } from '../support/sandbox.ts';
import { SLOW, expect, test } from '../support/test.ts';
import { installation } from '../support/installation.ts';

const MB = 1024 * 1024;
const MOST_MORE = 100 * MB;
let client: Client;
let courses = 0;

const begin = async () => (await client.start({ age: 41, topic: `Tides ${(courses += 1)}`, learning_goals: 'Read the tables' })).task_id;
const write = async () => client.finish(await begin());

/** The memory of the journeys' worker, and its peak since the last query; the latter on Linux only. */
const worker = () => {
  const pid = readRecord(installation().stackDir)!.processes['worker']!.pid;
  const status = `/proc/${pid}/status`;
  const line = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(status, 'utf8'))![1]) * 1024;
  const now = () =>
    existsSync(status) ? line('VmRSS') : Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
  return {
    now,
    forgetPeak: () => existsSync(status) && writeFileSync(`/proc/${pid}/clear_refs`, '5'),
    peak: () => (existsSync(status) ? line('VmHWM') : now()),
  };
};

/** Runs something and returns by how much the worker's peak memory grew. */
async function mostMore(work: () => Promise<void>): Promise<number> {
  const process = worker();
  process.forgetPeak();
  const before = process.now();
  await work();
  return process.peak() - before;
}

test.beforeAll(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
  client = await signIn(installation().appUrl);
  // the first courses of a process allocate memory it will keep
  await Promise.all([write(), write()]);
});
test.afterEach(() => sandbox.heal());

test.describe('a vendor’s data harms neither the worker nor other runs', SLOW, () => {
  for (const [what, service, mode] of [
    ['a line of 600 MB', 'claude', 'long-line'],
    ['an error of 600 MB', 'gemini', 'long-error'],
    ['2 MB that become 2 GB', 'openai', 'gzip-bomb'],
  ] as [string, Service, string][])
    test(`${what}: the worker takes at most 100 MB more, and two courses are whole`, async () => {
      await sandbox.forget();
      await sandbox.fault(service, mode);
      const more = await mostMore(async () => {
        const ends = await Promise.all([write(), write()]);
        expect(ends.map(({ status, items }) => [status, items.every(({ readable }) => readable)])).toEqual([
          ['completed', true],
          ['completed', true],
        ]);
      });
      const met = (await sandbox.calls()).filter((call) => call.fault === mode);
      expect(met.length).toBeGreaterThan(0);
      expect(more).toBeLessThanOrEqual(MOST_MORE);
    });

  test('an endless slow stream: another course is written in the meantime, and a stop ends it', async () => {
    await sandbox.forget();
    await sandbox.fault('grok', 'trickle', { times: 1 });
    const slow = await begin();
    await expect.poll(async () => (await sandbox.calls()).some((call) => call.fault === 'trickle')).toBe(true);
    const more = await mostMore(async () => expect((await write()).status).toBe('completed'));
    expect(more).toBeLessThanOrEqual(MOST_MORE);
    expect((await client.request('DELETE', `/api/runs/${slow}`)).status).toBeLessThan(300);
    expect((await client.finish(slow)).status).toBe('cancelled');
    await expect.poll(async () => (await sandbox.calls()).find((call) => call.fault === 'trickle')).toMatchObject({ aborted: true });
  });
});
