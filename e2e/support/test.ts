import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { patience } from '#ops/testing/slowness.ts';
import type { AllowedFigures } from './figures.ts';
import { installation } from './installation.ts';
import { takeMismatches } from './mocks.ts';
import { openAlbum, sessionOf } from './record-album.ts';
import { receivedFigures, recordReceivedFigures } from './received-figures.ts';
import { addressOf, type Album, type Scene } from './scenes/scene.ts';

export { expect };

/** Tag of a journey that only `npm run test:all` runs: CONTRIBUTING.md says which, and why. */
export const SLOW = { tag: '@slow' } as const;

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors on the browser's console, and uncaught ones. */
  readonly problems: string[];
}

export interface VisitOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Expected console errors, e.g. the browser's own line about a 401. */
  readonly tolerate?: RegExp;
  /** The session of a user who signed in here before; without it the profile is empty. */
  readonly session?: SessionAnswer;
  /** false: JavaScript is disabled. */
  readonly scripts?: boolean;
  /** Emulates a touch screen. */
  readonly isTouched?: boolean;
  /** Lets the page install its service worker. */
  readonly isOfflineReader?: boolean;
}

/** Opens a page with an empty profile of its own. */
export type Visit = (options?: VisitOptions) => Promise<Visitor>;
/** Opens a scene and waits until it is complete, with its fonts loaded. */
export type OpenScene = (scene: Scene) => Promise<Page>;
/** Returns the figures that a scene's page received, such as balances and invoices, and those derived from them. */
export type KnownFigures = (page: Page) => Promise<AllowedFigures>;

interface Fixtures {
  readonly visit: Visit;
  readonly open: OpenScene;
  readonly knownFigures: KnownFigures;
}

interface OfWorker {
  /** The album's owner: compared pictures have an album of their own, in which no other journey has learnt anything. */
  readonly albumOf: string;
  /** The recorded data of the scenes. */
  readonly album: Album;
}

/** Failure scenes cause browser messages on the console, and so does the studio (CRE-16). */
const EXPECTED_IN_SCENES = /Failed to load resource|dynamically imported module|^Error loading creator data/;

/** Local storage as the product leaves it after a sign-in (AUTH-17). */
const storedSession = ({ access_token, refresh_token, user }: SessionAnswer) => [
  { name: 'access_token', value: access_token },
  { name: 'refresh_token', value: refresh_token },
  { name: 'user', value: JSON.stringify(user) },
];

/** The scene that a page shows. */
const scenes = new WeakMap<Page, Scene>();

// Playwright reads the fixtures a fixture needs from the pattern of its first parameter, also when there are none
/* oxlint-disable no-empty-pattern */
export const test = base.extend<Fixtures, OfWorker>({
  baseURL: async ({}, use) => use(installation().appUrl),

  /** A test fails if one of its pages logs an error to the console, unless its visit tolerates it. */
  visit: async ({ browser, baseURL }, use) => {
    const visitors: (Visitor & { readonly tolerate?: RegExp })[] = [];
    await use(async ({ tolerate, session, viewport = DESKTOP, scripts = true, isTouched = false, isOfflineReader = false } = {}) => {
      const context = await browser.newContext({
        viewport,
        javaScriptEnabled: scripts,
        serviceWorkers: isOfflineReader ? 'allow' : 'block',
        hasTouch: isTouched,
        isMobile: isTouched,
        ...(session && { storageState: { cookies: [], origins: [{ origin: baseURL!, localStorage: storedSession(session) }] } }),
      });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(String(error)));
      const visitor = { page, context, problems };
      visitors.push({ ...visitor, ...(tolerate && { tolerate }) });
      return visitor;
    });
    const problems = visitors.flatMap((visitor) => visitor.problems.filter((problem) => !visitor.tolerate?.test(problem)));
    for (const { context } of visitors) {
      // a mocked answer still in progress must not fail because its page was closed
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await context.close();
    }
    expect(problems).toEqual([]);
    expect(takeMismatches(), 'mocked answers that the server never gives').toEqual([]);
  },

  albumOf: ['all', { scope: 'worker', option: true }],

  // the first file that needs it records it, which takes half a minute
  album: [async ({ albumOf }, use) => use((await openAlbum(albumOf)).album), { scope: 'worker', timeout: patience(400_000) }],

  open: async ({ visit, album, albumOf }, use) =>
    use(async (scene) => {
      const session = await sessionOf(scene.who ?? 'newcomer', albumOf);
      const { page } = await visit({ tolerate: EXPECTED_IN_SCENES, ...(session && { session }) });
      scenes.set(page, scene);
      await recordReceivedFigures(page);
      await scene.arrange?.(page, album);
      await page.goto(addressOf(scene, album));
      await scene.act?.(page, album);
      await scene.ready(page, album).waitFor();
      await page.evaluate(async () => void (await document.fonts.ready));
      return page;
    }),

  knownFigures: async ({}, use) =>
    use(async (page) => {
      const worksOut = scenes.get(page)?.worksOut;
      const { cents = [], tokens = [] } = await receivedFigures(page);
      return { cents: [...cents, ...(worksOut?.cents ?? [])], tokens: [...tokens, ...(worksOut?.tokens ?? [])] };
    }),
});
