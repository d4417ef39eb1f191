import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { SCREENS } from '#contract/screens.ts';
import { createAccount, enter } from '../support/account.ts';
import { changeLanguage, type OtherLanguage } from '../support/languages.ts';
import { resize, setScheme } from '../support/page-checks.ts';
import { ALL_SCENES } from '../support/scenes/all-scenes.ts';
import { type Album, addressOf } from '../support/scenes/scene.ts';
import { test, type VisitOptions } from '../support/test.ts';

/** The options of `ops/scripts/screens.ts`. */
interface Asked {
  readonly folder: string;
  /** Whole addresses, or parts of addresses; empty for all screens. */
  readonly words: readonly string[];
  readonly sizes: readonly ('desktop' | 'phone')[];
  readonly schemes: readonly ('light' | 'dark' | 'contrast')[];
  readonly languages: readonly ('en' | OtherLanguage)[];
  /** Also takes the scenes of screens without an id in their address; screens with one are shown only by scenes. */
  readonly scenes: boolean;
}

const asked = JSON.parse(process.env['SCREENS'] ?? '{}') as Asked;
const VIEWPORTS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
/** The rest of a longer screen looks like its beginning. */
const MOST_PX = 2400;
/** Milliseconds after which a screen that is still loading is captured as it is. */
const PATIENCE_MS = 10_000;
/** Console messages are tolerated, because the journeys check them. */
const QUIETLY: VisitOptions = { viewport: VIEWPORTS.desktop, tolerate: /./ };

const isPublic = (address: string) =>
  /^\/(|sign-in|forgot-password|reset-password|verify-email|parental-consent|unsubscribe|plans|contact-sales|market|kit)$/.test(address);
const sampleOf = (address: string) =>
  address.startsWith('/studio') ? 'creator' : address.startsWith('/operator') ? 'operator' : ('learner' as const);

/** Saves a screen in every requested size, scheme and language, in its frame's folder. */
async function picture(page: Page, name: string, account: string): Promise<void> {
  await page.evaluate(async () => void (await document.fonts.ready));
  await page
    .locator('[data-loading], [data-cover]:empty')
    .first()
    .waitFor({ state: 'detached', timeout: PATIENCE_MS })
    .catch(() => undefined);
  const frame = await page.evaluate(() => document.querySelector<HTMLElement>('[data-frame]')?.dataset['frame'] ?? 'without-frame');
  const folder = path.join(asked.folder, frame);
  mkdirSync(folder, { recursive: true });
  for (const language of asked.languages) {
    if (language !== 'en') await changeLanguage(page, language);
    for (const size of asked.sizes) {
      await resize(page, VIEWPORTS[size]);
      for (const scheme of asked.schemes) {
        await setScheme(page, scheme);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.screenshot({
          path: path.join(folder, `${name}--${account}--${size}--${scheme}--${language}.jpg`),
          type: 'jpeg',
          quality: 72,
          fullPage: true,
          clip: { x: 0, y: 0, width: VIEWPORTS[size].width, height: Math.min(height, MOST_PX) },
        });
      }
    }
  }
}

/** Returns the scenes of a screen with an id in its address. @throws if there is none */
function scenesOf(screen: string, album: Album) {
  const address = new RegExp(`^${screen.replaceAll(/\$\w+/g, '[^/?#]+')}(?:[?#].*)?$`);
  const scenes = ALL_SCENES.filter((one) => address.test(addressOf(one, album)));
  if (scenes.length === 0 && screen.includes('$')) throw new Error(`no scene shows ${screen}`);
  return scenes;
}

const isAsked = (address: string) =>
  asked.words.length === 0 ||
  asked.words.some((word) => ((SCREENS as readonly string[]).includes(word) ? address === word : address.includes(word)));

for (const screen of SCREENS.filter(isAsked)) {
  const name = screen.slice(1).replaceAll('/', '.').replaceAll('$', '') || 'landing';
  if (screen.includes('$') || asked.scenes)
    test(`scenes of ${screen}`, async ({ open, album }) => {
      for (const scene of scenesOf(screen, album)) {
        const page = await open(scene);
        await resize(page, VIEWPORTS.desktop);
        await picture(page, `${name}.${scene.name.replaceAll(/[ ,]+/g, '-')}`, 'full');
        await page.close();
      }
    });
  if (screen.includes('$')) continue;
  if (isPublic(screen))
    test(screen, async ({ visit }) => {
      const { page } = await visit(QUIETLY);
      await page.goto(screen);
      await page.locator('h1').first().waitFor();
      await picture(page, name, 'visitor');
    });
  else
    test(screen, async ({ visit }) => {
      const sample = { email: `${sampleOf(screen)}@example.com`, password: 'coursewright-demo' };
      for (const account of ['full', 'empty']) {
        const { page } = await visit({ ...QUIETLY, session: account === 'full' ? await enter(sample) : await createAccount() });
        await page.goto(screen);
        // the loading screen shown during the session check has its own heading
        await page.locator('#content h1').first().waitFor();
        await picture(page, name, account);
      }
    });
}
