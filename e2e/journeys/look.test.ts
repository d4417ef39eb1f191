import type { Page } from '@playwright/test';
import { resize } from '../support/page-checks.ts';
import { ALL_SCENES, DAILY } from '../support/scenes/all-scenes.ts';
import { DESKTOP, PHONE, SLOW, expect, test } from '../support/test.ts';

// each daily screen, compared with the picture that somebody has accepted (`e2e/looks`)
test.describe.configure({ mode: 'parallel' });
test.use({ albumOf: 'look' });

/** Parts that differ between runs: pictures drawn from ids, and times. Their position is compared, their content is not. */
const changing = (page: Page) => [page.locator('img, video, canvas, time, [data-cover], .recharts-surface')];
/** Share of different pixels that changing dates and sums can cause; a part that moved, grew or disappeared causes several times that. */
const MOST_DIFFERENT = 0.02;

for (const scene of ALL_SCENES.filter(({ name }) => DAILY.has(name)))
  test(`${scene.name}: looks as it was accepted, on a desktop and on a phone`, SLOW, async ({ open }) => {
    const page = await open(scene);
    for (const [size, viewport] of [
      ['desktop', DESKTOP],
      ['phone', PHONE],
    ] as const) {
      await resize(page, viewport);
      await expect(page).toHaveScreenshot(`${`${scene.name} ${size}`.replaceAll(/[ ,]+/g, '-')}.png`, {
        mask: changing(page),
        maxDiffPixelRatio: MOST_DIFFERENT,
      });
    }
  });
