import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

/** Clicks a button and returns the name and the first bytes of the saved file. */
async function saved(page: Page, button: string): Promise<[name: string, start: string]> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return [download.suggestedFilename(), (await readFile(await download.path())).subarray(0, 15).toString()];
}
const HTML = '<!doctype html>';

test('LAND-01 LAND-08 LAND-13 INV-03…05 INV-10 DL-02 DL-05 DL-08 DL-09 DL-10 a visitor reads the investor material and downloads it', async ({
  visit,
}) => {
  const { page } = await visit();
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(await saved(page, 'Download White Paper')).toEqual(['coursewright-seed-round-white-paper.html', HTML]);
  const deck = page.getByRole('dialog', { name: 'Investor Pitch Deck' });
  await page.getByRole('button', { name: 'Investor Pitch Deck' }).click();
  await deck.getByText('Slide 1 of 6').waitFor();
  await page.mouse.click(4, 4);
  await deck.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Information for investors' }).click();
  await page.getByRole('heading', { level: 1, name: 'Investor information' }).waitFor();
  await page.getByRole('button', { name: 'View Valuation Analysis' }).click();
  const valuation = page.getByRole('dialog', { name: 'Comprehensive Valuation Analysis' });
  await valuation.waitFor();
  expect(await saved(page, 'Download Full Analysis Report')).toEqual(['coursewright-valuation-analysis-report.html', HTML]);
  await valuation.getByText('Report downloaded').waitFor();
  await valuation.getByRole('button', { name: 'View Pitch Deck' }).click();
  await deck.waitFor();
  expect(await valuation.count()).toBe(0);
  expect((await saved(page, 'Download Pitch Deck'))[0]).toBe('coursewright-investor-pitch-deck.html');
  const [name, start] = await saved(page, 'Download Patent Documents');
  expect([name, start.slice(0, 2)]).toEqual(['coursewright-patent-documents.zip', 'PK']);
  await deck.getByRole('button', { name: 'Show Patent Documents' }).click();
  await deck.getByRole('list', { name: 'Patent documents' }).waitFor();
  expect(await deck.getByRole('list', { name: 'Patent documents' }).getByRole('listitem').count()).toBe(18);
});
