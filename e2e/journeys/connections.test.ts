import type { APIRequestContext } from '@playwright/test';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { readRecord } from '#ops/start/run-record.mjs';
import { enter, SAMPLE_OPERATOR } from '../support/account.ts';
import { installation } from '../support/installation.ts';
import { axeViolations } from '../support/page-checks.ts';
import { sandbox } from '../support/sandbox.ts';
import { expect, SLOW, test } from '../support/test.ts';

/** Kills api and worker with -9, as a machine that loses its power would, and waits until their successors answer. */
async function loseProcesses(request: APIRequestContext): Promise<void> {
  const pids = () => ['api', 'worker'].map((name) => readRecord(installation().stackDir)!.processes[name]!.pid);
  const before = pids();
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await expect.poll(() => pids().filter((pid) => before.includes(pid))).toEqual([]);
  const isReady = () =>
    request.get('/api/health/ready').then(
      (answer) => answer.ok(),
      () => false,
    );
  await expect.poll(isReady).toBe(true);
}

test(
  'an operator types a topic that the demo library lacks, connects two services, and reads their course, through two kills of api and worker',
  SLOW,
  async ({ visit }) => {
    await sandbox.heal();
    await sandbox.latency(0);
    const session = await enter(SAMPLE_OPERATOR);
    // while the api is away its pages say so, and the browser notes each call
    const { page } = await visit({ session, tolerate: /Failed to load resource|WebSocket|ERR_CONNECTION/ });
    const { sandboxUrl } = installation();
    let presses = 0;
    const press = (role: 'button' | 'link', name: string | RegExp, within: Pick<typeof page, 'getByRole'> = page) => {
      presses += 1;
      return within.getByRole(role, { name }).first().click();
    };
    const enterIn = (label: RegExp, text: string) => {
      presses += 1;
      return page.getByLabel(label).fill(text);
    };
    try {
      await page.goto('/create');
      await enterIn(/^Topic/, 'Falconry');
      await page.getByText('“Falconry” is not in the demo library').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await press('button', 'Save for later');
      await page.getByText('Saved. It will be offered again once a service is connected.').waitFor();
      await press('link', 'Connect a service');

      await press('button', 'Connect a service');
      await press('button', 'Ollama or another server');
      await enterIn(/^Address/, `${sandboxUrl}/ollama/v1`);
      await page.getByLabel(/^Address/).blur();
      // the largest of its models is chosen by itself
      await expect(page.getByLabel(/^Model/)).toHaveValue('qwen3:8b');
      await press('button', 'Test', page.getByRole('dialog'));
      await page.getByText(/words a second/).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await press('button', 'Connect', page.getByRole('dialog'));
      await press('button', 'Connect OpenAI');
      await enterIn(/^Key/, 'sk-a-stand-in');
      await enterIn(/^Address/, `${sandboxUrl}/openai/v1`);
      await page.getByLabel(/^Address/).blur();
      // the form suggests the model
      await expect(page.getByLabel(/^Model/)).toHaveValue('gpt-6.1-terra');
      await press('button', 'Connect', page.getByRole('dialog'));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await axeViolations(page)).toEqual([]);
      await loseProcesses(page.request);

      await page.goto('/create');
      await press('button', 'Create this course Falconry');
      await enterIn(/^Learning goals/, 'Fly a hawk');
      await enterIn(/^Age of the learner/, '34');
      await press('button', 'Generate Course');
      await page.waitForURL(/\/runs\//);
      // its page must be loaded: files that a first visit has not fetched are unavailable while the api is down
      await page
        .getByRole('heading', { name: /Falconry/ })
        .first()
        .waitFor();
      await loseProcesses(page.request);
      await press('link', /^(Read now|Start lesson 1)/);
      await page.getByRole('heading', { name: 'Key takeaways' }).waitFor();
      console.log(`from the demo to a lesson of one's own: ${presses} presses`);
      expect(presses).toBeLessThanOrEqual(25);
      await expect(page.getByRole('button', { name: 'Demo library' })).toHaveCount(0);
    } finally {
      for (const service of SERVICES) {
        const headers = { authorization: `Bearer ${session.access_token}` };
        await page.request.post(`/api/operator/connections/${service}/remove`, { headers, data: {} });
      }
    }
  },
);
