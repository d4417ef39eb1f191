import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterEach, expect, inject } from 'vitest';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { findChromium } from '#ops/checks/chromium.mjs';

/**
 * The features that Playwright disables so that pages are stable and the browser calls nobody by itself. The last `--disable-features` counts,
 * so ours repeats them: compare it with `chromiumSwitches.ts` of playwright-core when that is updated.
 */
const DISABLED_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** They compile each script in the background while it arrives, even one that this process has compiled for an earlier page. */
const BACKGROUND_COMPILATION = ['ScriptStreaming', 'BackgroundResourceFetch'];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  // pages are drawn by the processor alone, and live too briefly to earn back their optimised code: together an eighth of the processor time
  '--disable-software-rasterizer',
  '--in-process-gpu',
  '--js-flags=--no-opt --no-maglev',
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...BACKGROUND_COMPILATION].join(',')}`,
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // a fake camera and microphone, for pages that have the permission
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  // the shared profile's first page keeps the process of the pages after it, with the scripts it has compiled
  '--process-per-site',
];

let launched: Promise<Browser> | undefined;

/**
 * Returns the browser of this process, which runs many test files; it ends with the process.
 * @throws naming the setting to use when no Chromium exists for this machine
 */
const openBrowser = (): Promise<Browser> =>
  (launched ??= findChromium().then((executablePath) => {
    if (executablePath === null) throw new Error('There is no Chromium here: set CHROMIUM_PATH, or put chromium on the PATH.');
    return chromium.launch({ executablePath, args: FLAGS });
  }));

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

const PROFILE = { viewport: DESKTOP, reducedMotion: 'reduce', locale: 'en-GB', serviceWorkers: 'block' } as const;

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
  /** Lets the page install its service worker; `page.route` does not see what the worker fetches. */
  readonly isOfflineReader?: boolean;
  /** Gives a page that changes its profile (permissions, position, connection) one of its own. */
  readonly ownProfile?: boolean;
}

/** Local storage as the product leaves it after a sign-in (AUTH-17). */
const storedSession = ({ access_token, refresh_token, user }: SessionAnswer) => [
  { name: 'access_token', value: access_token },
  { name: 'refresh_token', value: refresh_token },
  { name: 'user', value: JSON.stringify(user) },
];

interface SharedProfile {
  readonly context: BrowserContext;
  /** Stays open, so that its process outlives the pages that are tested; it has the product's origin and never runs the product. */
  readonly first: Page;
}

let shared: Promise<SharedProfile> | undefined;
let isSharedTaken = false;

/** Opens the profile that visitors use one after the other: with its cached and compiled scripts a page opens in half the time. */
const openShared = (browser: Browser): Promise<SharedProfile> =>
  (shared ??= (async () => {
    const context = await browser.newContext({ ...PROFILE, baseURL: inject('appUrl') });
    const first = await context.newPage();
    await first.goto('/api/health/live');
    return { context, first };
  })());

/** Closes a visitor's pages of the shared profile, and clears everything except the HTTP cache. */
async function empty({ context, first }: SharedProfile): Promise<void> {
  await Promise.all(context.pages().map((page) => page !== first && page.close()));
  await context.clearCookies();
  await first.evaluate(() => localStorage.clear());
  const browser = await context.newCDPSession(first);
  for (const origin of [inject('appUrl'), inject('sandboxUrl')])
    await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,cache_storage,local_storage' });
  await browser.detach();
  isSharedTaken = false;
}

/**
 * Gives the calling test file a browser. Every visitor starts with an empty profile; a test fails when one of its pages logs an error to the
 * console, unless `tolerate` matches it.
 */
export function useBrowser(): { visit: (options?: VisitOptions) => Promise<Visitor> } {
  let visitors: (Visitor & { tolerate?: RegExp })[] = [];
  afterEach(async () => {
    const seen = visitors;
    visitors = [];
    const line = await shared;
    for (const { context } of seen) {
      // a mocked answer still in progress must not fail because its page was closed
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await (context === line?.context ? empty(line) : context.close());
    }
    const problems = seen.flatMap((visitor) => visitor.problems.filter((problem) => !visitor.tolerate?.test(problem)));
    expect(problems).toEqual([]);
  });

  /** The shared profile for the first visitor of a test with usual abilities, else a profile of its own. */
  async function openProfile({ viewport, session, scripts = true, isTouched = false, isOfflineReader = false, ownProfile }: VisitOptions) {
    const browser = await openBrowser();
    const origin = inject('appUrl');
    if (!ownProfile && scripts && !isTouched && !isOfflineReader && !isSharedTaken) {
      isSharedTaken = true;
      const { context, first } = await openShared(browser);
      if (session) {
        await first.evaluate((kept) => {
          for (const { name, value } of kept) localStorage.setItem(name, value);
        }, storedSession(session));
      }
      const page = await context.newPage();
      await page.setViewportSize(viewport ?? DESKTOP);
      return { context, page };
    }
    const context = await browser.newContext({
      ...PROFILE,
      baseURL: origin,
      viewport: viewport ?? DESKTOP,
      javaScriptEnabled: scripts,
      serviceWorkers: isOfflineReader ? 'allow' : 'block',
      hasTouch: isTouched,
      isMobile: isTouched,
      ...(session && { storageState: { cookies: [], origins: [{ origin, localStorage: storedSession(session) }] } }),
    });
    return { context, page: await context.newPage() };
  }

  return {
    visit: async ({ tolerate, ...options } = {}) => {
      const { context, page } = await openProfile(options);
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(String(error)));
      page.setDefaultTimeout(20_000);
      const visitor = { page, context, problems };
      visitors.push({ ...visitor, ...(tolerate && { tolerate }) });
      return visitor;
    },
  };
}
