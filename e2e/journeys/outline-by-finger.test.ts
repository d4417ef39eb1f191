import type { Locator, Page } from '@playwright/test';
import { signIn } from '#ops/testing/client.ts';
import { createAccount, PASSWORD } from '../support/account.ts';
import { sandbox } from '../support/sandbox.ts';
import { PHONE, expect, test } from '../support/test.ts';
import { installation } from '../support/installation.ts';

/** The page scrolls near its edges, so the drag is short and in small steps. */
const STEPS = 12;

/** Drags one element by touch over another, and drops it just within the other's end. */
async function drawTo(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!];
  const x = start.x + start.width / 2;
  const [y0, y1] = [start.y + start.height / 2, end.y + end.height - 8];
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] });
  await touch('touchStart', y0);
  for (let step = 1; step <= STEPS; step += 1) await touch('touchMove', y0 + ((y1 - y0) * step) / STEPS);
  await touch('touchEnd');
}

test('an outline is put in another order on a phone, by buttons and drawn by finger, and another device finds it so', async ({ visit }) => {
  await sandbox.latency(0);
  const session = await createAccount();
  const client = await signIn(installation().appUrl, { email: session.user.email, password: PASSWORD });
  const form = { age: 30, topic: 'Knots', learning_goals: 'Tie ten of them', duration: '1 week intensive', review_outline: true };
  const { task_id } = await client.start(form);
  const { page } = await visit({ session, viewport: PHONE, isTouched: true });
  await page.goto(`/create/runs/${task_id}`);
  await page.getByRole('button', { name: 'Write this course' }).waitFor();
  const rows = page.locator('[data-lesson]');
  const titles = (of = page) =>
    of.locator('[data-lesson] textarea').evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));
  const [first, second, third] = await titles();

  // the tap comes first: for a moment after a drag Chromium waits for the second half of a double tap
  const up = page.getByRole('button', { name: `Move up: ${third!}` });
  const box = (await up.boundingBox())!;
  expect([box.width, box.height].every((size) => size >= 44)).toBe(true);
  await up.tap();
  await expect.poll(async () => (await titles()).slice(0, 3)).toEqual([first, third, second]);

  await drawTo(page, rows.nth(0).locator('[data-handle]'), rows.nth(1));
  await expect.poll(async () => (await titles()).slice(0, 3)).toEqual([third, first, second]);

  await page.getByText('Your changes are saved.').waitFor();
  const { page: elsewhere } = await visit({ session });
  await elsewhere.goto(`/create/runs/${task_id}`);
  await elsewhere.getByRole('button', { name: 'Write this course' }).waitFor();
  expect((await titles(elsewhere)).slice(0, 3)).toEqual([third, first, second]);
  await client.request('DELETE', `/api/generate-course/${task_id}`);
});
