import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { findChromium } from '#ops/checks/chromium.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // a fake camera and microphone, for pages that have the permission
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** @throws naming the setting to use when no Chromium exists for this machine */
async function launchChromium(more: readonly string[]): Promise<Browser> {
  const executablePath = await findChromium();
  if (executablePath === null) throw new Error('There is no Chromium here: set CHROMIUM_PATH, or put chromium on the PATH.');
  return chromium.launch({ executablePath, args: [...FLAGS, ...more] });
}

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors on the browser's console, and uncaught ones. */
  readonly problems: string[];
}

interface VisitOptions {
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
  /** Reuses the previous visitor's profile and process with only its loaded scripts: takes half the time of fresh ones. */
  readonly isNextInLine?: boolean;
}

/** Local storage as the product leaves it after a sign-in (AUTH-17). */
const storedSession = ({ access_token, refresh_token, user }: SessionAnswer) => [
  { name: 'access_token', value: access_token },
  { name: 'refresh_token', value: refresh_token },
  { name: 'user', value: JSON.stringify(user) },
];

/**
 * Signs a user in before every document of a page loads, so it is only for pages where the user does not sign out. Storing the session in the
 * profile beforehand would need an extra page load.
 */
export const signInBefore = (page: Page, session: SessionAnswer): Promise<unknown> =>
  page.addInitScript((kept) => {
    for (const { name, value } of kept) localStorage.setItem(name, value);
  }, storedSession(session));

/** Closes the pages of a line except its first, which never runs the product, and clears everything except the HTTP cache. */
async function empty(context: BrowserContext): Promise<void> {
  const [, page, ...others] = context.pages();
  await Promise.all(others.map((other) => other.close()));
  if (!page) return;
  const browser = await context.newCDPSession(page);
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage';
  await browser.send('Storage.clearDataForOrigin', { origin: inject('appUrl'), storageTypes });
  await page.close();
}

/** Opens a profile with a page that stays open, so that with `--process-per-site` its process outlives the pages that are tested in it. */
async function openLine(fresh: () => Promise<BrowserContext>): Promise<BrowserContext> {
  const context = await fresh();
  const first = await context.newPage();
  await first.goto('/api/health/live');
  return context;
}

/**
 * Opens a browser for the calling test file. Every visitor gets a fresh profile; a test fails when one of its pages logs an error to the
 * console, unless `tolerate` matches it.
 * @param flags further flags of Chromium
 */
export function useBrowser(flags: readonly string[] = []): { visit: (options?: VisitOptions) => Promise<Visitor> } {
  let browser: Browser;
  let line: BrowserContext | undefined;
  let visitors: (Visitor & { tolerate?: RegExp })[] = [];
  beforeAll(async () => {
    browser = await launchChromium(flags);
  });
  afterEach(async () => {
    const seen = visitors;
    visitors = [];
    for (const { context } of seen) {
      // a mocked answer still in progress must not fail because its page was closed
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await (context === line ? empty(context) : context.close());
    }
    const problems = seen.flatMap((visitor) => visitor.problems.filter((problem) => !visitor.tolerate?.test(problem)));
    expect(problems).toEqual([]);
  });
  afterAll(() => browser?.close());
  return {
    visit: async ({
      viewport = DESKTOP,
      tolerate,
      session,
      scripts = true,
      isTouched = false,
      isOfflineReader = false,
      isNextInLine = false,
    } = {}) => {
      const origin = inject('appUrl');
      const fresh = () =>
        browser.newContext({
          baseURL: origin,
          viewport,
          reducedMotion: 'reduce',
          locale: 'en-GB',
          javaScriptEnabled: scripts,
          serviceWorkers: isOfflineReader ? 'allow' : 'block',
          hasTouch: isTouched,
          isMobile: isTouched,
          ...(session && { storageState: { cookies: [], origins: [{ origin, localStorage: storedSession(session) }] } }),
        });
      const context = isNextInLine ? (line ??= await openLine(fresh)) : await fresh();
      const page = await context.newPage();
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
