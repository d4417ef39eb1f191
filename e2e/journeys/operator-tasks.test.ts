import type { Page } from '@playwright/test';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { ConsoleRun, searchRuns } from '#contract/operator/runs-console.contract.ts';
import { clientOf, createAccount, enter, SAMPLE_OPERATOR } from '../support/account.ts';
import { axeViolations } from '../support/page-checks.ts';
import { sandbox } from '../support/sandbox.ts';
import { expect, SLOW, test } from '../support/test.ts';

const FAILED = 'Sorting algorithms compared';

/** Presses keys, counted and timed; text typed in one go counts once. */
function keyboardOf(page: Page) {
  let presses = 0;
  let since = performance.now();
  return {
    async press(...keys: readonly string[]) {
      for (const key of keys) await page.keyboard.press(key);
      presses += keys.length;
    },
    /** Types into the search and waits for its first suggestion. */
    async find(words: string, first: string) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search and commands' }).fill(words);
      await page.getByRole('option', { selected: true }).filter({ hasText: first }).waitFor();
      presses += 2;
    },
    /** @returns the presses since the last count; their duration is printed, without the time a person would think */
    count(task = '') {
      const counted = presses;
      if (task !== '') console.log(`${task}: ${counted} presses, ${((performance.now() - since) / 1000).toFixed(1)} s`);
      presses = 0;
      since = performance.now();
      return counted;
    },
  };
}

/** The course requested last, about which somebody complains. */
async function newestCourse(page: Page, token: string): Promise<ConsoleRun> {
  const answer = await page.request.get('/api/operator/runs?kind=course', { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as AnswerOf<typeof searchRuns>).runs[0]!;
}

test('an operator does the tasks of a day with the keyboard alone, in at most 5 presses each', SLOW, async ({ visit }) => {
  await sandbox.heal();
  await sandbox.latency(0);
  // it is written while the operator does other things
  const baker = await clientOf(await createAccount());
  const form = { age: 41, topic: 'Bread at home', learning_goals: 'Bake a loaf', duration: '1 week intensive' };
  const { task_id: taskId } = await baker.start(form);
  const session = await enter(SAMPLE_OPERATOR);
  const { page } = await visit({ session });
  await page.goto('/operator');
  const { press, find, count } = keyboardOf(page);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const rows = () => page.getByRole('grid', { name: 'Runs' }).locator('[role="row"][data-id]');
  const took: Record<string, number> = {};

  await press('g', 'v');
  await page.getByRole('heading', { level: 1, name: 'AI services' }).waitFor();
  took['which service fails'] = count('which service fails');

  await find('slow', 'Runs: Slow for its kind');
  await press('Enter');
  await page.locator('a[aria-current="page"]', { hasText: 'Slow for its kind' }).waitFor();
  took['what was slow since yesterday'] = count('what was slow since yesterday');

  await find('sample-student-1@', 'Runs of');
  await press('ArrowDown', 'Enter');
  await rows().filter({ hasText: FAILED }).waitFor();
  took['failed runs of a person'] = count('failed runs of a person');

  await press('j', 'Enter');
  await page.getByRole('heading', { level: 1, name: FAILED }).waitFor();
  took['and the first of them'] = count('and the first of them');
  await page.getByRole('region', { name: 'Attempts' }).first().waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await find('pause clips', 'Pause Clips');
  await press('Enter');
  await page.getByRole('status').getByText('Paused: Clips', { exact: false }).first().waitFor();
  took['pause clips'] = count('pause clips');
  await find('resume clips', 'Resume Clips');
  await press('Enter');
  await page
    .getByRole('banner')
    .getByText(/^Everything is running/)
    .waitFor();
  count();

  await find('no service', 'Failed runs: No service answered');
  await press('Enter');
  await page.getByRole('button', { name: /^Retry all/ }).waitFor();
  await press('r');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Retry all/ })
    .waitFor();
  // the last press would begin them
  took['retry all of a failure'] = count('retry all of a failure') + 1;
  await page.keyboard.press('Escape');

  await find('elections', 'How elections are counted');
  await press('Enter');
  await page.getByText(/^usually \$/).waitFor();
  took['why a course cost more'] = count('why a course cost more');

  await find('who changed', 'Audit: who changed a limit');
  await press('Enter');
  await page.getByRole('search').getByText('Limits').waitFor();
  took['who changed a limit'] = count('who changed a limit');
  expect(await axeViolations(page)).toEqual([]);

  expect((await baker.finish(taskId)).status).toBe('completed');
  count();
  // the words of a complaint: my course from 14:20
  const complaint = await newestCourse(page, session.access_token);
  const time = await page.evaluate(
    (at) => new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }),
    complaint.created_at,
  );
  await find(time, 'Courses from');
  await press('Enter');
  await rows()
    .filter({ hasText: complaint.title ?? complaint.subject })
    .first()
    .waitFor();
  await press('j', 'Enter');
  await page.getByRole('heading', { level: 1, name: complaint.title ?? complaint.subject }).waitFor();
  took['the run behind a complaint'] = count('the run behind a complaint');

  await find('deploys', 'Charts: what the last deploys changed');
  await press('Enter');
  await page.getByRole('region', { name: 'Effect of deploys' }).getByRole('columnheader', { name: 'Wait p95, hour after' }).waitFor();
  took['what a deploy changed'] = count('what a deploy changed');
  await page.getByRole('slider', { name: 'Throughput' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await find('batch bread', 'Plan a batch of courses about “bread”');
  await press('Enter');
  await page.getByRole('form', { name: 'Plan a batch' }).waitFor();
  await page.getByRole('group', { name: 'Which courses' }).getByRole('rowheader').first().waitFor();
  await page.locator('button:focus', { hasText: 'Save the plan' }).waitFor();
  // the last press would store it
  took['a batch over bread'] = count('a batch over bread') + 1;
  expect(await axeViolations(page)).toEqual([]);

  expect(took).toEqual({
    'which service fails': 2,
    'what was slow since yesterday': 3,
    'failed runs of a person': 4,
    'and the first of them': 2,
    'pause clips': 3,
    'retry all of a failure': 5,
    'why a course cost more': 3,
    'who changed a limit': 3,
    'the run behind a complaint': 5,
    'what a deploy changed': 3,
    'a batch over bread': 4,
  });
});
