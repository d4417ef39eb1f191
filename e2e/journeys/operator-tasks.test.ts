import type { Page } from '@playwright/test';
import { enter, SAMPLE_OPERATOR } from '../support/account.ts';
import { axeViolations } from '../support/page-checks.ts';
import { sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/test.ts';

const FAILED = 'Sorting algorithms compared (sample)';

/** Presses keys, counted; what is typed at once is one. */
function keyboardOf(page: Page) {
  let presses = 0;
  return {
    async press(...keys: readonly string[]) {
      for (const key of keys) await page.keyboard.press(key);
      presses += keys.length;
    },
    /** Asks the search and waits for what it offers first. */
    async find(words: string, first: string) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search and commands' }).fill(words);
      await page.getByRole('option', { selected: true }).filter({ hasText: first }).waitFor();
      presses += 2;
    },
    /** @returns how many it took since the last count */
    count() {
      const counted = presses;
      presses = 0;
      return counted;
    },
  };
}

test('an operator does the tasks of a day by the keyboard alone, in 5 presses each at most', async ({ visit }) => {
  await sandbox.heal();
  const { page } = await visit({ session: await enter(SAMPLE_OPERATOR) });
  await page.goto('/operator');
  const { press, find, count } = keyboardOf(page);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const rows = () => page.getByRole('grid', { name: 'Runs' }).locator('[role="row"][data-id]');
  const took: Record<string, number> = {};

  await press('g', 'v');
  await page.getByRole('heading', { level: 1, name: 'AI services' }).waitFor();
  took['which service fails'] = count();

  await find('slow', 'Runs: Slow for its kind');
  await press('Enter');
  await page.locator('a[aria-current="page"]', { hasText: 'Slow for its kind' }).waitFor();
  took['what was slow since yesterday'] = count();

  await find('sample-student-1@', 'Runs of');
  await press('ArrowDown', 'Enter');
  await rows().filter({ hasText: FAILED }).waitFor();
  took['failed runs of a person'] = count();

  await press('j', 'Enter');
  await page.getByRole('heading', { level: 1, name: FAILED }).waitFor();
  took['and the first of them'] = count();
  await page.getByRole('region', { name: 'Attempts' }).first().waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await find('pause clips', 'Pause Clips');
  await press('Enter');
  await page.getByRole('status').getByText('Paused: Clips', { exact: false }).first().waitFor();
  took['pause clips'] = count();
  await find('resume clips', 'Resume Clips');
  await press('Enter');
  await page
    .getByRole('banner')
    .getByText(/^All work runs/)
    .waitFor();
  count();

  await find('no service', 'Runs that failed: No service answered');
  await press('Enter');
  await page.getByRole('button', { name: /^Retry all/ }).waitFor();
  await press('r');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Retry all/ })
    .waitFor();
  // the last press would begin them
  took['retry all of a failure'] = count() + 1;
  await page.keyboard.press('Escape');

  await find('elections', 'How elections are counted');
  await press('Enter');
  await page.getByText(/^usually \$/).waitFor();
  took['why a course cost more'] = count();

  await find('who changed', 'Audit: who changed a limit');
  await press('Enter');
  await page.getByRole('search').getByText('Limits').waitFor();
  took['who changed a limit'] = count();
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
  });
});
