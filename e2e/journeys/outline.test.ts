import type { Locator, Page } from '@playwright/test';
import { clientOf, createAccount } from '../support/account.ts';
import { sandbox } from '../support/sandbox.ts';
import { PHONE, SLOW, expect, test, type Visit } from '../support/test.ts';

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

/** An outline to be checked, on its owner's phone and on another device. */
async function openOutline(visit: Visit, tolerate = /^$/) {
  await sandbox.latency(0);
  const session = await createAccount();
  const client = await clientOf(session);
  const form = { age: 30, topic: 'Tides', learning_goals: 'Read a tide table', duration: '1 week intensive', review_outline: true };
  const { task_id: taskId } = await client.start(form);
  const open = async (options: Parameters<Visit>[0]) => {
    const { page } = await visit({ session, ...options });
    await page.goto(`/create/runs/${taskId}`);
    await page.getByRole('group', { name: 'Outline' }).getByRole('button', { name: 'Write this course' }).waitFor();
    return page;
  };
  const phone = await open({ viewport: PHONE, isTouched: true, tolerate });
  return { client, taskId, phone, openElsewhere: () => open({}) };
}

test(
  'an outline is reordered on a phone, by buttons and by dragging with a finger, and another device shows the new order',
  SLOW,
  async ({ visit }) => {
    const { client, taskId, phone: page, openElsewhere } = await openOutline(visit);
    const rows = page.locator('[data-lesson]');
    const titles = (of = page) =>
      of.locator('[data-lesson] [data-act="title"]').evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));
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
    const elsewhere = await openElsewhere();
    expect((await titles(elsewhere)).slice(0, 3)).toEqual([third, first, second]);
    await client.request('DELETE', `/api/generate-course/${taskId}`);
  },
);

test(
  'an outline that was changed on another device is not overwritten from a phone: the notice comes into view and takes the focus',
  SLOW,
  async ({ visit }) => {
    // the browser's log line for a rejected save
    const { client, taskId, phone, openElsewhere } = await openOutline(visit, /409/);
    const accept = phone.getByRole('group', { name: 'Outline' }).getByRole('button', { name: 'Write this course' });
    const elsewhere = await openElsewhere();
    await elsewhere.getByLabel('Course title').fill('Tides of the north');
    await elsewhere.getByText('Your changes are saved.').waitFor();

    await phone.getByLabel('Course title').fill('Tides of the south');
    const unsaved = phone.getByText('Not saved: the outline was changed elsewhere');
    await unsaved.waitFor();
    // urgent messages stay visible, above the bar at the bottom, at any scroll position
    await phone.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
    const bar = (await phone.getByRole('navigation', { name: 'Main' }).boundingBox())!;
    const foot = (await unsaved.boundingBox())!;
    expect(foot.y).toBeGreaterThan(0);
    expect(foot.y + foot.height).toBeLessThanOrEqual(bar.y);

    await accept.tap();
    const notice = phone.getByRole('heading', { name: 'The outline was changed elsewhere' });
    await expect.poll(() => notice.evaluate((heading) => heading === document.activeElement)).toBe(true);
    const seen = (await notice.boundingBox())!;
    expect(seen.y).toBeGreaterThanOrEqual(0);
    expect(seen.y + seen.height).toBeLessThan(bar.y);
    const { body: run } = await client.request('GET', `/api/generate-course/status/${taskId}`);
    expect(run).toMatchObject({ status: 'running', stage: 'approval' });

    await phone.getByRole('button', { name: 'Use the other version' }).tap();
    await expect.poll(() => phone.getByLabel('Course title').inputValue()).toBe('Tides of the north');
    await client.request('DELETE', `/api/generate-course/${taskId}`);
  },
);
