import { createAccount } from '../support/account.ts';
import { axeViolations } from '../support/page-checks.ts';
import { sandbox } from '../support/sandbox.ts';
import { SLOW, expect, test } from '../support/test.ts';

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
});

test(
  'REC-01 REC-06 six courses are recommended below the form, stay after a reload, and one press fills the form',
  SLOW,
  async ({ visit }) => {
    const { page } = await visit({ session: await createAccount('Ines') });
    await page.goto('/create');
    await page.getByRole('button', { name: 'Recommend courses for me' }).click();
    const picks = page.getByRole('button', { name: 'Fill in the form' });
    await picks.nth(5).waitFor();
    expect(await picks.count()).toBe(6);
    expect(await axeViolations(page)).toEqual([]);
    await page.reload();
    await picks.nth(5).waitFor();
    const section = page.getByRole('region', { name: 'What to learn next' });
    const entry = section.getByRole('listitem').filter({ has: picks }).first();
    const title = await entry.locator('[dir=auto]').first().textContent();
    await picks.first().click();
    await expect.poll(() => page.getByLabel('Topic').inputValue()).toBe(title);
  },
);
