import { randomUUID } from 'node:crypto';
import { axeViolations, horizontalOverflow, setScheme } from '../support/page-checks.ts';
import { givenCourse, must } from '../support/record-workshop.ts';
import { sandbox } from '../support/sandbox.ts';
import { PHONE, SLOW, expect, test } from '../support/test.ts';

const EXPLAINS = 'A **wing** is what deflects air downwards. Its **camber** is the bend of its middle line.';
const USES = 'A glider has no motor. Its wing carries it all the same.';

/** A learner's course whose second lesson explains what its first uses. */
async function givenMap() {
  // a course is written, beside other journeys
  test.slow();
  await sandbox.heal();
  await sandbox.latency(0);
  const { session, client, course } = await givenCourse();
  const [first, second] = course.modules[0]!.lessons;
  let base_version = course.version;
  for (const [lesson, content] of [
    [first!, USES],
    [second!, EXPLAINS],
  ] as const) {
    const address = `/api/courses/${course.course_id}/lessons/${lesson.lesson_id}`;
    const { body } = await must(client, 'PATCH', address, { base_version, edit_session: randomUUID(), content });
    base_version = body.version;
  }
  return { session, address: `/courses/${course.course_id}` };
}

test(
  'a learner finds a term on the concept map of a course, sees what it is connected with, and opens its passage',
  SLOW,
  async ({ visit }) => {
    const { session, address } = await givenMap();
    const { page } = await visit({ session, viewport: { width: 1440, height: 900 } });
    await page.goto(address);
    await page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Map' }).click();
    await page.waitForURL(`**${address}/concept-map`);
    const map = page.getByRole('group', { name: 'Concept map' });
    const wing = map.getByRole('link', { name: /^wing, in \d+ lessons/ });
    await wing.waitFor();
    for (const scheme of ['light', 'dark', 'contrast'] as const) {
      await setScheme(page, scheme);
      expect(await axeViolations(page), scheme).toEqual([]);
    }

    // the switch adds terms that connect no lessons
    await expect(map.getByRole('link', { name: /^camber/ })).toBeHidden();
    await page.getByRole('switch', { name: 'Show terms that only one lesson uses' }).click();
    await map.getByRole('link', { name: /^camber, in 1 lesson/ }).waitFor();

    // the keyboard reaches the map as one stop, moves it and zooms it
    const drawn = map.locator('g').first();
    const view = () => drawn.getAttribute('transform');
    await wing.focus();
    for (const key of ['+', 'Shift+ArrowRight', '-', '0']) {
      const before = await view();
      await page.keyboard.press(key);
      await expect.poll(view, key).not.toBe(before);
    }
    expect(await map.locator('a[tabindex="0"]').count()).toBe(1);
    // an arrow goes to the next node in its direction, if there is one
    const isOnWing = () => wing.evaluate((element) => element === document.activeElement);
    for (const arrow of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) if (await isOnWing()) await page.keyboard.press(arrow);
    await expect(wing).not.toBeFocused();

    // a mouse that rests on a term chooses it, and its press opens the passage
    await wing.hover();
    const beside = page.getByRole('region', { name: 'Chosen on the map' });
    await beside.getByText('A wing is what deflects air downwards.').waitFor();
    await expect(map.getByRole('link', { name: /^Lesson 1\.1:/ })).toHaveAttribute('data-state', 'near');
    await wing.click();
    await page.waitForURL(`**${address}/learn/0/1?passage=**`);
    await expect
      .poll(() => page.evaluate(() => [...(CSS.highlights.get('shown-passage') ?? [])].map(String)))
      .toEqual(['A wing is what deflects air downwards.']);
  },
);

test('a phone shows the terms of a concept map as a list, and the map at a press', SLOW, async ({ visit }) => {
  const { session, address } = await givenMap();
  const { page } = await visit({ session, viewport: PHONE, isTouched: true });
  await page.goto(`${address}/concept-map`);
  await page
    .getByRole('link', { name: /^1\.1 / })
    .first()
    .waitFor();
  expect((await horizontalOverflow(page)).px).toBe(0);

  await page.getByRole('button', { name: 'Map', exact: true }).tap();
  await page.getByLabel('Search the map').fill('wing');
  const wing = page.getByRole('group', { name: 'Concept map' }).getByRole('link', { name: /^wing, in/ });
  // a finger chooses first, and opens with the next press
  await wing.tap();
  await page.getByRole('region', { name: 'Chosen on the map' }).getByText('A wing is what deflects air downwards.').waitFor();
  await wing.tap();
  await page.waitForURL(`**${address}/learn/0/1?passage=**`);
});
