import path from 'node:path';
import type { Page } from '@playwright/test';
import type * as iwer from 'iwer';
import { axeViolations } from '../support/page-checks.ts';
import { givenCourse } from '../support/record-workshop.ts';
import { sandbox } from '../support/sandbox.ts';
import { PHONE, expect, test, type Visit } from '../support/test.ts';

/** three.js tells of a class that its React binding still uses. */
const CLOCK = /THREE\.Clock/;

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
});

/** A learner's page of a course, with a simulation about gears that is ready. */
async function atSimulation(visit: Visit, viewport?: { width: number; height: number }): Promise<Page> {
  const { session, course } = await givenCourse();
  const { page } = await visit({ session, tolerate: CLOCK, ...(viewport && { viewport }) });
  await page.goto(`/courses/${course.course_id}`);
  await page.getByLabel('What should be seen and tried out?').fill('How gears turn');
  await page.getByRole('button', { name: 'Make a simulation' }).click();
  const enter = page.getByRole('link', { name: 'Walk in' });
  await enter.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await enter.click();
  await page.getByRole('heading', { level: 1, name: 'Two gears: slower and stronger' }).waitFor();
  return page;
}

/** Sets as many teeth as solve the first task, by keyboard. */
async function solveFirstTask(page: Page): Promise<void> {
  const driven = page.getByRole('slider', { name: 'Teeth of the driven gear' });
  await driven.focus();
  for (let teeth = 24; teeth < 32; teeth += 1) await page.keyboard.press('ArrowRight');
  await page.getByText('Half the speed, and twice the torque: the power stays the same.').waitFor();
  await page.getByText('Solved: 1 of 3.').waitFor();
}

test('a learner has a simulation made, walks in and solves a task by keyboard', async ({ visit }) => {
  const page = await atSimulation(visit);
  await page.getByRole('img', { name: 'Two gears: slower and stronger' }).waitFor();
  // reduced motion: time stands still until it is let run
  await page.getByRole('button', { name: 'Let time run' }).waitFor();
  await page.getByRole('button', { name: 'Hint' }).first().click();
  await page.getByText('Twice the teeth.').waitFor();
  await solveFirstTask(page);
  expect(await axeViolations(page)).toEqual([]);
});

test('a learner on a phone solves a task, and nothing scrolls sideways', async ({ visit }) => {
  const page = await atSimulation(visit, PHONE);
  await solveFirstTask(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('a learner with a headset enters and leaves', async ({ visit }) => {
  const { session, course } = await givenCourse();
  const { page, context } = await visit({ session, tolerate: CLOCK });
  await context.addInitScript({ path: path.resolve(import.meta.dirname, '../../node_modules/iwer/build/iwer.min.js') });
  await context.addInitScript(() => {
    const { XRDevice, metaQuest3 } = (globalThis as unknown as { IWER: Pick<typeof iwer, 'XRDevice' | 'metaQuest3'> }).IWER;
    const device = new XRDevice(metaQuest3);
    device.installRuntime({ forceInstall: true });
    Object.assign(globalThis, { headset: device });
  });
  await page.goto(`/courses/${course.course_id}`);
  await page.getByLabel('What should be seen and tried out?').fill('How gears turn');
  await page.getByRole('button', { name: 'Make a simulation' }).click();
  await page.getByRole('link', { name: 'Walk in' }).click();
  const inside = () =>
    page.evaluate(() => (globalThis as unknown as { headset: { activeSession?: object } }).headset.activeSession !== undefined);
  await page.getByRole('button', { name: 'Enter VR' }).click();
  await expect.poll(inside).toBe(true);
  await page.evaluate(() =>
    (globalThis as unknown as { headset: { activeSession: { end: () => Promise<void> } } }).headset.activeSession.end(),
  );
  await expect.poll(inside).toBe(false);
  await page.getByRole('slider', { name: 'Teeth of the driven gear' }).waitFor();
});
