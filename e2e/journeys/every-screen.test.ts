import type { Page } from '@playwright/test';
import { figuresOutsideCatalogue } from '../support/figures.ts';
import { belowTheFold, FOLDS, misplaced, misshapen } from '../support/look-check.ts';
import { leftInEnglish, textsIn } from '../support/left-in-english.ts';
import { changeLanguage, readIn, readInEnglish } from '../support/languages.ts';
import {
  resize,
  shoot,
  horizontalOverflow,
  squeezedTexts,
  unfold,
  axeViolations,
  setScheme,
  controlsUnderBar,
  openOutOfSight,
  servicesNamed,
} from '../support/page-checks.ts';
import { ALL_SCENES, DAILY } from '../support/scenes/all-scenes.ts';
import type { Album, Scene } from '../support/scenes/scene.ts';
import { DESKTOP, PHONE, SLOW, expect, test, type KnownFigures } from '../support/test.ts';

// no scene needs another one, and one after the other they would keep a single worker busy for longer than all other files
test.describe.configure({ mode: 'parallel' });
test.afterEach(() => readInEnglish());

/**
 * A scheme has the same colours in both windows, so each is tested in one; `theme/tokens.test.ts` measures the pairs of the contrast scheme, and
 * the main screens are tested by every rule of markup on phones, in Arabic.
 */
const WINDOWS = [
  ['desktop', DESKTOP, 'light'],
  ['phone', PHONE, 'dark'],
] as const;

const fileOf = (...words: string[]) => words.join(' ').replaceAll(/[ ,]+/g, '-');

/** Switches a page that was tested in English to Arabic: whether texts are missing is the same question in every language. */
async function testInArabic(album: Album, knownFigures: KnownFigures, page: Page, { name }: Scene): Promise<void> {
  readIn('ar');
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await changeLanguage(page, 'ar');
  const { stray } = await figuresOutsideCatalogue(page, () => knownFigures(page), 'ar');
  expect(stray, 'figures that neither the server sent nor the catalogue contains, in ar').toEqual([]);
  await expect.poll(() => leftInEnglish(page, textsIn(album)), { message: 'left in English' }).toEqual([]);
  for (const [size, viewport] of WINDOWS) {
    await resize(page, viewport);
    expect(await horizontalOverflow(page), `${size}, ar`).toEqual({ px: 0, by: [] });
    expect(await misplaced(page), `${size}, ar: what does not keep its place beside its neighbours`).toEqual([]);
    await shoot(page, fileOf('ar', name, size));
  }
  // the colours were tested in English
  expect(await axeViolations(page, 'of markup'), 'phone, ar').toEqual([]);
}

/** The screens with the most text side by side: words are longest in Spanish. */
const CROWDED = /builder|plans|run|settings|account/;

async function testInSpanish(page: Page, { name }: Scene): Promise<void> {
  readIn('es');
  await changeLanguage(page, 'es');
  await resize(page, { width: 320, height: 800 });
  await shoot(page, fileOf('es', name));
  expect(await horizontalOverflow(page), '320 px, es').toEqual({ px: 0, by: [] });
  await expect.poll(() => squeezedTexts(page), { message: '320 px, es' }).toEqual([]);
}

async function testWindow(page: Page, { name }: Scene, [size, viewport, scheme]: (typeof WINDOWS)[number]): Promise<void> {
  await resize(page, viewport);
  expect(await horizontalOverflow(page), size).toEqual({ px: 0, by: [] });
  expect(await misshapen(page), `${size}: what does not have the box it is meant to have`).toEqual([]);
  expect(await misplaced(page), `${size}: what does not keep its place beside its neighbours`).toEqual([]);
  expect(await controlsUnderBar(page), `${size}: under the bar`).toEqual([]);
  expect(await openOutOfSight(page), `${size}: open, and out of sight`).toEqual([]);
  await setScheme(page, scheme);
  expect(await axeViolations(page, scheme === 'light' ? 'all' : 'of colour'), `${size}, ${scheme}`).toEqual([]);
  await shoot(page, fileOf(name, size, scheme));
}

/**
 * Screens that name services where none is connected: those on which one is connected, the mentor, whose styles have their names (MEN-01),
 * legal pages, which say who may receive what, and pages that describe the product to visitors.
 */
const NAME_SERVICES = /connections|mentor|privacy|landing|investor/;

/** What a screen shows when it opens. */
async function testFirstWindow(page: Page, scene: Scene, knownFigures: KnownFigures): Promise<void> {
  const { stray } = await figuresOutsideCatalogue(page, () => knownFigures(page));
  expect(stray, 'figures that neither the server sent nor the catalogue contains').toEqual([]);
  if (!NAME_SERVICES.test(scene.name)) expect(await servicesNamed(page), 'services named in an installation that has none').toEqual([]);
  await testWindow(page, scene, WINDOWS[0]);
  if (scene.isReadFirst) return;
  for (const fold of FOLDS) {
    await resize(page, fold);
    expect(await belowTheFold(page), `primary buttons, none of them in the first view of ${fold.width} × ${fold.height}`).toEqual([]);
  }
}

// `npm test` checks the daily screens in one window and one scheme; their other windows and schemes, and all other screens, are slow tests
for (const scene of ALL_SCENES) {
  if (DAILY.has(scene.name))
    test(`${scene.name}: WCAG 2.2 AA, and nothing scrolls sideways`, async ({ open, knownFigures }) =>
      testFirstWindow(await open(scene), scene, knownFigures));

  const inLanguages = scene.isMain ? '; SHELL-01 the same in Arabic, with no English sentence left' : '';
  test(
    `${scene.name}: WCAG 2.2 AA, light and dark, on desktop and phone; nothing scrolls sideways, nor with text twice as large${inLanguages}`,
    SLOW,
    async ({ open, album, knownFigures }) => {
      const page = await open(scene);
      if (!DAILY.has(scene.name)) await testFirstWindow(page, scene, knownFigures);
      for (const window of WINDOWS.slice(1)) await testWindow(page, scene, window);
      await setScheme(page, 'light');
      await resize(page, { width: 360, height: 800 }, '200%');
      await unfold(page);
      expect(await horizontalOverflow(page), '360 px wide, text at 200%').toEqual({ px: 0, by: [] });
      await expect.poll(() => squeezedTexts(page), { message: '360 px wide, text at 200%' }).toEqual([]);
      await shoot(page, fileOf(scene.name, 'text-200'));
      if (scene.isMain) await testInArabic(album, knownFigures, page, scene);
      if (scene.isMain && CROWDED.test(scene.name)) await testInSpanish(page, scene);
    },
  );
}
