import { patience } from '#ops/testing/slowness.ts';
import { enter, SAMPLE_OPERATOR } from '../support/account.ts';
import { axeViolations } from '../support/page-checks.ts';
import { sandbox } from '../support/sandbox.ts';
import { expect, SLOW, test } from '../support/test.ts';

test('an operator compares two models, judges a pair blind, and makes one of them the default', SLOW, async ({ visit }) => {
  await sandbox.heal();
  await sandbox.latency(0);
  const session = await enter(SAMPLE_OPERATOR);
  const { page } = await visit({ session });
  try {
    await page.goto('/operator/compare');
    await page.getByRole('button', { name: 'Compare models' }).first().click();
    await page.getByLabel(/^Lessons per configuration/).fill('5');
    await page.getByRole('button', { name: 'Estimate the cost' }).click();
    await page.getByText('Expected cost').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Start for about/ }).click();

    // each of five briefs is written twice, and judged twice
    await page.getByText('No configuration is clearly better than all others.', { exact: false }).waitFor({ timeout: patience(60_000) });
    await expect(page.getByRole('region', { name: 'Configurations' }).getByRole('row')).toHaveCount(3);
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Judge 5 pairs yourself' }).click();
    const judged = page.getByRole('region', { name: 'Which is better?' });
    await judged.getByRole('button', { name: 'A is better' }).click();
    await judged.getByText(/^You found .+ better than .+\.$/).waitFor();
    await judged.getByRole('button', { name: 'Next pair (4 left)' }).click();
    await judged.getByRole('button', { name: 'It is a tie' }).waitFor();
    await judged.getByRole('button', { name: 'Close' }).click();

    await page
      .getByRole('button', { name: /^Side by side/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { level: 3 }).nth(1).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page
      .getByRole('button', { name: /^Make default/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'All comparisons' }).click();
    await page.getByRole('group', { name: 'The default' }).getByRole('button', { name: 'Restore the default' }).click();
    await expect(page.getByRole('group', { name: 'The default' })).toHaveCount(0);
  } finally {
    await page.request.delete('/api/operator/default-cast', { headers: { authorization: `Bearer ${session.access_token}` } });
  }
});
