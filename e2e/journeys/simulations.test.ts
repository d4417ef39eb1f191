import path from 'node:path';
import type { Page } from '@playwright/test';
import type * as iwer from 'iwer';
import { axeViolations } from '../support/page-checks.ts';
import { givenCourse } from '../support/record-workshop.ts';
import { sandbox } from '../support/sandbox.ts';
import { PHONE, SLOW, expect, test, type Visit } from '../support/test.ts';

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
  await page.getByLabel('What should learners see and try out?').fill('How gears turn');
  await page.getByRole('button', { name: 'Create a simulation' }).click();
  const enter = page.getByRole('link', { name: 'Enter' });
  await enter.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await enter.click();
  await page.getByRole('heading', { level: 1, name: 'Two gears: slower and stronger' }).waitFor();
  return page;
}

/** Sets as many teeth as solve the first task, by keyboard. */
async function solveFirstTask(page: Page): Promise<void> {
  const output = page.getByRole('slider', { name: 'Teeth on the output gear' });
  await output.focus();
  for (let teeth = 24; teeth < 32; teeth += 1) await page.keyboard.press('ArrowRight');
  await page.getByText('Half the speed, and twice the torque: the power stays the same.').waitFor();
  await page.getByText('Solved: 1 of 3.').waitFor();
}

test('a learner has a simulation made, walks in and solves a task by keyboard', SLOW, async ({ visit }) => {
  const page = await atSimulation(visit);
  await page.getByRole('img', { name: 'Two gears: slower and stronger' }).waitFor();
  // reduced motion: time stands still until Play is pressed
  await page.getByRole('button', { name: 'Play' }).waitFor();
  await page.getByRole('button', { name: 'Hint' }).first().click();
  await page.getByText('Twice the teeth.').waitFor();
  await solveFirstTask(page);
  expect(await axeViolations(page)).toEqual([]);
});

test('a learner on a phone solves a task, and nothing scrolls sideways', SLOW, async ({ visit }) => {
  const page = await atSimulation(visit, PHONE);
  await solveFirstTask(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

/** An emulated headset, as far as it is used here. */
type Headset = Pick<iwer.XRDevice, 'activeSession' | 'primaryInputMode' | 'controllers' | 'hands'>;

/** Points the right hand straight ahead at a place of the room, and presses the trigger or pinches when a frame has shown it there. */
const press = (page: Page, x: number, y: number): Promise<void> =>
  page.evaluate(
    async ([right, up]) => {
      const { primaryInputMode, controllers, hands } = (globalThis as unknown as { headset: Headset }).headset;
      const [controller, hand] = [controllers.right!, hands.right!];
      const pointed = primaryInputMode === 'hand' ? hand : controller;
      const squeeze = (value: number) =>
        primaryInputMode === 'hand' ? hand.updatePinchValue(value) : controller.updateButtonValue('trigger', value);
      const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      pointed.position.set(right, up, -0.2);
      pointed.quaternion.set(0, 0, 0, 1);
      await frames();
      squeeze(1);
      await frames();
      squeeze(0);
      await frames();
    },
    [x, y] as const,
  );

for (const [mode, input] of [
  ['VR', 'controller'],
  ['AR', 'hand'],
] as const)
  test(
    `a learner with a headset enters ${mode}, solves a task by a slider in the room with a ${input}, and leaves`,
    SLOW,
    async ({ visit }) => {
      const { session, course } = await givenCourse();
      const { page, context } = await visit({ session, tolerate: CLOCK });
      await context.addInitScript({ path: path.resolve(import.meta.dirname, '../../node_modules/iwer/build/iwer.min.js') });
      await context.addInitScript((inputMode) => {
        const { XRDevice, metaQuest3 } = (globalThis as unknown as { IWER: Pick<typeof iwer, 'XRDevice' | 'metaQuest3'> }).IWER;
        const device = new XRDevice(metaQuest3);
        device.installRuntime({ forceInstall: true });
        device.primaryInputMode = inputMode;
        Object.assign(globalThis, { headset: device });
      }, input);
      await page.goto(`/courses/${course.course_id}`);
      await page.getByLabel('What should learners see and try out?').fill('How gears turn');
      await page.getByRole('button', { name: 'Create a simulation' }).click();
      await page.getByRole('link', { name: 'Enter' }).click();
      const inside = () => page.evaluate(() => (globalThis as unknown as { headset: Headset }).headset.activeSession !== undefined);
      await page.getByRole('button', { name: `Enter ${mode}` }).click();
      await expect.poll(inside).toBe(true);
      // the second slider, of 8 to 40 teeth, where it says 32
      await press(page, (32 - 8) / (40 - 8) - 0.5, 0.84);
      await page.getByText('Half the speed, and twice the torque: the power stays the same.').waitFor();
      // Play, which the page outside tells too
      await press(page, 0.5, 1.4);
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await press(page, 0.85, 1.4);
      await expect.poll(inside).toBe(false);
      expect(await page.getByRole('slider', { name: 'Teeth on the output gear' }).getAttribute('aria-valuenow')).toBe('32');
    },
  );
