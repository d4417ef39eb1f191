import { readFile } from 'node:fs/promises';
import { createAccount } from '../support/account.ts';
import { axeViolations } from '../support/page-checks.ts';
import { givenCourse } from '../support/record-workshop.ts';
import { sandbox } from '../support/sandbox.ts';
import { PHONE, SLOW, expect, test } from '../support/test.ts';

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
});

test('a learner has cards written from a course, reviews them by keyboard, and opens the passage of one', SLOW, async ({ visit }) => {
  const { session, course } = await givenCourse();
  const { page } = await visit({ session });
  await page.goto(`/courses/${course.course_id}/cards`);
  await page.getByRole('button', { name: 'Create flash cards' }).click();
  await expect(page.getByText(/cards from this course come back/)).toBeVisible();
  await page.getByRole('link', { name: /^Study \d+ due$/ }).click();
  const turn = page.getByRole('button', { name: 'Show the answer', exact: true });
  await expect(turn).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Good/ })).toContainText(/in \d+ (min|days?)/);
  expect(await axeViolations(page)).toEqual([]);
  const source = page.getByRole('link', { name: /^In the lesson/ });
  await expect(source).toHaveAttribute('href', /passage=/);
  await page.keyboard.press('3');
  await expect(page.getByText(/^Card 2 of/)).toBeVisible();
  // an answer that was a slip is taken back, and the card asked again
  await page.keyboard.press('u');
  await expect(page.getByText(/^Card 1 of/)).toBeVisible();
  await expect(turn).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('1');
  await expect(page.getByText(/^Card 2 of/)).toBeVisible();
  await expect(turn).toBeFocused();
  await page.keyboard.press('Enter');
  await source.click();
  await page.waitForURL(/\/learn\//);
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('shown-passage')?.size)).toBe(1);
});

test('a learner on a phone writes a card, changes it, takes it to a file and back', SLOW, async ({ visit }) => {
  const { page } = await visit({ session: await createAccount(), viewport: PHONE });
  await page.goto('/review/cards');
  await page.getByRole('button', { name: 'New flash card' }).click();
  await page.getByLabel('Front').fill('Who feeds the queen?');
  await page.getByLabel('Back').fill('The drones');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  const options = page.getByRole('button', { name: 'Options: Who feeds the queen?' });
  await options.click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  await page.getByLabel('Back').fill('Young workers');
  await page.getByRole('button', { name: 'Save' }).click();
  const cards = page.getByRole('region', { name: 'Flash cards' });
  await page.getByRole('button', { name: 'Show the answer: Who feeds the queen?' }).click();
  await expect(cards).toContainText('Young workers');
  await page.getByRole('button', { name: 'Import, export' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Export for Anki' }).click()]);
  const file = { name: download.suggestedFilename(), mimeType: 'application/octet-stream', buffer: await readFile(await download.path()) };
  expect(file.name).toMatch(/\.apkg$/);
  await options.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No flash cards yet' }).waitFor();
  await page.getByLabel('Flash card file').setInputFiles(file);
  await page.getByRole('button', { name: 'Show the answer: Who feeds the queen?' }).click();
  await expect(cards).toContainText('Young workers');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
});
