import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { useBrowser } from './browser.ts';
import { openAlbum, type People } from './record-album.ts';
import type { AllowedFigures } from './figures.ts';
import type { Album, Scene } from './scenes/scenes.ts';
import { receivedFigures, recordReceivedFigures } from './received-figures.ts';

/** Failure scenes cause browser messages on the console, and so does the studio (CRE-16). */
const EXPECTED_HERE = /Failed to load resource|dynamically imported module|^Error loading creator data/;

/** Opens the recorded album and a browser for the calling test file. */
export function useScenes() {
  const { visit } = useBrowser();
  let people: People;
  let album: Album;
  const scenes = new WeakMap<Page, Scene>();
  beforeAll(async () => {
    ({ people, album } = await openAlbum());
  }, 400_000);
  return {
    visit,
    /** The recorded data of the scenes; available once the file's tests run. */
    album: () => album,
    /** The figures that a scene's page received, such as balances and invoices, and those it derives from them. */
    knownFigures: async (page: Page): Promise<AllowedFigures> => {
      const { worksOut } = scenes.get(page)!;
      const { cents = [], tokens = [] } = await receivedFigures(page);
      return { cents: [...cents, ...(worksOut?.cents ?? [])], tokens: [...tokens, ...(worksOut?.tokens ?? [])] };
    },
    /** Opens a scene and waits until it is complete, with its fonts loaded. */
    open: async (scene: Scene, before?: (page: Page) => Promise<unknown>): Promise<Page> => {
      const session = people[scene.who];
      const { page } = await visit({ tolerate: EXPECTED_HERE, ...(session && { session }) });
      scenes.set(page, scene);
      await recordReceivedFigures(page);
      await before?.(page);
      await scene.arrange?.(page, album);
      await page.goto(scene.address(album));
      await scene.act?.(page, album);
      await scene.ready(page, album).waitFor();
      await page.evaluate(async () => void (await document.fonts.ready));
      return page;
    },
  };
}
