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
  '--process-per-site',
  // a camera and a microphone that the browser makes up, for whoever is allowed them
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

let launched: Promise<Browser> | undefined;

/** The browser of this process: starting one takes as long as a short test. It ends with the process. */
const theBrowser = (): Promise<Browser> => (launched ??= launchChromium());

/** @throws saying what to set when there is no Chromium for this machine */
async function launchChromium(): Promise<Browser> {
  const executablePath = await findChromium();
  if (executablePath === null) throw new Error('There is no Chromium here: set CHROMIUM_PATH, or put chromium on the PATH.');
  return chromium.launch({ executablePath, args: FLAGS });
}

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors the browser has written to its console, and uncaught ones. */
  readonly problems: string[];
}

interface VisitOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Console errors this visitor is expected to meet, e.g. the browser's own line about an answer of 401. */
  readonly tolerate?: RegExp;
  /** Somebody who signed in here before; without it the profile is empty. */
  readonly session?: SessionAnswer;
  /** false: a browser that runs no scripts. */
  readonly scripts?: boolean;
  /** A screen that is touched. */
  readonly isTouched?: boolean;
  /** Lets the page install its worker; what that fetches, `page.route` does not see. */
  readonly isOfflineReader?: boolean;
  /** In the profile of the visitor before, with nothing of theirs but the scripts it has loaded: half the time of a fresh one. */
  readonly isNextInLine?: boolean;
}

/** Local storage as the product leaves it after a sign-in (AUTH-17). */
const storedSession = ({ access_token, refresh_token, user }: SessionAnswer) => [
  { name: 'access_token', value: access_token },
  { name: 'refresh_token', value: refresh_token },
  { name: 'user', value: JSON.stringify(user) },
];

/**
 * Has every document of a page find somebody signed in, so for a page where nobody signs out. A profile that was filled before costs another
 * page, opened for nothing else.
 */
export const signInBefore = (page: Page, session: SessionAnswer): Promise<unknown> =>
  page.addInitScript((kept) => {
    for (const { name, value } of kept) localStorage.setItem(name, value);
  }, storedSession(session));

/** A page that stays open holds the site's process, and with it the scripts it has compiled, for the visitors who come after each other. */
async function openLine(context: BrowserContext): Promise<BrowserContext> {
  const page = await context.newPage();
  await page.goto('/robots.txt');
  return context;
}

/** Ends what a visitor had open and forgets all but what the server had sent as files. */
async function empty(context: BrowserContext): Promise<void> {
  const [, page, ...others] = context.pages();
  await Promise.all(others.map((other) => other.close()));
  if (!page) return;
  const browser = await context.newCDPSession(page);
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage';
  await browser.send('Storage.clearDataForOrigin', { origin: inject('appUrl'), storageTypes });
  await page.close();
}

/**
 * A browser for the calling test file. Every visitor is a fresh profile; a test fails when any page of it wrote an error to the console,
 * unless `tolerate` names it.
 */
export function useBrowser(): { visit: (options?: VisitOptions) => Promise<Visitor> } {
  let browser: Browser;
  let line: BrowserContext | undefined;
  let visitors: (Visitor & { tolerate?: RegExp })[] = [];
  beforeAll(async () => {
    browser = await theBrowser();
  });
  afterEach(async () => {
    const seen = visitors;
    visitors = [];
    for (const { context } of seen) {
      // an answer that is still being made up for a page must not fail for its page being gone
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await (context === line ? empty(context) : context.close());
    }
    const problems = seen.flatMap((visitor) => visitor.problems.filter((problem) => !visitor.tolerate?.test(problem)));
    expect(problems).toEqual([]);
  });
  afterAll(() => line?.close());
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
      const context = isNextInLine ? (line ??= await openLine(await fresh())) : await fresh();
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(String(error)));
      page.setDefaultTimeout(10_000);
      const visitor = { page, context, problems };
      visitors.push({ ...visitor, ...(tolerate && { tolerate }) });
      return visitor;
    },
  };
}
