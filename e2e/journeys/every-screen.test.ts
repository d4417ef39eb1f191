import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { signIn } from '#ops/testing/client.ts';
import { createAccount, PASSWORD } from '../support/account.ts';
import { DESKTOP, PHONE, useBrowser } from '../support/browser.ts';
import { SCHEMES, shoot, sidewaysScroll, squeezedTexts, violationsOf, wear } from '../support/look.ts';
import { recordRun } from '../support/record-run.ts';
import { recordWorkshop } from '../support/record-workshop.ts';
import { sandbox } from '../support/sandbox.ts';
import { SCENES, type Album, type Scene } from '../support/scenes.ts';
import { SCENES_IN_HAND } from '../support/scenes-in-hand.ts';

const { visit } = useBrowser();
const people: Partial<Record<Scene['who'], SessionAnswer>> = {};
let album: Album;

async function clientOf(who: 'learner' | 'author') {
  const session = (people[who] = await createAccount());
  return signIn(inject('appUrl'), { email: session.user.email, password: PASSWORD });
}

beforeAll(async () => {
  await sandbox.heal();
  people.newcomer = await createAccount();
  const [learner, author] = [await clientOf('learner'), await clientOf('author')];
  const run = await recordRun(learner, {
    age: 34,
    topic: 'Keeping bees on a city roof',
    learning_goals: 'Look after one colony through a whole year',
  });
  const workshop = await recordWorkshop(author);
  await sandbox.fault('*', 'down');
  const lost = { age: 34, topic: 'A day without services', learning_goals: 'Wait' };
  const [failed] = await Promise.all([learner, author].map(async (client) => client.finish((await client.start(lost)).task_id)));
  await sandbox.heal();
  album = { userId: learner.userId, run, failed: failed!, workshop };
}, 400_000);

/** The scenes of failure make the browser write about them. */
const EXPECTED_HERE = /Failed to load resource|dynamically imported module/;

/** Opens a scene and waits until it is complete, in its own type. */
async function open(scene: Scene) {
  const session = people[scene.who];
  const { page } = await visit({ tolerate: EXPECTED_HERE, ...(session && { session }) });
  await scene.arrange?.(page, album);
  await page.goto(scene.address(album));
  await scene.act?.(page, album);
  await scene.ready(page, album).waitFor();
  await page.evaluate(async () => void (await document.fonts.ready));
  return page;
}

describe.each([...SCENES, ...SCENES_IN_HAND])('$name', (scene) => {
  it('is usable by everybody: WCAG 2.2 AA in three schemes, on desktop and phone; nothing scrolls sideways, nor with text twice as large', async () => {
    const page = await open(scene);
    for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      await page.setViewportSize(viewport);
      for (const scheme of SCHEMES) {
        await wear(page, scheme);
        expect(await violationsOf(page, scheme === 'light' ? 'all' : 'of colour'), `${size}, ${scheme}`).toEqual([]);
        await shoot(page, `${scene.name} ${size} ${scheme}`.replaceAll(/[ ,]+/g, '-'));
      }
    }
    await wear(page, 'light');
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sidewaysScroll(page), `${width} px wide`).toEqual({ px: 0, by: [] });
    }
    await page.setViewportSize({ width: 360, height: 800 });
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    expect(await sidewaysScroll(page), '360 px wide, text at 200%').toEqual({ px: 0, by: [] });
    expect(await squeezedTexts(page), '360 px wide, text at 200%').toEqual([]);
    await shoot(page, `${scene.name} text-200`.replaceAll(/[ ,]+/g, '-'));
  });
});
