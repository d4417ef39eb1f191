import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../support/browser.ts';
import { SCHEMES, shoot, sidewaysScroll, squeezedTexts, violationsOf, wear } from '../support/look.ts';
import { recordAlbum, type People } from '../support/record-album.ts';
import { SCENES, type Album, type Scene } from '../support/scenes.ts';
import { SCENES_BILLING } from '../support/scenes-billing.ts';
import { SCENES_IN_HAND } from '../support/scenes-in-hand.ts';
import { SCENES_OF_ACCOUNT } from '../support/scenes-of-account.ts';
import { SCENES_FOR_VISITORS } from '../support/scenes-for-visitors.ts';
import { SCENES_ORGANISATION } from '../support/scenes-organisation.ts';

const { visit } = useBrowser();
let people: People;
let album: Album;

beforeAll(async () => {
  ({ people, album } = await recordAlbum());
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

describe.each([...SCENES, ...SCENES_FOR_VISITORS, ...SCENES_IN_HAND, ...SCENES_BILLING, ...SCENES_OF_ACCOUNT, ...SCENES_ORGANISATION])(
  '$name',
  (scene) => {
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
  },
);
